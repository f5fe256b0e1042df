import { validateHeaderName, validateHeaderValue } from 'node:http';
import { Agent } from 'undici';
import { type Fault, traceOfNow } from '../../kit/core/index.ts';
import { escapeSegment, schemaCheck } from '../../kit/input/index.ts';
import { configSchema } from '../subscriptions/channel-config.ts';
import { AttemptPhase } from '../deliveries/delivery.entity.ts';
import type { AttemptLimits, AttemptResult, Channel, EventPayload, Message } from './channel.ts';
import { cloudEventHeaders, type CloudEventOrigin } from './cloud-event.ts';
import { exchange } from './exchange.ts';
import { safeText } from './safe-text.ts';
import { secretSpellings } from './secret-spellings.ts';
import { webhookAgent, deliveryHeaders } from './signature.ts';
import { ForbiddenTargetError, TargetGuard, type TargetGuardOptions } from './target-guard.ts';
import { judgeResponse, judgeFailure } from './webhook-response.ts';

interface WebhookConfig {
  url: string;
  headers?: Record<string, string> | null;
  format?: 'deckcast' | 'cloudevents' | null;
}

const shapeFaults = schemaCheck(configSchema('webhook'));

/** Time limit for a connection, in milliseconds. */
const connectTimeoutMs = 5_000;

/** Headers of the connection, the signature and this service, which a subscription cannot set. */
const reservedHeader =
  /^(host|connection|content-length|content-type|transfer-encoding|keep-alive|te|trailer|upgrade|expect|proxy-.*|webhook-.*|deckcast-.*)$/i;

/** The attributes of CloudEvents, which such a subscription cannot set either. */
const attributeHeader = /^ce-/i;

interface TargetOptions extends TargetGuardOptions {
  /** Reads `allowsLoopback` anew. Settings are judged without it, inside the transaction of their change. */
  readonly refresh: () => Promise<void>;
  /** Whether a URL is a playground receiver of this server, which is allowed wherever the server is. */
  readonly isOwnReceiver: (url: URL) => boolean;
}

/** POSTs the event, or its data as a CloudEvent, as JSON with a Standard Webhooks signature. 2xx is a success; redirects are not followed. */
export class WebhookChannel implements Channel {
  readonly kind = 'webhook';
  readonly #guard: TargetGuard;
  readonly #agent: Agent;
  /** For the receivers of this server alone: it connects to any address. */
  readonly #ownAgent: Agent;

  constructor(
    private readonly targets: TargetOptions,
    private readonly origin: CloudEventOrigin,
  ) {
    this.#guard = new TargetGuard(targets);
    // `exchange` limits the whole attempt; undici's own timers are less exact.
    const limits = { headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: 16_384 };
    this.#agent = new Agent({ ...limits, connect: this.#guard.connector(connectTimeoutMs) });
    this.#ownAgent = new Agent({ ...limits, connect: { timeout: connectTimeoutMs } });
  }

  configFaults(config: Readonly<Record<string, unknown>>, pointer: string): readonly Fault[] {
    const faults = shapeFaults(config, pointer);
    if (faults.length > 0) return faults;
    const { url, headers, format } = config as unknown as WebhookConfig;
    const refusal = this.#refusal(new URL(url));
    return [
      ...(refusal === null ? [] : [{ pointer: `${pointer}/url`, code: 'unsafe' as const, detail: refusal }]),
      ...Object.entries(headers ?? {}).flatMap(([name, value]) => headerFaults(name, value, `${pointer}/headers`)),
      ...(format === 'cloudevents' ? attributeFaults(Object.keys(headers ?? {}), `${pointer}/headers`) : []),
    ];
  }

  async send({ payload, cursor, subscription }: Message, limits: AttemptLimits): Promise<AttemptResult> {
    const { url: address, headers, format } = subscription.channelConfig as unknown as WebhookConfig;
    const url = new URL(address);
    // The connector checks new connections alone: one that is kept may lead to a target that is no longer allowed.
    await this.targets.refresh();
    const refusal = this.#refusal(url);
    if (refusal !== null) return notAttempted(refusal);
    const secrets = [subscription.secret, subscription.previousSecret].filter((secret) => secret !== null);
    const content = this.#contentOf(payload, format);
    const body = JSON.stringify(content.body);
    const sentAt = new Date();
    try {
      const request = {
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'POST' as const,
        headers: {
          'user-agent': webhookAgent,
          ...traceHeader(),
          ...inLowerCase(headers),
          ...content.headers,
          ...deliveryHeaders(payload.id, { body, cursor }, secrets, sentAt),
        },
        body,
      };
      const agent = this.targets.isOwnReceiver(url) ? this.#ownAgent : this.#agent;
      const response = await exchange(agent, request, limits);
      const text =
        response.beginning.length === 0
          ? ''
          : safeText(response.beginning, secretSpellings([...secrets, ...Object.values(headers ?? {})]));
      return judgeResponse(response.statusCode, response.headers, text, sentAt);
    } catch (error) {
      if (limits.signal.aborted) throw error;
      if (error instanceof ForbiddenTargetError) return notAttempted(error.message);
      return judgeFailure(error, limits.timeoutMs);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#agent.destroy(), this.#ownAgent.destroy()]);
  }

  #refusal(url: URL): string | null {
    return this.targets.isOwnReceiver(url) ? null : this.#guard.refusal(url);
  }

  #contentOf(
    payload: EventPayload,
    format: WebhookConfig['format'],
  ): { headers: Record<string, string>; body: object } {
    if (format !== 'cloudevents') return { headers: {}, body: payload };
    return { headers: cloudEventHeaders(payload, this.origin), body: payload.data };
  }
}

/** Lets the receiver continue the trace; nothing where there are no traces. */
function traceHeader(): Record<string, string> {
  const traceparent = traceOfNow();
  return traceparent === null ? {} : { traceparent };
}

/** Retried like a failed connection: the name may have another address later, or an operator may allow the target. */
function notAttempted(error: string): AttemptResult {
  return { verdict: 'retry', phase: AttemptPhase.NOT_SENT, error };
}

/** Lower case, so that a configured header replaces the default one instead of being sent beside it. */
function inLowerCase(headers: WebhookConfig['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
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

function attributeFaults(names: readonly string[], pointer: string): Fault[] {
  return names
    .filter((name) => attributeHeader.test(name))
    .map((name) => ({
      pointer: `${pointer}/${escapeSegment(name)}`,
      code: 'format' as const,
      detail: `The header ${name} is an attribute of CloudEvents, which the sender sets: leave it out, or choose the format deckcast.`,
    }));
}
