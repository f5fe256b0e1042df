import { validateHeaderName, validateHeaderValue } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { Agent, request } from 'undici';
import type { Fault } from '../../errors.ts';
import { escapeSegment } from '../../input/safe-json.ts';
import { schemaCheck } from '../../input/validate.ts';
import type { AttemptResult, Channel, Message } from './channel.ts';

interface WebhookConfig {
  url: string;
  headers?: Record<string, string> | null;
}

/** Most of an answer's body that is read: enough to free the connection, too little to be hurt by. */
const maxResponseBytes = 65_536;

const shapeFaults = schemaCheck({
  type: 'object',
  required: ['url'],
  properties: {
    url: { type: 'string', maxLength: 2_048, format: 'http-url' },
    headers: {
      anyOf: [
        { type: 'object', maxProperties: 20, additionalProperties: { type: 'string', maxLength: 4_096 } },
        { type: 'null' },
      ],
    },
  },
});

/** Headers that belong to the connection or to the signature: a subscription cannot set them. */
const reservedHeader =
  /^(host|connection|content-length|content-type|transfer-encoding|keep-alive|te|trailer|upgrade|expect|proxy-.*|webhook-.*)$/i;

/** POSTs the event as JSON, signed by Standard Webhooks. 2xx is success; redirects are not followed. */
export class WebhookChannel implements Channel {
  readonly kind = 'webhook';
  readonly #agent: Agent;

  constructor(private readonly timeoutMs: number) {
    this.#agent = new Agent({
      connect: { timeout: Math.min(5_000, timeoutMs) },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxHeaderSize: 16_384,
    });
  }

  configFaults(config: Readonly<Record<string, unknown>>, pointer: string): readonly Fault[] {
    const faults = shapeFaults(config, pointer);
    if (faults.length > 0) return faults;
    return Object.entries((config as unknown as WebhookConfig).headers ?? {}).flatMap(([name, value]) =>
      headerFaults(name, value, `${pointer}/headers`),
    );
  }

  async send({ payload, subscription }: Message, signal: AbortSignal): Promise<AttemptResult> {
    const { url, headers } = subscription.channelConfig as unknown as WebhookConfig;
    const body = JSON.stringify(payload);
    const sentAt = new Date();
    try {
      const response = await request(url, {
        method: 'POST',
        dispatcher: this.#agent,
        signal: AbortSignal.any([signal, AbortSignal.timeout(this.timeoutMs)]),
        headers: {
          'user-agent': 'Deckcast-Webhooks/1',
          ...inLowerCase(headers),
          'content-type': 'application/json',
          'webhook-id': payload.id,
          'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
          'webhook-signature': new Webhook(subscription.secret).sign(payload.id, sentAt, body),
        },
        body,
      });
      await response.body.dump({ limit: maxResponseBytes }).catch(() => undefined);
      return judge(response.statusCode);
    } catch (error) {
      if (signal.aborted) throw error;
      return { verdict: 'retry', error: explain(error, this.timeoutMs) };
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

/** So that a configured header replaces one of ours, and is never sent beside it in another spelling. */
function inLowerCase(headers: WebhookConfig['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
}

function judge(statusCode: number): AttemptResult {
  if (statusCode >= 200 && statusCode < 300) return { verdict: 'delivered', statusCode };
  const error =
    statusCode >= 300 && statusCode < 400
      ? `The receiver answered with a redirect (${statusCode}), which is never followed.`
      : `The receiver answered ${statusCode}.`;
  return { verdict: 'retry', statusCode, error };
}

/** Only the name or code of the error: its message may hold the address. */
function explain(error: unknown, timeoutMs: number): string {
  const { name, code } = error as { name?: unknown; code?: unknown };
  if (name === 'TimeoutError' || name === 'AbortError') return `There was no answer within ${timeoutMs} ms.`;
  return `The request failed (${String(typeof code === 'string' ? code : name)}).`;
}

function headerFaults(name: string, value: string, pointer: string): Fault[] {
  const here = `${pointer}/${escapeSegment(name)}`;
  if (reservedHeader.test(name)) {
    return [
      { pointer: here, code: 'format', detail: `The header ${name} is set by the sender and cannot be configured.` },
    ];
  }
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return [];
  } catch {
    return [{ pointer: here, code: 'format', detail: `${name.slice(0, 100)} is not a header that HTTP allows.` }];
  }
}
