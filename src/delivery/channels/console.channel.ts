import type { Writable } from 'node:stream';
import { schemaCheck } from '../../kit/input/index.ts';
import { configSchema } from '../subscriptions/channel-config.ts';
import { AttemptPhase } from '../deliveries/delivery.entity.ts';
import type { AttemptResult, Channel, EventPayload, Message } from './channel.ts';

interface ConsoleConfig {
  /** Log level in the line; `info` by default. */
  level?: 'debug' | 'info' | 'warn' | 'error' | null;
  /** `json` (one structured line, the default) or `pretty`. */
  format?: 'json' | 'pretty' | null;
  prefix?: string | null;
}

const configFaults = schemaCheck(configSchema('console'));

/** Writes one line per event to standard output, for terminals and log collectors. */
export class ConsoleChannel implements Channel {
  readonly kind = 'console';
  readonly configFaults = configFaults;

  constructor(private readonly output: Writable) {}

  async send({ payload, subscription }: Message): Promise<AttemptResult> {
    const config = subscription.channelConfig as ConsoleConfig;
    const line =
      config.format === 'pretty' ? prettyLine(payload, config) : jsonLine(payload, config, subscription.name);
    const { promise, resolve } = Promise.withResolvers<NodeJS.ErrnoException | null | undefined>();
    this.output.write(`${line}\n`, resolve);
    const error = await promise;
    if (!error) return { verdict: 'delivered', phase: AttemptPhase.ANSWERED };
    const reason = `The standard output of the process cannot be written (${error.code ?? error.message}).`;
    return { verdict: 'retry', phase: AttemptPhase.INTERRUPTED, error: reason };
  }
}

function jsonLine(payload: EventPayload, { level, prefix }: ConsoleConfig, subscription: string): string {
  return inertJson({ level: level ?? 'info', prefix: prefix ?? undefined, subscription, event: payload });
}

function prettyLine({ timestamp, type, deckId, data }: EventPayload, { level, prefix }: ConsoleConfig): string {
  const place = deckId === null ? '' : ` deck=${deckId}`;
  return `${timestamp} ${(level ?? 'info').toUpperCase()} ${printable(prefix ?? '')}${type}${place} ${inertJson(data)}`;
}

/**
 * JSON that a terminal does not execute. `JSON.stringify` escapes line breaks and the controls below U+0020. DEL and the
 * controls from U+0080 to U+009F, among them U+009B, which begins a command as ESC [ does, stay as they are.
 */
function inertJson(value: object): string {
  return JSON.stringify(value).replaceAll(
    /\p{Cc}/gu,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}
