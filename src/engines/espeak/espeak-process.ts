import path from 'node:path';
import type { Logger } from 'pino';
import { AppError, ProcessEnded, ProcessPool } from '../../kit/core/index.ts';
import { SpeechError } from '../speech/speech.ts';
import type { EspeakRequest, EspeakResult } from './espeak.child.ts';

/** Time limits of the speech process, in milliseconds. */
export interface EspeakLimits {
  /** Time-out of one text, in milliseconds. */
  readonly timeoutMs: number;
  /** Idle time after which the process ends, in milliseconds. */
  readonly idleMs: number;
}

const program = path.join(import.meta.dirname, `espeak.child${path.extname(import.meta.filename)}`);
const unlimited = { waiting: Infinity, perHolder: Infinity, waitMs: Infinity, processorMs: Infinity };

/** The child process in which espeak runs, one text at a time. */
export class EspeakProcess {
  readonly #pool: ProcessPool<EspeakRequest, EspeakResult>;
  readonly #closing = new AbortController();

  constructor(
    private readonly limits: EspeakLimits,
    private readonly log: Logger,
  ) {
    this.#pool = new ProcessPool(program, { ...unlimited, processes: 1, ms: limits.timeoutMs, idleMs: limits.idleMs });
  }

  /** Null while it is not running. */
  get processId(): number | null {
    return this.#pool.processIds[0] ?? null;
  }

  /**
   * Speaks one text, again in a new process if the first one dies.
   *
   * @throws SpeechError `speaker_failed` at the time-out or when two processes die, `unavailable` when closed
   * @throws the reason of the signal once it is aborted
   */
  async speak(request: EspeakRequest, signal: AbortSignal): Promise<EspeakResult> {
    const wanted = AbortSignal.any([signal, this.#closing.signal]);
    try {
      return await this.#attempt(request, wanted);
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error;
      this.log.warn({ error }, 'the speech process died');
    }
    return this.#attempt(request, wanted).catch((error: unknown) => {
      throw error instanceof ProcessEnded ? diedTwice() : error;
    });
  }

  async close(): Promise<void> {
    this.#closing.abort(new SpeechError('unavailable', 'The speech process is closed.'));
    await this.#pool.close();
  }

  async #attempt(request: EspeakRequest, wanted: AbortSignal): Promise<EspeakResult> {
    wanted.throwIfAborted();
    return this.#pool.run(request, null, wanted).catch((error: unknown) => {
      wanted.throwIfAborted();
      throw error instanceof AppError ? tooSlow(this.limits.timeoutMs) : error;
    });
  }
}

function tooSlow(timeoutMs: number): SpeechError {
  return new SpeechError('speaker_failed', `espeak took longer than ${timeoutMs} ms over this text.`);
}

function diedTwice(): SpeechError {
  return new SpeechError('speaker_failed', 'The speech process died twice over this text.');
}
