import { rm } from 'node:fs/promises';
import path from 'node:path';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { cacheExchange } from '@urql/exchange-graphcache';
import { Client, type Exchange, fetchExchange } from '@urql/core';
import type { GraphQLSchema } from 'graphql';
import {
  createOperationDescriptor,
  Environment,
  fetchQuery,
  type GraphQLResponse,
  Network,
  RecordSource,
  Store,
} from 'relay-runtime';
import { relayRequest } from './relay-request.ts';
import { copySnippets } from './snippets.ts';

/** A client with a normalised cache: `load` asks the server, `read` only the cache. */
export interface CacheClient {
  load(query: string, variables?: Record<string, unknown>): Promise<void>;
  read(query: string, variables?: Record<string, unknown>): Promise<unknown>;
}

type Open = (base: string, headers: Record<string, string>, schema: GraphQLSchema) => Promise<CacheClient>;

export const cacheClients: Record<string, Open> = {
  'Apollo Client': async (base, headers) => apollo(base, headers, new InMemoryCache()),
  'Apollo Client as documented': async (base, headers) =>
    apollo(base, headers, (await fromDocuments<{ cache: InMemoryCache }>('apollo-cache.ts')).cache),
  urql: async (base, headers) => urql(base, headers, cacheExchange({ logger: () => undefined })),
  'urql as documented': async (base, headers) =>
    urql(base, headers, (await fromDocuments<{ cache: Exchange }>('graphcache.ts')).cache),
  Relay: async (base, headers, schema) => relay(base, headers, schema),
};

/** What a file of the documents exports. */
export async function fromDocuments<Exports>(name: string): Promise<Exports> {
  const folder = await copySnippets();
  const exports = (await import(path.join(folder, name))) as Exports;
  await rm(folder, { recursive: true });
  return exports;
}

function apollo(base: string, headers: Record<string, string>, cache: InMemoryCache): CacheClient {
  const client = new ApolloClient({ link: new HttpLink({ uri: `${base}/graphql`, headers }), cache });
  return {
    load: async (query, variables = {}) => {
      await client.query({ query: gql(query), variables, fetchPolicy: 'network-only' });
    },
    read: async (query, variables = {}) => cache.readQuery({ query: gql(query), variables }),
  };
}

function urql(base: string, headers: Record<string, string>, cache: Exchange): CacheClient {
  const exchanges = [cache, fetchExchange];
  const fetchOptions = { headers };
  const client = new Client({ url: `${base}/graphql`, preferGetMethod: false, exchanges, fetchOptions });
  return {
    load: async (query, variables = {}) => {
      const { error } = await client.query(query, variables, { requestPolicy: 'network-only' });
      if (error !== undefined) throw error;
    },
    read: async (query, variables = {}) => {
      const { data } = await client.query<unknown>(query, variables, { requestPolicy: 'cache-only' });
      return data;
    },
  };
}

function relay(base: string, given: Record<string, string>, schema: GraphQLSchema): CacheClient {
  const network = Network.create(async ({ text }) => {
    const headers = { ...given, 'content-type': 'application/json' };
    const response = await fetch(`${base}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query: text }) });
    return (await response.json()) as GraphQLResponse;
  });
  const environment = new Environment({ network, store: new Store(new RecordSource()) });
  return {
    load: async (query) => {
      const request = relayRequest(schema, query);
      environment.retain(createOperationDescriptor(request, {}));
      await fetchQuery(environment, request, {}).toPromise();
    },
    read: async (query) => environment.lookup(createOperationDescriptor(relayRequest(schema, query), {}).fragment).data,
  };
}
