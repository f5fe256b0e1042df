import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { rareCollectionFlags } from '../../scripts/jest/node-flags.js';
import { eventually } from './eventually.ts';

const root = path.join(import.meta.dirname, '..', '..');
/** Where Node keeps what it has compiled: each start would compile all modules again. */
export const compiled = path.join(os.tmpdir(), 'deckcast-test-compiled');

/** Flags of `npm start`, for a server that computes in its database for seconds: optimised WebAssembly is worth its wait. */
export const computingFlags = ['--max-semi-space-size=16'];
/** Flags of a server that takes load or whose heap is measured: those of `npm start`, without the wait for optimised WebAssembly. */
export const servingFlags = [...computingFlags, '--liftoff-only'];
/**
 * Flags of a process that lives for seconds: optimised code would be ready when it ends, and a small heap would be collected
 * again and again while it starts.
 */
export const briefFlags = [
  '--liftoff-only',
  '--no-maglev',
  '--no-turbofan',
  '--initial-heap-size=300',
  ...rareCollectionFlags,
];

export interface ProcessOptions {
  /** Flags of Node.js, in place of those of a process that lives for seconds. */
  readonly flags?: readonly string[];
  /** Command line arguments. */
  readonly args?: readonly string[];
  /** What it runs, below `dist/bundle`. */
  readonly program?: 'main.js' | 'deckcast.js';
  /** The Node that runs it; by default the one that runs the tests. */
  readonly node?: string;
  /** Where its output goes: to the test, or to an open file. */
  readonly stdout?: 'pipe' | number;
}

/** Deckcast as users run it: the built `dist/bundle/main.js` in a process of its own, which tests may kill. */
export class ServerProcess {
  stdout = '';
  stderr = '';
  readonly #child: ChildProcess;

  constructor(
    env: Record<string, string>,
    {
      flags = briefFlags,
      args = [],
      program = 'main.js',
      node = process.execPath,
      stdout = 'pipe',
    }: ProcessOptions = {},
  ) {
    // Without source maps: they take longer to read than a trace is worth.
    this.#child = spawn(node, [...flags, path.join(root, 'dist', 'bundle', program), ...args], {
      env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: compiled, LOG_LEVEL: 'warn', PORT: '0', ...env },
      stdio: ['ignore', stdout, 'pipe'],
    });
    this.#child.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
  }

  /** Waits until it says where it listens. */
  async base(timeoutMs = 30_000): Promise<string> {
    return eventually(
      () => {
        if (this.#child.exitCode !== null) throw new Error(`it ended: ${this.stderr}`);
        return /REST +(http:\/\/\S+?)\/api/.exec(this.stdout)?.[1];
      },
      { timeoutMs, what: 'the start of the server process' },
    );
  }

  /** Ends the process with a signal and waits until it is gone. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const exited = this.exited();
    this.#child.kill(signal);
    return exited;
  }

  /** Sends SIGUSR2, at which what is loaded into it prints a number behind a label, and waits for that. */
  async report(label: string): Promise<number> {
    const reported = (): string[] =>
      [...this.stdout.matchAll(new RegExp(`${label}: (-?\\d+)`, 'g'))].map(([, number = '']) => number);
    const before = reported().length;
    this.signal('SIGUSR2');
    await eventually(() => reported().length > before, { timeoutMs: 30_000, what: label });
    return Number(reported().at(-1));
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Closes the reading ends of its output, as a terminal or a log collector that ends. */
  closeOutput(): void {
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }

  /** The exit code; null when a signal ended it. */
  async exited(): Promise<number | null> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit');
    return this.#child.exitCode;
  }
}
