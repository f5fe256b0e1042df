import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type App, startApp } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config.ts';
import { createLogger } from '../../../src/kit/core/logging.ts';
import type { EventAnswer, ProblemAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { RestClient } from '../../helpers/rest-client.ts';
import { fillDataDir } from '../../helpers/template.ts';

let folder: string;
let app: App | null;
const at = (name: string): string => path.join(folder, name);

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'deckcast-restored-'));
  await mkdir(at('data'));
  await fillDataDir(at('data'));
});

afterEach(async () => {
  await app?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs on the embedded database in the folder `data` until the work is done. */
async function whileRunning<Result>(work: (rest: RestClient) => Promise<Result>): Promise<Result> {
  const config = loadConfig({ PORT: '0', DATA_DIR: at('data'), SEED_DEMO: 'off', SPEECH: 'none', ROLES: 'web' });
  app = await startApp(config, createLogger('silent'));
  const result = await work(await new RestClient(`http://127.0.0.1:${app.address?.port ?? 0}`).open());
  await app.stop();
  app = null;
  return result;
}

async function publish(rest: RestClient, type: string): Promise<EventAnswer> {
  return (await rest.post<{ event: EventAnswer }>('/api/events', { type })).body.event;
}

const second = (): number => Math.round(Date.now() / 1_000);

test('a reader of lost events goes on behind the last one that a restored data folder has in common with it', async () => {
  const kept = await whileRunning((rest) => publish(rest, 'log.kept'));
  await cp(at('data'), at('backup'), { recursive: true });
  const lost = await whileRunning((rest) => publish(rest, 'log.lost'));
  // An epoch has the number of the second in which it begins: the one that was lost and the one behind the restore differ.
  const before = second();
  await eventually(() => second() > before);
  await rm(at('data'), { recursive: true });
  await cp(at('backup'), at('data'), { recursive: true });
  await whileRunning(async (rest) => {
    const fresh = [await publish(rest, 'log.fresh'), await publish(rest, 'log.fresh')];
    const { status, body } = await rest.get<ProblemAnswer>(`/api/events?after=${lost.cursor}`);
    expect([status, body.reason, body.cursor]).toEqual([410, 'cursor_lost', kept.cursor]);
    const page = await rest.get<{ events: EventAnswer[] }>(`/api/events?after=${body.cursor}`);
    expect(page.body.events.map(({ id }) => id)).toEqual(fresh.map(({ id }) => id));
  });
}, 120_000);
