import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe } from '@jest/globals';

/** Where Debian installs promtool, with the package prometheus. */
const executable = '/usr/bin/promtool';

const isInstalled = existsSync(executable);
if (!isInstalled) process.stderr.write(`${executable} is not installed: tests of rules for Prometheus are skipped.\n`);

/** A block of tests that need promtool. */
export const describeWithPromtool = isInstalled ? describe : describe.skip;

/** Runs promtool. @param input what it reads from its standard input @returns what it complains about; empty where nothing */
export async function promtool(args: readonly string[], input = ''): Promise<string> {
  const running = promisify(execFile)(executable, args);
  running.child.stdin?.end(input);
  return running.then(
    () => '',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
  );
}
