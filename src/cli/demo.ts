import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { describeVariables, loadConfig } from '../config.ts';
import { demoDeckId, demoPresentation } from '../demo/demo-deck.ts';
import type { Environment } from '../kit/core/index.ts';
import { serverAddress } from './running-server.ts';
import type { Surroundings } from './surroundings.ts';

const pauseMs = 200;

/** Runs a server that keeps nothing, with a presentation to look at. */
export function addDemo(program: Command, { env, start }: Surroundings): void {
  program
    .command('demo')
    .description('Runs a server with the demo deck and a presentation of it, which keeps nothing when it is stopped.')
    .option('--port <port>', 'its port; PORT or 4000 by default')
    .action(async ({ port = env['PORT'] }: { port?: string | undefined }) => {
      const folder = mkdtempSync(path.join(os.tmpdir(), 'deckcast-demo-'));
      process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
      const demoEnv = {
        ...withoutSettings(env),
        DATA_DIR: folder,
        LOG_LEVEL: 'warn',
        ...(port === undefined ? {} : { PORT: port }),
      };
      const base = serverAddress(loadConfig(demoEnv));
      await Promise.all([start(demoEnv), present(base)]);
    });
}

/** What is set is for another server: its database, its mail server and its keys. */
function withoutSettings(env: Environment): Environment {
  const settings = describeVariables();
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !(settings as ReadonlyMap<string, unknown>).has(name)),
  );
}

/** Makes a presentation once the server is ready, and names its page. A start that fails ends the process. */
async function present(base: string): Promise<void> {
  const isReady = async (): Promise<boolean> => (await fetch(`${base}/readyz`).catch(() => null))?.ok === true;
  // The server is asked again and again, not at once.
  // oxlint-disable-next-line no-await-in-loop
  while (!(await isReady())) await delay(pauseMs);
  const answer = await fetch(`${base}/api/decks/${demoDeckId}/presentations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demoPresentation),
  });
  if (!answer.ok) throw new Error(`The demo deck cannot be presented: ${await answer.text()}`);
  const { presentation } = (await answer.json()) as { presentation: { playerUrl: string } };
  console.log(
    [
      `  A presentation for Dana   ${new URL(presentation.playerUrl, base).href}`,
      `  The console of the team   ${base}/app`,
      '',
    ].join('\n'),
  );
}
