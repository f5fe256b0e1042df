import { type ChildProcess, execFile } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { briefFlags, compiled } from './server-process.ts';

const program = path.join(import.meta.dirname, '..', '..', 'dist', 'bundle', 'deckcast.js');

/** How a command has ended; without a code it has succeeded. */
export interface Ended {
  readonly code?: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the command `deckcast` as it is built, in a folder without the .env of whoever runs the tests.
 *
 * @param meanwhile what is done while it runs
 */
export async function deckcast(
  args: readonly string[],
  env: Record<string, string>,
  cwd: string = os.tmpdir(),
  meanwhile?: (child: ChildProcess) => Promise<void>,
): Promise<Ended> {
  const options = { cwd, env: { NODE_COMPILE_CACHE: compiled, ...env } };
  const running = promisify(execFile)(process.execPath, [...briefFlags, program, ...args], options);
  const ended = running.catch((error: Ended) => error);
  await meanwhile?.(running.child);
  return ended;
}
