import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { loadConfig } from '../config.ts';
import { deliveryHeaders, newSigningSecret, signatureHeaders, webhookAgent } from '../delivery/channels/signature.ts';
import { keyHeaders, serverAddress } from './running-server.ts';
import type { Surroundings } from './surroundings.ts';

interface ListenOptions {
  readonly forwardTo: string;
  readonly server?: string;
  readonly types?: string;
  readonly after?: string;
  readonly secret?: string;
  readonly json?: boolean;
}

/** The event as the stream has it: what a webhook contains, and its cursor. */
interface StreamedEvent {
  readonly id: string;
  readonly type: string;
  readonly cursor: string;
}

/** What became of one event. */
interface Forwarded {
  readonly id: string;
  readonly type: string;
  readonly cursor: string;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly durationMs: number;
}

interface Source {
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly types: string | undefined;
  readonly signal: AbortSignal;
}

/** As long as a webhook may take by default, in milliseconds. */
const receiverTimeoutMs = 15_000;
/** A stream that has sent nothing for so long is lost: a comment comes every 15 seconds. */
const silenceMs = 45_000;
const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/** Another connection may succeed. */
class LostConnection extends Error {}

/** Forwards the events of a running server to a receiver that the server itself cannot reach. */
export function addListen(program: Command, { env }: Surroundings): void {
  program
    .command('listen')
    .description('Forwards events as they happen to a receiver, such as one on your laptop, signed as webhooks are.')
    .requiredOption('--forward-to <url>', 'the receiver, such as http://localhost:3000/hook')
    .option('--server <url>', 'the server whose events are followed; the one at HOST and PORT by default')
    .option('--types <types>', 'event types or patterns such as contract.*, separated by commas; all by default')
    .option('--after <cursor>', 'begins behind the event with this cursor, instead of now')
    .option('--secret <secret>', 'signs with this secret (whsec_…) instead of a new one')
    .option('--json', 'one JSON object a line')
    .addHelpText('after', '\nThe key is API_KEY, with the scope events:read. An event is sent once, and not again.')
    .action(async ({ forwardTo, server, types, after, secret = newSigningSecret(), json = false }: ListenOptions) => {
      const stopped = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());
      const config = loadConfig(env);
      const base = server === undefined ? serverAddress(config) : origin(server, '--server');
      const receiver = httpUrl(forwardTo, '--forward-to');
      requireSecret(secret);
      const source = { base, headers: keyHeaders(config), types, signal: stopped.signal };
      let cursor = after ?? (await latestCursor(source));
      console.log(
        json
          ? JSON.stringify({ server: base, forwardTo: receiver.href, secret, cursor })
          : `Events of ${base} are forwarded to ${receiver.href}, signed with\n${secret}`,
      );
      const advance = async (event: StreamedEvent): Promise<void> => {
        const result = await forward(event, receiver, secret, stopped.signal);
        if (stopped.signal.aborted) return;
        cursor = event.cursor;
        console.log(json ? JSON.stringify(result) : sentence(result));
      };
      await followOn(source, () => cursor, advance);
    });
}

/** Follows until it is stopped. A lost connection is opened again behind the last event. */
async function followOn(
  source: Source,
  cursorNow: () => string,
  onEvent: (event: StreamedEvent) => Promise<void>,
): Promise<void> {
  let pauseMs = firstPauseMs;
  const onOpen = (): void => {
    pauseMs = firstPauseMs;
  };
  while (!source.signal.aborted) {
    try {
      // One connection after the other.
      // oxlint-disable-next-line no-await-in-loop
      await follow(source, cursorNow(), onOpen, onEvent);
    } catch (error) {
      if (source.signal.aborted) return;
      if (!(error instanceof LostConnection)) throw error;
      console.error(`${error.message} It is opened again in ${pauseMs / 1_000} s.`);
      // oxlint-disable-next-line no-await-in-loop
      await delay(pauseMs, undefined, { signal: source.signal }).catch(() => undefined);
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    }
  }
}

/** Reads one connection to its end. */
async function follow(
  source: Source,
  after: string,
  onOpen: () => void,
  onEvent: (event: StreamedEvent) => Promise<void>,
): Promise<void> {
  const query = new URLSearchParams({ after, ...(source.types === undefined ? {} : { types: source.types }) });
  const silent = new AbortController();
  const silence = setTimeout(() => silent.abort(), silenceMs);
  try {
    const signal = AbortSignal.any([source.signal, silent.signal]);
    const { body } = await request({ ...source, signal }, `/api/events/stream?${query.toString()}`);
    onOpen();
    const frames = body
      ?.pipeThrough(watched(() => silence.refresh()))
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream());
    for await (const { event, data } of frames ?? []) {
      if (event === 'problem') throw new Error((JSON.parse(data) as { detail: string }).detail);
      await onEvent(JSON.parse(data) as StreamedEvent);
    }
  } catch (error) {
    // What the body of an answer is cut off with.
    throw error instanceof TypeError || silent.signal.aborted
      ? new LostConnection('The connection to the server is lost.')
      : error;
  } finally {
    clearTimeout(silence);
  }
  throw new LostConnection('The server has ended the connection.');
}

const watched = (onChunk: () => void) =>
  new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      onChunk();
      controller.enqueue(chunk);
    },
  });

async function latestCursor(source: Source): Promise<string> {
  const answer = await request(source, '/api/events/latest-cursor').catch((error: unknown) => {
    throw error instanceof LostConnection
      ? new Error(`No server answers at ${source.base}: start it, or name another one with --server.`)
      : error;
  });
  return ((await answer.json()) as { latestCursor: { cursor: string } }).latestCursor.cursor;
}

/** @throws LostConnection where the same request may succeed later; Error with the refusal otherwise */
async function request({ base, headers, signal }: Source, path: string): Promise<Response> {
  const answer = await fetch(`${base}${path}`, { headers, signal }).catch(() => {
    throw new LostConnection('The server does not answer.');
  });
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => null)) as { detail?: string; firstCursor?: string } | null;
  const detail = problem?.detail ?? `${base} answered ${answer.status}.`;
  if (answer.status === 429 || answer.status >= 500) throw new LostConnection(detail);
  if (answer.status === 401) {
    throw new Error(`The server at ${base} needs a key: set API_KEY to one with the scope events:read.`);
  }
  const first = problem?.firstCursor;
  throw new Error(first === undefined ? detail : `${detail} The events that are kept begin with --after ${first}`);
}

/** Sends one event as a webhook. A failure is a result: the next event is sent all the same. */
async function forward(event: StreamedEvent, receiver: URL, secret: string, stopped: AbortSignal): Promise<Forwarded> {
  const { cursor, ...payload } = event;
  const { id, type } = payload;
  const body = JSON.stringify(payload);
  const since = performance.now();
  const result = await fetch(receiver, {
    method: 'POST',
    body,
    headers: {
      'user-agent': webhookAgent,
      ...deliveryHeaders(id, { body, cursor }, [secret], new Date()),
    },
    redirect: 'manual',
    signal: AbortSignal.any([stopped, AbortSignal.timeout(receiverTimeoutMs)]),
  }).then(
    async (answer) => {
      await answer.body?.cancel();
      return { statusCode: answer.status, error: null };
    },
    (error: unknown) => ({ statusCode: null, error: failureOf(error) }),
  );
  return { id, type, cursor, ...result, durationMs: Math.round(performance.now() - since) };
}

function failureOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return `the receiver has not answered within ${receiverTimeoutMs / 1_000} s`;
  }
  const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
  if (cause?.code === 'ECONNREFUSED') return 'nothing listens there';
  return `the connection failed (${cause?.code ?? cause?.message ?? 'no answer'})`;
}

function sentence({ id, type, statusCode, error, durationMs }: Forwarded): string {
  const result = statusCode === null ? error : `${statusCode} after ${durationMs} ms`;
  return `${new Date().toISOString().slice(11, 19)} ${type} ${id}: ${result}`;
}

function httpUrl(text: string, option: string): URL {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new Error(`${option} must be a URL such as http://localhost:3000/hook, and is "${text}".`);
}

const origin = (text: string, option: string): string => httpUrl(text, option).origin;

function requireSecret(secret: string): void {
  try {
    signatureHeaders('id', '', [secret], new Date());
  } catch {
    throw new Error('--secret must be whsec_ and base64, as subscriptions have it.');
  }
}
