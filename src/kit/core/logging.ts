import { type DestinationStream, type LogFn, type Logger, pino } from 'pino';
import { currentSpan } from './tracing/span.ts';

/**
 * The process's log: one JSON object a line, on standard output by default. Callers name what they log field by field; request
 * bodies, headers, queries and homeowner's data are never among it.
 *
 * Lines go through the stream rather than through pino's own writer, which at exit retries a failed write endlessly.
 *
 * @param number names the process in each line, where several write the same log
 */
export function createLogger(level: string, destination: DestinationStream = process.stdout, number?: number): Logger {
  const errors: LoggedError[] = [];
  const log = pino(
    {
      level,
      base: number === undefined ? null : { process: number },
      serializers: { error: describeError },
      hooks: {
        logMethod(given, write, of) {
          if (of >= errorLevel) keepError(errors, given);
          write.apply(this, withTrace(given));
        },
      },
    },
    destination,
  );
  errorsOf.set(log, errors);
  return log;
}

type Line = Parameters<LogFn>;

/** Leads from a line to its trace. A mixin of pino would also cost those lines something that have none. */
function withTrace(given: Line): Line {
  const span = currentSpan();
  if (span === undefined) return given;
  const { traceId } = span;
  const [first, ...others] = given;
  return (typeof first === 'object' ? [{ ...first, traceId }, ...others] : [{ traceId }, ...given]) as Line;
}

/** pino's number for errors; fatal ones are above it. */
const errorLevel = 50;
/** Errors of a process that are kept. */
const mostErrors = 20;

/** An error that was logged, without its fields. */
export interface LoggedError {
  readonly at: Date;
  readonly sentence: string;
}

const errorsOf = new WeakMap<Logger, LoggedError[]>();

function keepError(errors: LoggedError[], given: readonly unknown[]): void {
  const sentence = given.find((one) => typeof one === 'string') ?? 'An error without a sentence.';
  errors.unshift({ at: new Date(), sentence });
  errors.length = Math.min(errors.length, mostErrors);
}

/** The errors that a process has logged last, newest first. Memory alone holds them: the log is elsewhere. */
export function recentErrors(log: Logger): readonly LoggedError[] {
  return errorsOf.get(log) ?? [];
}

/** Where a log goes: lines for people on a terminal, JSON for programs elsewhere. */
export async function logDestination(output: NodeJS.WriteStream): Promise<DestinationStream> {
  if (!output.isTTY) return output;
  // Loaded here: a server that nobody watches does not need it.
  const { prettyFactory } = await import('pino-pretty');
  const format = prettyFactory({ translateTime: 'SYS:HH:MM:ss' });
  return { write: (line) => void output.write(format(line)) };
}

/**
 * What may be logged of an error. The texts of database errors are left out: they repeat the values of the statement,
 * and with them names, addresses and secrets.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, constraint, table } = error as Error & Partial<Record<'code' | 'constraint' | 'table', string>>;
  const frames = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');
  const isDatabaseError = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code);
  return {
    type: error.constructor.name,
    ...(isDatabaseError ? { constraint, table } : { message: error.message }),
    code,
    frames,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
