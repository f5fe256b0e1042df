import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..', '..');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

/** What README shows as files, by the names in their first lines. */
export const snippets = new Map(
  [...readme.matchAll(/```ts\n\/\/ (\S+\.ts)\n([^]*?)```/g)].map(([, name = '', code = '']) => [name, code]),
);

/**
 * Copies the files of README to a new folder, as somebody who tries them would.
 *
 * @param changes what to put in place of what; the server's address above all
 */
export async function copySnippets(changes: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'deckcast-snippets-'));
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  for (const [name, code] of snippets) {
    const changed = Object.entries(changes).reduce((text, [from, to]) => text.replace(from, to), code);
    await writeFile(path.join(folder, name), changed);
  }
  return folder;
}

/** A file of README that runs as a process of its own and prints the events that it gets. */
export class SnippetProcess {
  readonly #child: ChildProcess;
  #printed = '';

  constructor(folder: string, name: string) {
    this.#child = spawn(process.execPath, [path.join(folder, name)], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child.stdout?.on('data', (chunk: Buffer) => (this.#printed += chunk.toString()));
  }

  /** Of the events that it has printed. */
  get ids(): string[] {
    return [...this.#printed.matchAll(/\bid: '([^']+)'/g)].map(([, id]) => id ?? '');
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
  }
}
