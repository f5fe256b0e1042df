import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe } from '@jest/globals';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';

/** Where Debian installs nginx. */
const executable = '/usr/sbin/nginx';

const isInstalled = existsSync(executable);
if (!isInstalled) process.stderr.write(`${executable} is not installed: tests behind nginx are skipped.\n`);

/** A block of tests that need nginx. */
export const describeBehindNginx = isInstalled ? describe : describe.skip;

/** A running nginx. */
export interface Nginx {
  /** The URLs at which it listens: in plain text, and over TLS with a certificate of its own. */
  readonly base: string;
  readonly secureBase: string;
  stop(): Promise<void>;
}

/**
 * Starts nginx on a free port of 127.0.0.1.
 *
 * @param server what stands in its only `server` block, beside the port; its port 443 and its certificate are of the test
 */
export async function startNginx(server: string): Promise<Nginx> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'deckcast-nginx-'));
  const [port, securePort] = [await freePort(), await freePort()];
  const [certificate, key] = ['deckcast.pem', 'deckcast.key'].map((name) => path.join(folder, name));
  const subject = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost';
  await promisify(execFile)('openssl', ['req', ...subject.split(' '), '-out', `${certificate}`, '-keyout', `${key}`]);
  const served = server.replaceAll('listen 443', `listen 127.0.0.1:${securePort}`).replaceAll('/etc/nginx', folder);
  const file = path.join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`);
  await writeFile(
    file,
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr; events {}
     http { access_log off; ${temporary.join(' ')} server { listen 127.0.0.1:${port}; ${served} } }`,
  );
  const child = spawn(executable, ['-c', file, '-p', folder], { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  await eventually(() => accepts(port), { what: 'a connection to nginx' }).catch((error: unknown) => {
    throw new Error(complaints, { cause: error });
  });
  return {
    base: `http://127.0.0.1:${port}`,
    secureBase: `https://127.0.0.1:${securePort}`,
    async stop() {
      if (child.exitCode === null) {
        child.kill();
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Whether somebody listens on a port of 127.0.0.1. */
async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
