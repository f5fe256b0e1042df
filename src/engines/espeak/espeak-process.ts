import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Logger } from 'pino';
import type { EspeakResult, EspeakRequest } from './espeak-child.ts';
import { SpeechError } from '../speech/speech.ts';
import { Semaphore } from '../../kit/core/index.ts';

/** Time limits of the speech process, in milliseconds. */
export interface EspeakLimits {
  /** Time-out of one text, in milliseconds. */
  readonly timeoutMs: number;
  /** Idle time after which the process ends, in milliseconds. */
  readonly idleMs: number;
}

const program = path.join(import.meta.dirname, `espeak-child${path.extname(import.meta.filename)}`);

/**
 * The child process in which espeak runs, one text at a time. It starts with the first text, and ends when idle or with
 * this process. A new one replaces one that died.
 */
export class EspeakProcess {
  readonly #semaphore = new Semaphore(1);
  readonly #closing = new AbortController();
  #child: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly limits: EspeakLimits,
    private readonly log: Logger,
  ) {}

  /** Null while it is not running. */
  get processId(): number | null {
    return this.#child?.pid ?? null;
  }

  /**
   * Speaks one text, again in a new process if the first one dies.
   *
   * @throws SpeechError `speaker_failed` at the time-out or when two processes die, `unavailable` when closed
   * @throws the reason of the signal once it is aborted
   */
  async ask(request: EspeakRequest, signal: AbortSignal): Promise<EspeakResult> {
    const wanted = AbortSignal.any([signal, this.#closing.signal]);
    return this.#semaphore.run(async () => {
      clearTimeout(this.#idle);
      try {
        return (await this.#attempt(request, wanted)) ?? (await this.#attempt(request, wanted)) ?? died();
      } finally {
        this.#idle = setTimeout(() => void this.#end(), this.limits.idleMs).unref();
      }
    }, wanted);
  }

  async close(): Promise<void> {
    this.#closing.abort(new SpeechError('unavailable', 'The speech process is closed.'));
    clearTimeout(this.#idle);
    await this.#end();
  }

  /** Sends a request. @returns the result; null when the child died */
  async #attempt(request: EspeakRequest, wanted: AbortSignal): Promise<EspeakResult | null> {
    const child = (this.#child ??= this.#start());
    const death = new AbortController();
    const hasDied = (): void => death.abort();
    child.once('exit', hasDied);
    child.channel?.ref();
    const late = AbortSignal.timeout(this.limits.timeoutMs);
    try {
      const answered = once(child, 'message', { signal: AbortSignal.any([wanted, late, death.signal]) });
      child.send(request);
      return ((await answered) as [EspeakResult])[0];
    } catch (error) {
      // Only the end of its process stops espeak.
      await this.#end();
      wanted.throwIfAborted();
      if (late.aborted) throw tooSlow(this.limits.timeoutMs);
      this.log.warn({ error, exitCode: child.exitCode, signal: child.signalCode }, 'the speech process died');
      return null;
    } finally {
      child.off('exit', hasDied);
      child.channel?.unref();
    }
  }

  /** An idle child does not keep this process alive. It gets no environment variables, because they may hold secrets. */
  #start(): ChildProcess {
    const child = fork(program, {
      serialization: 'advanced',
      execArgv: [],
      env: {},
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.unref();
    child.channel?.unref();
    child.on('exit', () => {
      if (this.#child === child) this.#child = null;
    });
    // A failed start rejects the request that waits for an answer.
    child.on('error', () => undefined);
    return child;
  }

  async #end(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.ref();
    child.kill('SIGKILL');
    await gone;
  }
}

function tooSlow(timeoutMs: number): SpeechError {
  return new SpeechError('speaker_failed', `espeak took longer than ${timeoutMs} ms over this text.`);
}

function died(): never {
  throw new SpeechError('speaker_failed', 'The speech process died twice over this text.');
}
