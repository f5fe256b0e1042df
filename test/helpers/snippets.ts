import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { root, snippets } from './documents.ts';

/**
 * Copies the files that the documents show to a new folder, as somebody who tries them would.
 *
 * @param changes what to put in place of what; the server's address above all
 */
export async function copySnippets(changes: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'deckcast-snippets-'));
  for (const name of ['node_modules', 'bench']) await symlink(path.join(root, name), path.join(folder, name));
  for (const [name, code] of snippets) {
    await mkdir(path.join(folder, path.dirname(name)), { recursive: true });
    await writeFile(path.join(folder, name), withChanges(code, changes));
  }
  return folder;
}

export function withChanges(code: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((text, [from, to]) => text.replaceAll(from, to), code);
}

/** A file of the documents that runs as a process of its own and prints the events that it gets. */
export class SnippetProcess {
  readonly #child: ChildProcess;
  #printed = '';

  constructor(folder: string, name: string, env: Readonly<Record<string, string>> = {}) {
    this.#child = spawn(process.execPath, [path.join(folder, name)], {
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child.stdout?.on('data', (chunk: Buffer) => (this.#printed += chunk.toString()));
  }

  get printed(): string {
    return this.#printed;
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
