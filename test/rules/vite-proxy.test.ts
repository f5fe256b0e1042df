import { once } from 'node:events';
import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { eventually } from '../helpers/eventually.ts';
import { createDeck } from '../helpers/factories.ts';
import { freePort } from '../helpers/free-port.ts';
import { copySnippets } from '../helpers/snippets.ts';
import { useApp } from '../helpers/test-app.ts';
import { use } from '../helpers/use.ts';

const vite = path.join(import.meta.dirname, '..', '..', 'node_modules/vite/bin/vite.js');
const app = useApp();
let base = '';
let page = '';

use(async () => {
  const port = await freePort();
  [base, page] = [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
  const changes = { 'http://127.0.0.1:4000': app.base, 'http://localhost:5173': page, 'port: 5173': `port: ${port}` };
  const args = [vite, '--host', '127.0.0.1', '--config', 'vite.config.ts', '--configLoader', 'native'];
  const cwd = await copySnippets(changes);
  const child: ChildProcess = spawn(process.execPath, args, { cwd, stdio: 'ignore' });
  await eventually(async () => (await fetch(`${base}/api/decks`)).ok, { what: 'the start of Vite', timeoutMs: 30_000 });
  return async () => {
    const exited = once(child, 'exit');
    child.kill();
    await exited;
    await rm(cwd, { recursive: true });
  };
});

/** What a socket hears first: the acknowledgement, or the status of a refusal. */
async function socketFrom(origin: string): Promise<unknown> {
  const socket = new WebSocket(`${base.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { origin });
  const first = await new Promise((resolve) => {
    socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init' })));
    socket.on('message', (data: Buffer) => resolve(JSON.parse(data.toString())));
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
    socket.on('error', () => resolve('error'));
  });
  socket.terminate();
  return first;
}

describe('the documented development proxy', () => {
  const ask = (origin: string): Promise<Response> =>
    fetch(`${base}/graphql`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ __typename }' }),
    });

  test('lets its page ask, and follow events by both kinds of stream', async () => {
    expect(await (await ask(page)).json()).toMatchObject({ data: { __typename: 'Query' } });
    expect(await socketFrom(page)).toEqual({ type: 'connection_ack' });
    const ended = new AbortController();
    const headers = { origin: page };
    const stream = await fetch(`${base}/api/events/stream?types=deck.*`, { headers, signal: ended.signal });
    const { id } = await createDeck(app.rest);
    let reported = '';
    for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      reported += chunk;
      if (reported.includes(id)) break;
    }
    ended.abort();
    expect(reported).toContain('deck.created');
  });

  test('leaves the pages of others refused', async () => {
    const others = 'http://127.0.0.1:1';
    expect((await ask(others)).status).toBe(403);
    expect(await socketFrom(others)).not.toEqual({ type: 'connection_ack' });
  });
});
