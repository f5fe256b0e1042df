import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { publish } from '../delivery/deliveries.ts';
import { flood } from '../delivery/events/stream-harness.ts';
import { eventually } from '../helpers/eventually.ts';
import { GraphQLClient } from '../helpers/graphql-client.ts';
import { ServerProcess } from '../helpers/server-process.ts';
import { copySnippets, SnippetProcess } from '../helpers/snippets.ts';
import { TcpProxy } from '../helpers/tcp-proxy.ts';
import { useApp } from '../helpers/test-app.ts';
import { createProcessData } from '../helpers/test-database.ts';
import { use } from '../helpers/use.ts';

const clients = ['graphql-ws.ts', 'apollo.ts', 'urql.ts'];
const address = '127.0.0.1:4000';
/** For processes that start, or wait before they connect again, on a busy machine. */
const longTimeout = { timeoutMs: 30_000 };

/** What a test has opened, closed in reverse order. */
const opened: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

async function copied(changes: Record<string, string> = {}): Promise<string> {
  const folder = await copySnippets(changes);
  opened.push(() => rm(folder, { recursive: true }));
  return folder;
}

function run(folder: string, name = 'graphql-ws.ts'): SnippetProcess {
  const snippet = new SnippetProcess(folder, name);
  opened.push(() => snippet.end());
  return snippet;
}

/** What a client must have got that has had the first of these events, once the log shows the last. */
async function logged(base: string, first: string | undefined, last: string | undefined): Promise<string[]> {
  const log = await eventually(
    async () => {
      const ids = await readLog(base);
      return ids.includes(last ?? '') && ids;
    },
    { ...longTimeout, what: 'the last event in the log' },
  );
  return log.slice(log.indexOf(first ?? ''));
}

async function readLog(base: string): Promise<string[]> {
  const query = `query ($after: String) {
    events(first: 200, after: $after, types: ["contract.*"]) { nodes { id } pageInfo { hasNextPage endCursor } } }`;
  const ids: string[] = [];
  let page: { nodes: { id: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
  let after: string | null = null;
  do {
    ({ events: page } = await new GraphQLClient(base).data<{ events: typeof page }>(query, { after }));
    ids.push(...page.nodes.map((node) => node.id));
    after = page.pageInfo.endCursor;
  } while (page.pageInfo.hasNextPage);
  return ids;
}

describe('with the server killed under them', () => {
  let base: string;
  const published: string[] = [];

  /** Sends one event until it is taken. */
  async function publishSurely(): Promise<void> {
    const id = randomUUID();
    await eventually(
      async () => {
        const headers = { 'content-type': 'application/json' };
        const body = JSON.stringify({ id, type: 'contract.signed' });
        return (await fetch(`${base}/api/events`, { method: 'POST', headers, body })).ok;
      },
      { ...longTimeout, what: 'the publishing of an event' },
    );
    published.push(id);
  }

  async function publishMany(writers: number, each: number): Promise<void> {
    await Promise.all(
      Array.from({ length: writers }, async () => {
        for (let count = 0; count < each; count += 1) await publishSurely();
      }),
    );
  }

  let settings: Readonly<Record<string, string>>;
  let server: ServerProcess;
  use(async () => {
    const data = await createProcessData('resume');
    settings = { ...data.env, SEED_DEMO: 'off' };
    server = new ServerProcess(settings);
    base = await server.base();
    return async () => {
      await server.end('SIGKILL');
      await data.remove();
    };
  });

  /** Starts the server again, at the address that it had. */
  async function restart(): Promise<void> {
    server = new ServerProcess({ ...settings, PORT: new URL(base).port });
    await server.base();
  }

  test('the documented clients get every event in the order of the log, none twice', async () => {
    const { host } = new URL(base);
    const folder = await copied({ [address]: host });
    const running = clients.map((name) => run(folder, name));
    // A client that has got an event has begun.
    await eventually(async () => {
      await publishSurely();
      return running.every(({ ids }) => ids.length > 0);
    }, longTimeout);

    for (const signal of ['SIGKILL', 'SIGTERM', 'SIGKILL'] as const) {
      const before = published.length;
      const moment = before + randomInt(1, 40);
      const publishing = publishMany(4, 10);
      await eventually(() => published.length >= moment);
      await server.end(signal);
      await restart();
      await publishing;
      const news = new Set(published.slice(before));
      await eventually(() => running.every(({ ids }) => news.has(ids.at(-1) ?? '')), longTimeout);
    }

    await publishSurely();
    for (const [index, snippet] of running.entries()) {
      const expected = await logged(base, snippet.ids[0], published.at(-1));
      await eventually(() => snippet.ids.length >= expected.length, {
        ...longTimeout,
        what: `the last event of ${clients[index]}`,
      });
      expect({ client: clients[index], ids: snippet.ids }).toEqual({ client: clients[index], ids: expected });
    }
    expect(await logged(base, published[0], published.at(-1))).toHaveLength(published.length);
  }, 120_000);

  test('the documented clients get what came after a cut before their first event', async () => {
    const way = await new TcpProxy(Number(new URL(base).port)).open();
    opened.push(() => way.cut());
    const folder = await copied({ [address]: `127.0.0.1:${way.port}` });
    const running = clients.map((name) => run(folder, name));
    const begun = (): number => way.received.split('{"latestEventCursor":"').length - 1;
    await eventually(() => begun() === clients.length, { ...longTimeout, what: 'the cursors of all clients' });

    await server.end('SIGKILL');
    await way.cut();
    await restart();
    published.length = 0;
    await publishSurely();
    await way.open();
    await eventually(() => running.every(({ ids }) => ids.length > 0), {
      ...longTimeout,
      what: 'the event of all clients',
    });
    expect(running.map(({ ids }) => ids)).toEqual(clients.map(() => published));
  }, 120_000);
});

describe('on a network that is not what it was', () => {
  const app = useApp();

  async function follow(folder: string): Promise<SnippetProcess> {
    const snippet = run(folder);
    await eventually(async () => {
      await publish(app, 'contract.signed');
      return snippet.ids.length > 0;
    }, longTimeout);
    return snippet;
  }

  async function expectAll(snippet: SnippetProcess): Promise<void> {
    const { id } = await publish(app, 'contract.signed');
    const expected = await logged(app.base, snippet.ids[0], id);
    await eventually(() => snippet.ids.length >= expected.length, { ...longTimeout, what: 'the last event' });
    expect(snippet.ids).toEqual(expected);
  }

  test('a documented client that read too slowly goes on behind its last event', async () => {
    const snippet = await follow(await copied({ [address]: new URL(app.base).host }));
    const bystander = app.live().subscribe('subscription { events(types: ["contract.flood"]) { id data: payload } }');
    await eventually(async () => {
      await publish(app, 'contract.flood');
      return bystander.received.length > 0;
    });
    snippet.signal('SIGSTOP');
    // More than the buffers of both systems hold, and then more than ours.
    for (let round = 0; round < 12; round += 1) await flood(app, 'contract.flood', 40, 50_000);
    await eventually(() => bystander.received.length > 480, longTimeout);
    snippet.signal('SIGCONT');
    await expectAll(snippet);
  }, 120_000);

  /** A way to the app that can fall silent: what is open then stays open and carries nothing. */
  async function openWay(): Promise<{ host: string; fallSilent: () => void }> {
    const ways: Socket[] = [];
    const server: Server = createServer((near) => {
      const far = connect(Number(new URL(app.base).port), '127.0.0.1');
      for (const socket of [near, far]) ways.push(socket.on('error', () => socket.destroy()));
      near.pipe(far).pipe(near);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    opened.push(() => server.close());
    opened.push(() => ways.forEach((socket) => socket.destroy()));
    const fallSilent = (): void => ways.forEach((socket) => socket.unpipe().pause());
    return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, fallSilent };
  }

  test('a documented client that receives nothing for too long makes a new connection', async () => {
    const way = await openWay();
    const snippet = await follow(
      await copied({ [address]: way.host, 'keepAlive: 10_000': 'keepAlive: 500', '), 5_000': '), 500' }),
    );
    way.fallSilent();
    for (let count = 0; count < 5; count += 1) await publish(app, 'contract.signed');
    await expectAll(snippet);
  }, 120_000);
});
