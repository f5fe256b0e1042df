import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from './eventually.ts';
import { copySnippets, withChanges } from './snippets.ts';

const longTimeout = { timeoutMs: 30_000 };

/**
 * The terminals of somebody who types the commands of one document: one in which they run one after the other, and one
 * for each that goes on in the background. A command that fails, or that is answered with a refusal, fails the test.
 */
export class DocumentShell {
  readonly #marker = randomUUID();
  readonly #background: Terminal[] = [];
  readonly #first: Terminal;
  #blocks = 0;

  private constructor(
    private readonly folder: string,
    private readonly changes: Readonly<Record<string, string>>,
  ) {
    this.#first = new Terminal(folder, ['-s']);
    this.#first.write('set -eo pipefail\n');
  }

  /** @param changes what to put in place of what in every command and file: addresses */
  static async open(changes: Readonly<Record<string, string>>): Promise<DocumentShell> {
    const folder = await copySnippets(changes);
    await writeFile(path.join(folder, '.curlrc'), 'fail-with-body\n');
    return new DocumentShell(folder, changes);
  }

  /** @returns what the commands print */
  async run(code: string): Promise<string> {
    this.#blocks += 1;
    const file = path.join(this.folder, `.block-${this.#blocks}.sh`);
    await writeFile(file, withChanges(code, this.changes));
    const end = `${this.#marker} ${this.#blocks}`;
    const before = this.#first.printed.length;
    this.#first.write(`. '${file}' < /dev/null\necho '${end}'\n`);
    await eventually(
      () => {
        if (!this.#first.isRunning) throw new Error(`a command failed: ${this.#first.everything.slice(-2_000)}`);
        return this.#first.printed.includes(end);
      },
      { ...longTimeout, what: 'the end of the commands' },
    );
    return this.#first.printed.slice(before, this.#first.printed.indexOf(end, before)).trim();
  }

  /** Starts commands that go on, and waits for the first thing that they print. */
  async start(code: string): Promise<void> {
    const terminal = new Terminal(this.folder, ['-e', '-o', 'pipefail', '-c', withChanges(code, this.changes)]);
    this.#background.push(terminal);
    await eventually(() => terminal.printed.length > 0, { ...longTimeout, what: `output of ${code}` });
  }

  /** What the commands in the background have printed, each by itself. */
  get inBackground(): string[] {
    return this.#background.map(({ printed }) => printed);
  }

  async close(): Promise<void> {
    await Promise.all([this.#first, ...this.#background].map((terminal) => terminal.end()));
    await rm(this.folder, { recursive: true });
  }
}

class Terminal {
  printed = '';
  everything = '';
  readonly #child: ChildProcess;

  constructor(folder: string, args: readonly string[]) {
    this.#child = spawn('bash', ['--noprofile', '--norc', ...args], {
      cwd: folder,
      env: { PATH: `${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`, CURL_HOME: folder, HOME: folder },
      // A group of its own: what it starts ends with it.
      detached: true,
    });
    this.#child.stdout?.on('data', (chunk: Buffer) => {
      this.printed += chunk.toString();
      this.everything += chunk.toString();
    });
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.everything += chunk.toString()));
    this.#child.stdin?.on('error', () => undefined);
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  write(text: string): void {
    this.#child.stdin?.write(text);
  }

  async end(): Promise<void> {
    if (!this.isRunning || this.#child.pid === undefined) return;
    const exited = once(this.#child, 'exit');
    process.kill(-this.#child.pid, 'SIGKILL');
    await exited;
  }
}
