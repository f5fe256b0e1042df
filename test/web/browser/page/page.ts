import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client/core';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { cacheExchange, Client, type ExecutionResult, fetchExchange, subscriptionExchange } from '@urql/core';
import { OperationTypeNode } from 'graphql';
import { type Client as Socket, createClient } from 'graphql-ws';
import type { Driver, Followed } from './driver.ts';

const create = 'mutation { createDeck(input: { name: "Made in a browser" }) { deck { id } } }';
const read = 'query ($id: ID!) { deck(id: $id) { name } }';
const follow = 'subscription { events(types: ["deck.created"]) { type } }';

interface Made {
  createDeck: { deck: { id: string } };
}
interface Read {
  deck: { name: string };
}
interface Received {
  events: { type: string };
}

const headersOf = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });

function socketTo(base: string, key: string): Socket {
  return createClient({
    url: `${base.replace('http', 'ws')}/graphql`,
    connectionParams: headersOf(key),
    retryAttempts: 0,
  });
}

const followed: { source?: EventSource; received: string[]; problem: string | null } = { received: [], problem: null };
const states: Record<number, Followed['state']> = { 0: 'connecting', 1: 'open', 2: 'closed' };

/** Repeats a change until it is heard of: a subscription begins some time after it was asked for. */
async function until(change: () => Promise<unknown>, received: Promise<string>): Promise<string> {
  for (;;) {
    await change();
    const pause = new Promise<null>((resolve) => setTimeout(resolve, 100, null));
    const type = await Promise.race([received, pause]);
    if (type !== null) return type;
  }
}

const driver: Driver = {
  async apollo(base, key) {
    const socket = socketTo(base, key);
    const link = ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      new GraphQLWsLink(socket),
      new HttpLink({ uri: `${base}/graphql`, headers: headersOf(key) }),
    );
    const client = new ApolloClient({ link, cache: new InMemoryCache() });
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const next = ({ data }: { data?: Received | undefined }): void => resolve(data?.events.type ?? '');
    client.subscribe<Received>({ query: gql(follow) }).subscribe({ next, error: reject });
    let id = '';
    const received = await until(async () => {
      id = (await client.mutate<Made>({ mutation: gql(create) })).data?.createDeck.deck.id ?? '';
    }, promise);
    const { data } = await client.query<Read>({ query: gql(read), variables: { id } });
    await socket.dispose();
    return { read: data?.deck.name ?? null, received };
  },

  async urql(base, key) {
    const socket = socketTo(base, key);
    const live = subscriptionExchange({
      forwardSubscription: ({ query = '', variables }) => ({
        subscribe: (sink) => ({
          unsubscribe: socket.subscribe(
            { query, variables: variables ?? {} },
            { ...sink, next: (result) => sink.next(result as ExecutionResult) },
          ),
        }),
      }),
    });
    const client = new Client({
      url: `${base}/graphql`,
      exchanges: [cacheExchange, fetchExchange, live],
      fetchOptions: { headers: headersOf(key) },
    });
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    client.subscription<Received>(follow, {}).subscribe(({ data, error }) => {
      if (error === undefined) resolve(data?.events.type ?? '');
      else reject(error);
    });
    let id = '';
    const received = await until(async () => {
      id = (await client.mutation<Made>(create, {}).toPromise()).data?.createDeck.deck.id ?? '';
    }, promise);
    const { data, error } = await client.query<Read>(read, { id }).toPromise();
    if (error !== undefined) throw error;
    await socket.dispose();
    return { read: data?.deck.name ?? null, received };
  },

  async headers(base, key) {
    const headers = headersOf(key);
    const body = JSON.stringify({ name: 'Made in a browser' });
    const sent = { ...headers, 'content-type': 'application/json' };
    const keyed = { ...sent, 'idempotency-key': crypto.randomUUID() };
    const made = await fetch(`${base}/api/decks`, { method: 'POST', headers: keyed, body });
    const page = await fetch(`${base}/api/decks?limit=1`, { headers });
    const version = made.headers.get('etag');
    const change = { method: 'PUT', headers: { ...sent, 'if-match': version ?? '' }, body: '{"name":"Changed"}' };
    const changed = await fetch(`${base}${made.headers.get('location') ?? ''}`, change);
    return {
      location: made.headers.get('location'),
      version,
      newVersion: changed.headers.get('etag'),
      link: page.headers.get('link'),
    };
  },

  async eventSource(base, key) {
    const stream = '/api/events/stream?types=browser.*';
    const sent = key === undefined ? {} : headersOf(key);
    const asked = key === undefined ? null : await fetch(base + stream, { method: 'POST', headers: sent });
    const { link } = asked === null ? { link: { url: stream } } : ((await asked.json()) as { link: { url: string } });
    const source = new EventSource(base + link.url);
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    source.onmessage = ({ data }: MessageEvent<string>) => {
      resolve((JSON.parse(data) as { type: string }).type);
      source.close();
    };
    // Else a refused stream would be waited for without end.
    source.onerror = () => reject(new Error('the stream was refused or lost'));
    const headers = { ...sent, 'content-type': 'application/json' };
    const body = JSON.stringify({ type: 'browser.heard' });
    return until(() => fetch(`${base}/api/events`, { method: 'POST', headers, body }), promise);
  },

  async follow(url) {
    followed.source?.close();
    const source = new EventSource(url, { withCredentials: true });
    Object.assign(followed, { source, received: [], problem: null });
    source.onmessage = ({ data }: MessageEvent<string>) => {
      followed.received.push((JSON.parse(data) as { type: string }).type);
    };
    source.addEventListener('problem', ({ data }: MessageEvent<string>) => {
      followed.problem = (JSON.parse(data) as { code: string }).code;
    });
  },

  async followed() {
    const { source, received, problem } = followed;
    return { state: states[source?.readyState ?? 2] ?? 'closed', received, problem };
  },

  async play(url) {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const audio = new Audio(url);
    audio.muted = true; // Browsers play sound only after a click.
    audio.onended = () => resolve(audio.duration);
    audio.onerror = () => reject(new Error(audio.error?.message ?? 'no audio'));
    await audio.play();
    return promise;
  },

  refusals(base) {
    const asked = fetch(`${base}/api/decks`).then(
      ({ status }) => `answered ${status}`,
      ({ name }: Error) => name,
    );
    const socket = Promise.withResolvers<string>();
    const webSocket = new WebSocket(`${base.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    webSocket.onopen = () => socket.resolve('open');
    webSocket.onerror = () => socket.resolve('refused');
    const stream = Promise.withResolvers<string>();
    const source = new EventSource(`${base}/api/events/stream`);
    source.onopen = () => stream.resolve('open');
    source.onerror = () => stream.resolve(source.readyState === EventSource.CLOSED ? 'refused' : 'retried');
    return Promise.all([asked, socket.promise, stream.promise]);
  },
};

Object.assign(globalThis, { driver });
