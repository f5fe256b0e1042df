import { afterEach, expect, test } from '@jest/globals';
import type { EventAnswer } from '../helpers/answers.ts';
import { eventually } from '../helpers/eventually.ts';
import { nextOf } from '../helpers/links.ts';
import { ServerProcess } from '../helpers/server-process.ts';
import { createProcessData } from '../helpers/test-database.ts';
import type { EntryAnswer } from '../trust/audit/audit-log.ts';

/** For processes that start and deliver on a busy machine. */
const longTimeout = { timeoutMs: 60_000 };

/** What a test has opened, closed in reverse order. */
const opened: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

/** Every row of a list, page by page. */
async function all<Row>(base: string, path: string, name: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let next: string | null = `${path}&limit=200`; next !== null;) {
    const page = await fetch(new URL(next, base));
    rows.push(...(((await page.json()) as Record<string, Row[]>)[name] ?? []));
    next = nextOf(page.headers);
  }
  return rows;
}

/** Ids of the events that the log has, that have an audit entry, and that have been delivered. */
const logged = async (base: string): Promise<string[]> =>
  (await all<EventAnswer>(base, '/api/events?types=crash.counted', 'events')).map(({ id }) => id);
const audited = async (base: string): Promise<string[]> =>
  (await all<EntryAnswer>(base, '/api/audit?operation=publishEvent', 'entries')).flatMap(({ objects }) =>
    objects.map(({ objectId }) => objectId),
  );
const delivered = async (base: string): Promise<string[]> =>
  (await all<{ eventId: string }>(base, '/api/notifications/deliveries?status=delivered', 'deliveries')).map(
    ({ eventId }) => eventId,
  );

async function post<T>(url: string, body: object): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (answer.status !== 201) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Publishes one event after the other until the server is gone. @returns the ids of those that it has acknowledged */
async function publishUntilGone(base: string): Promise<string[]> {
  const acknowledged: string[] = [];
  try {
    for (;;) {
      const { event } = await post<{ event: EventAnswer }>(`${base}/api/events`, { type: 'crash.counted' });
      acknowledged.push(event.id);
    }
  } catch {
    return acknowledged;
  }
}

async function start(settings: Record<string, string>): Promise<{ server: ServerProcess; base: string }> {
  const server = new ServerProcess({ ...settings, SEED_DEMO: 'off' });
  opened.push(() => server.end('SIGKILL'));
  return { server, base: await server.base() };
}

test('a server that is killed while many publish has every event that it has acknowledged, each with delivery and audit entry', async () => {
  const data = await createProcessData('publishing');
  opened.push(() => data.remove());
  const first = await start(data.env);
  const subscription = { name: 'All', eventType: 'crash.counted', channel: 'console', channelConfig: {} };
  await post(`${first.base}/api/notifications/subscriptions`, subscription);
  const publishing = Promise.all(Array.from({ length: 12 }, () => publishUntilGone(first.base)));
  await eventually(async () => (await logged(first.base)).length >= 30, longTimeout);
  await first.server.end('SIGKILL');
  const acknowledged = (await publishing).flat();

  const { base } = await start(data.env);
  const ids = (await logged(base)).sort();
  expect(new Set(ids).size).toBe(ids.length);
  expect(acknowledged.filter((id) => !ids.includes(id))).toEqual([]);
  expect((await audited(base)).sort()).toEqual(ids);
  await eventually(async () => (await delivered(base)).length >= ids.length, longTimeout);
  expect((await delivered(base)).sort()).toEqual(ids);
}, 180_000);
