import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { publish } from '../delivery/deliveries.ts';
import { snippets } from '../helpers/documents.ts';
import { eventually } from '../helpers/eventually.ts';
import { freePort } from '../helpers/free-port.ts';
import { copySnippets, SnippetProcess } from '../helpers/snippets.ts';
import { useApp } from '../helpers/test-app.ts';

/** What a test has opened, closed in reverse order. */
const opened: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

async function copied(changes: Record<string, string> = {}): Promise<string> {
  const folder = await copySnippets(changes);
  opened.push(() => rm(folder, { recursive: true }));
  return folder;
}

function run(folder: string, name: string, env: Record<string, string> = {}): SnippetProcess {
  const snippet = new SnippetProcess(folder, name, env);
  opened.push(() => snippet.end());
  return snippet;
}

test('the files of the documents are TypeScript without a fault', async () => {
  const folder = await copied();
  const options =
    '--ignoreConfig --strict --noEmit --skipLibCheck --target es2023 --module nodenext --allowImportingTsExtensions';
  const files = [...snippets.keys()].filter((name) => name.endsWith('.ts')).map((name) => path.join(folder, name));
  const tsc = path.join(folder, 'node_modules', '.bin', 'tsc');
  const compiling = promisify(execFile)(tsc, [...options.split(' '), ...files]);
  const { stdout } = await compiling.catch((failed: { stdout: string }) => failed);
  expect(stdout).toBe('');
});

test('the receiver of the documents takes what is signed and refuses what is not', async () => {
  const port = await freePort();
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const folder = await copied({ 'listen(5000': `listen(${port}` });
  const receiver = run(folder, 'story/receiver.mjs', { WEBHOOK_SECRET: secret });

  const body = JSON.stringify({ id: 'event-1', type: 'contract.signed', data: { tier: 'better' } });
  const sentAt = new Date();
  const headers = {
    'webhook-id': 'event-1',
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('event-1', sentAt, body),
  };
  const post = async (text: string): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: text })).status;

  expect(await eventually(() => post(body))).toBe(204);
  expect(await post(body)).toBe(204);
  expect(await post(body.replace('better', 'best'))).toBe(401);
  await eventually(() => receiver.printed.includes('contract.signed'));
  expect(receiver.printed.match(/contract\.signed/g)).toHaveLength(1);
});

describe('with a server', () => {
  const app = useApp();

  test('the socket of the documents prints events as they happen', async () => {
    const snippet = run(await copied({ '127.0.0.1:4000': new URL(app.base).host }), 'socket.ts');
    const published = new Set<string>();
    // The first ones may come before the socket is open.
    await eventually(
      async () => {
        published.add((await publish(app, 'contract.signed')).id);
        return snippet.ids.length > 0;
      },
      { timeoutMs: 30_000, what: 'an event on the socket' },
    );
    expect(published.has(snippet.ids[0] ?? '')).toBe(true);
  });

  test('the socket of the documents receives the expiry of its new credential', async () => {
    const snippet = run(await copied({ '127.0.0.1:4000': new URL(app.base).host }), 'refresh.ts', { TOKEN: 'token' });
    await eventually(() => snippet.printed.length > 0, { timeoutMs: 30_000, what: 'an answer on the socket' });
    expect(snippet.printed).toContain('expiresAt: null');
  });
});
