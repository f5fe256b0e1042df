import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { loadConfig } from '../../src/config.ts';
import { eventually } from '../helpers/eventually.ts';
import { freePort } from '../helpers/free-port.ts';

const root = path.join(import.meta.dirname, '..', '..');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

describe('the README', () => {
  let child: ChildProcess | null = null;

  afterEach(async () => {
    if (child === null) return;
    const exited = once(child, 'exit');
    child.kill();
    await exited;
    child = null;
  });

  test('has a webhook receiver that takes what is signed and refuses what is not', async () => {
    const [code] = [...readme.matchAll(/```ts\n([^`]*webhook\.verify[^`]*)```/g)].map(([, found]) => found ?? '');
    const port = await freePort();
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    child = spawn(process.execPath, ['--input-type=module', '-e', (code ?? '').replace('5000', String(port))], {
      cwd: root,
      env: { WEBHOOK_SECRET: secret },
    });
    let printed = '';
    child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));

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
    await eventually(() => printed.includes('contract.signed'));
    expect(printed.match(/contract\.signed/g)).toHaveLength(1);
  });

  test('names every variable that the configuration reads, and no other', () => {
    const source = readFileSync(path.join(root, 'src/config.ts'), 'utf8');
    const read = [...source.matchAll(/read\.\w+(?:<[^>]*>)?\(\s*'([A-Z\d_]+)'/g)].map(([, name]) => name);
    const section = /## Configuration\n([^]*?)\n## /.exec(readme)?.[1] ?? '';
    const rows = section.split('\n').filter((line) => line.startsWith('| `'));
    const named = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([A-Z\d_]+)`/g)].map(([, name]) => name),
    );
    expect(read.length).toBeGreaterThan(10);
    expect(new Set(named)).toEqual(new Set(read));
    expect(() => loadConfig({})).not.toThrow();
  });
});
