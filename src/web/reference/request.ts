import type { Session } from '../session/session.ts';
import type { ApiDocument, Operation, Parameter } from './document.ts';
import { sampleOf } from './sample.ts';

/** What a person has filled in. */
export interface Filled {
  /** By the place and the name of a parameter. */
  readonly values: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** In place of the session; empty for the session. */
  readonly authorization: string;
}

export interface Request {
  readonly method: string;
  /** From the root of this server. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** How much of an answer the page shows. */
const mostCharacters = 200_000;

export const keyOf = ({ in: place, name }: Parameter): string => `${place} ${name}`;

/** What stands in the form at first: samples of what is needed. */
export function startOf(api: ApiDocument, operation: Operation): Filled {
  const needed = api.parametersOf(operation).filter(({ required }) => required === true);
  const values = needed.map((parameter) => {
    const { example, schema = {} } = parameter;
    const sample = example ?? sampleOf(api, schema, false);
    return [keyOf(parameter), typeof sample === 'string' ? sample : JSON.stringify(sample)];
  });
  const content = operation.requestBody?.content['application/json'];
  const sample = content && (content.example ?? sampleOf(api, content.schema ?? {}, false));
  const body = sample === undefined ? null : JSON.stringify(sample, null, 2);
  return { values: Object.fromEntries(values) as Record<string, string>, body, authorization: '' };
}

/** The request that a form describes. */
export function requestOf(
  parameters: readonly Parameter[],
  { method, path }: Operation,
  { values, body, authorization }: Filled,
): Request {
  const given = (place: Parameter['in']): (readonly [string, string])[] =>
    parameters
      .filter((one) => one.in === place && (values[keyOf(one)] ?? '') !== '')
      .map((one) => [one.name, values[keyOf(one)] ?? ''] as const);
  const inPath = new Map(given('path'));
  const filled = (path ?? '').replaceAll(/\{(\w+)\}/g, (place, name: string) =>
    inPath.has(name) ? encodeURIComponent(inPath.get(name) ?? '') : place,
  );
  const search = new URLSearchParams(given('query').map(([name, value]) => [name, value])).toString();
  const headers = Object.fromEntries(given('header'));
  if (authorization !== '') headers['Authorization'] = authorization;
  if (body !== null) headers['Content-Type'] = 'application/json';
  return { method, path: search === '' ? filled : `${filled}?${search}`, headers, body };
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The same request for a shell. The session stays in the browser: a key stands in its place. */
export function curlOf({ method, path, headers, body }: Request, origin: string): string {
  const shown = 'Authorization' in headers ? headers : { Authorization: 'Bearer YOUR_KEY', ...headers };
  const lines = [
    `curl -s ${method === 'GET' ? '' : `-X ${method} `}${quoted(origin + path)}`,
    ...Object.entries(shown).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-raw ${quoted(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** An answer as far as it has come. */
export interface Received {
  /** 0 where no answer came. */
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
  readonly bytes: number;
  readonly ms: number;
  readonly isComplete: boolean;
}

/** Sends a request by the session of the browser, and shows its answer as it comes: some never end. */
export async function send(
  { method, path, headers, body }: Request,
  session: Session,
  signal: AbortSignal,
  show: (received: Received) => void,
): Promise<void> {
  const started = performance.now();
  let received: Received = { status: 0, headers: [], text: '', bytes: 0, ms: 0, isComplete: false };
  const update = (change: Partial<Received>): void => {
    received = { ...received, ...change, ms: Math.round(performance.now() - started) };
    show(received);
  };
  const bySession = 'Authorization' in headers ? {} : session.headers;
  try {
    const response = await fetch(path, { method, headers: { ...headers, ...bySession }, body, signal });
    update({ status: response.status, headers: [...response.headers] });
    const isText = /json|text|xml/.test(response.headers.get('content-type') ?? '');
    const decoder = new TextDecoder();
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      const more = isText ? decoder.decode(part.value, { stream: true }) : '';
      const text = (received.text + more).slice(0, mostCharacters);
      update({ bytes: received.bytes + part.value.length, text });
    }
    update({ isComplete: true, text: indented(received.text) });
  } catch (error) {
    const why = signal.aborted ? '' : `${error instanceof Error ? error.message : String(error)}\n`;
    update({ isComplete: true, text: why + received.text });
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
