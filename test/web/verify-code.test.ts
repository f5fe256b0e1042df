import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { signatureHeaders } from '../../src/delivery/channels/signature.ts';
import { verifyCodes } from '../../src/web/console/play/verify-code.ts';
import { eventually } from '../helpers/eventually.ts';
import { freePort } from '../helpers/free-port.ts';

const secret = `whsec_${Buffer.from('a-secret-of-32-bytes-for-the-test').toString('base64')}`;
const body = JSON.stringify({ id: 'event-1', type: 'contract.signed', data: { name: 'Ōki' } });

const programs: readonly [language: string, command: string, file: string][] = [
  ['Node', process.execPath, 'receiver.mjs'],
  ['Python', 'python3', 'receiver.py'],
];

/** Whether a program is installed: Python 3.9 or later has all that the text uses. */
const isThere = (command: string): boolean => spawnSync(command, ['--version']).status === 0;

test.each(programs.filter(([, command]) => isThere(command)))(
  'the receiver in %s takes what is signed by its secret, and nothing else',
  async (language, command, file) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'deckcast-verify-'));
    const { code = '' } = verifyCodes.find((one) => one.language === language) ?? {};
    await writeFile(path.join(folder, file), code);
    await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'));
    const port = await freePort();
    const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret };
    const receiver: ChildProcess = spawn(command, [file], { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] });
    let printed = '';
    receiver.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    try {
      const send = async (sent: string, headers: Record<string, string>): Promise<number> =>
        (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: sent, headers })).status;
      const signed = (now: Date, by = secret) => signatureHeaders('event-1', body, [by], now);
      await eventually(() => send(body, {}).then(() => true));
      expect(await send(body, signed(new Date()))).toBe(204);
      expect(await send(`${body} `, signed(new Date()))).toBe(400);
      expect(await send(body, signed(new Date(Date.now() - 400_000)))).toBe(400);
      expect(await send(body, signed(new Date(), `whsec_${Buffer.alloc(32).toString('base64')}`))).toBe(400);
      expect(await send(body, {})).toBe(400);
      await eventually(() => printed === 'contract.signed event-1\n');
    } finally {
      receiver.kill();
      await once(receiver, 'exit');
      await rm(folder, { recursive: true });
    }
  },
);
