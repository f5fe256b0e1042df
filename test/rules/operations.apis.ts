import { buildClientSchema, getIntrospectionQuery, type GraphQLSchema, type IntrospectionQuery } from 'graphql';
import { type Client, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { EventStream } from '../helpers/event-stream.ts';
import { GraphQLClient } from '../helpers/graphql-client.ts';
import { RestClient } from '../helpers/rest-client.ts';
import type { TestApp } from '../helpers/test-app.ts';
import { fieldsOf, operationText } from './operations.documents.ts';
import { type Asked, ownCredential } from './operations.requests.ts';

/** The session of a browser, and the credential that it was made by. */
interface BrowserSession {
  readonly cookie: string;
  readonly csrfToken: string;
  readonly madeBy: string;
}

/** What a caller sends to be known: an Authorization header, or what its browser has; undefined sends nothing. */
export type Authorization = string | BrowserSession | undefined;

interface Route {
  readonly method: string;
  readonly path: string;
  readonly isStream: boolean;
}

interface Document {
  readonly paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, { content?: Record<string, object> }> }>
  >;
}

interface Result {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { readonly extensions?: { readonly code?: string } }[] | undefined;
}

const nobody = '01900000-0000-7000-8000-000000000000';

/** How long a stream may say nothing until it counts as silent, in milliseconds. */
const silenceMs = 2_000;

/** Requests an operation at each of its APIs, and gives the outcome in the words of the table. */
export class OperationApis {
  readonly #routes = new Map<string, Route>();
  #schema!: GraphQLSchema;
  #rest!: RestClient;
  #asset = '';
  readonly #sockets = new Map<Authorization, Client>();

  constructor(private readonly app: TestApp) {}

  async open(authorization: string): Promise<this> {
    const { base } = this.app;
    this.#rest = await new RestClient(base).open({ authorization });
    const { paths } = (await (
      await fetch(`${base}/api/openapi.json`, { headers: { authorization } })
    ).json()) as Document;
    for (const [path, operations] of Object.entries(paths)) {
      for (const [method, { operationId, responses }] of Object.entries(operations)) {
        const isStream = Object.hasOwn(responses['200']?.content ?? {}, 'text/event-stream');
        this.#routes.set(operationId, { method: method.toUpperCase(), path, isStream });
      }
    }
    this.#schema = buildClientSchema(await this.app.graphql.data<IntrospectionQuery>(getIntrospectionQuery()));
    const page = await (await fetch(`${base}/graphql`, { headers: { accept: 'text/html' } })).text();
    this.#asset = /\/assets\/[\w.-]+\.js/.exec(page)?.[0] ?? '';
    return this;
  }

  async close(): Promise<void> {
    for (const client of this.#sockets.values()) await client.dispose();
  }

  /** Every operation that the OpenAPI document describes. */
  get operations(): string[] {
    return [...this.#routes.keys()];
  }

  /** Whether an operation of the document may change something, by its method. */
  isUnsafe(operation: string): boolean {
    return this.#routes.has(operation) && this.#routeOf(operation).method !== 'GET';
  }

  /** Every field of Query, Mutation and Subscription. */
  get fields(): string[] {
    return fieldsOf(this.#schema);
  }

  /** @param operation an operationId, or one of the pages */
  async rest(operation: string, asked: Asked, authorization: Authorization): Promise<string> {
    const headers = headersOf(authorization);
    if (operation.startsWith('page:')) {
      const paths: Record<string, string> = {
        'page:assets': this.#asset,
        'page:home': '/',
        'page:reference': '/api/docs',
      };
      const path = paths[operation] ?? '/graphql';
      const page = await fetch(this.app.base + path, { headers: { ...headers, accept: 'text/html' } });
      // Its connection stays open until all of it is read.
      await page.arrayBuffer();
      return statusOf(page);
    }
    const { method, path, isStream } = this.#routeOf(operation);
    const query = asked.query === undefined ? '' : `?${new URLSearchParams(asked.query).toString()}`;
    const url = filled(path, asked.path ?? {}) + query;
    if (!isStream) return statusOf(await this.#rest.send(method, url, asked.body, headers));
    const { answer } = await EventStream.open(this.app.base + url, headers);
    answer.destroy();
    return statusOf({ status: answer.statusCode ?? 0 });
  }

  /**
   * The same operation with nothing right about the rest: unknown ids, broken JSON, a broken query, and for reads the
   * method HEAD. Who may not ask is not told of any of it.
   */
  async brokenRest(operation: string, asked: Asked, authorization: Authorization): Promise<string[]> {
    const { method, path } = this.#routeOf(operation);
    const unknown = Object.fromEntries(Object.keys(asked.path ?? {}).map((name) => [name, nobody]));
    const url = `${filled(path, unknown)}?first=x`;
    const send = async (verb: string, body?: string): Promise<string> =>
      statusOf(await this.#rest.send(verb, url, body, headersOf(authorization)));
    const answers = [await send(method, asked.body === undefined ? undefined : '{')];
    return method === 'GET' ? [...answers, await send('HEAD')] : answers;
  }

  /** The same request for objects that nobody has. */
  async unknownRest(operation: string, asked: Asked, authorization: Authorization): Promise<string> {
    const unknown = (named: Asked['path'] = {}): Record<string, string> =>
      Object.fromEntries(Object.entries(named).map(([name, value]) => [name, name.endsWith('Id') ? nobody : value]));
    return this.rest(operation, { ...asked, path: unknown(asked.path), query: unknown(asked.query) }, authorization);
  }

  async graphql(field: string, { values = {} }: Asked, authorization: Authorization): Promise<string> {
    const client = new GraphQLClient(this.app.base, headersOf(authorization));
    return resultOf(
      await client.send<Record<string, unknown> | null>(operationText(this.#schema, field, values), values),
    );
  }

  /** Over a socket, which a caller whom it accepts keeps open. */
  async socket(field: string, { values = {}, stir }: Asked, authorization: Authorization): Promise<string> {
    const client = this.#sockets.get(authorization) ?? this.#connect(authorization);
    const query = operationText(this.#schema, field, values);
    let stop = (): void => {};
    let silence: NodeJS.Timeout | undefined;
    const outcome = new Promise<string>((resolve) => {
      stop = client.subscribe(
        { query, variables: withOwn(values, authorization) },
        {
          next: (result) => resolve(resultOf(result as Result)),
          error: (reason) => resolve(endOf(reason)),
          complete: () => resolve('ended without a result'),
        },
      );
      silence = setTimeout(() => resolve('silent'), silenceMs);
    });
    const stirred: Promise<unknown>[] = [];
    const stirring = stir === undefined ? undefined : setInterval(() => stirred.push(stir()), 200);
    return outcome.finally(async () => {
      clearInterval(stirring);
      clearTimeout(silence);
      stop();
      await Promise.all(stirred);
    });
  }

  #connect(authorization: Authorization): Client {
    const client = createClient({
      url: `${this.app.base.replace('http', 'ws')}/graphql`,
      webSocketImpl: typeof authorization === 'object' ? socketOf(authorization, this.app.base) : WebSocket,
      retryAttempts: 0,
      // Shorter than the time that Jest gives a worker to end.
      lazyCloseTimeout: 50,
      ...(typeof authorization === 'string' ? { connectionParams: { authorization } } : {}),
    });
    this.#sockets.set(authorization, client);
    return client;
  }

  #routeOf(operation: string): Route {
    const route = this.#routes.get(operation);
    if (route === undefined) throw new Error(`the OpenAPI document has no operation ${operation}`);
    return route;
  }
}

function withOwn(values: object, authorization: Authorization): Record<string, unknown> {
  const credential = typeof authorization === 'object' ? authorization.madeBy : authorization;
  const own = (value: unknown): unknown => (value === ownCredential ? credential : value);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, own(value)]));
}

function headersOf(authorization: Authorization): Record<string, string> {
  if (typeof authorization !== 'object') return authorization === undefined ? {} : { authorization };
  return { cookie: authorization.cookie, 'x-csrf-token': authorization.csrfToken };
}

/** Sockets as a page on this origin opens them: a browser sends the cookie, and can send no other header. */
function socketOf({ cookie }: BrowserSession, origin: string) {
  return class extends WebSocket {
    constructor(url: string, protocols: string[]) {
      super(url, protocols, { headers: { cookie }, origin });
    }
  };
}

function filled(path: string, parameters: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`the request names no ${name} for ${path}`);
    return value;
  });
}

function statusOf({ status }: { readonly status: number }): string {
  return status >= 200 && status < 300 ? 'ok' : `${status}`;
}

const statuses: Readonly<Record<string, string>> = { UNAUTHENTICATED: '401', FORBIDDEN: '403', NOT_FOUND: '404' };

/** A field that is null without an error names an object that is not there for the caller. */
function resultOf({ data, errors }: Result): string {
  const [error] = errors ?? [];
  if (error === undefined) return holdsData(data) ? 'ok' : '404';
  const code = error.extensions?.code ?? 'an error without a code';
  return holdsData(data) ? `${code} with data` : (statuses[code] ?? code);
}

function holdsData(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  return typeof value !== 'object' || Object.values(value).length === 0 || Object.values(value).some(holdsData);
}

/** What ended an operation of a socket: errors, or the close of the socket, 4403 for who may not come in. */
function endOf(reason: unknown): string {
  if (Array.isArray(reason)) return resultOf({ errors: reason as Result['errors'] & object });
  const { code } = reason as { code?: number };
  return code === 4403 ? '401' : `closed with ${code}`;
}
