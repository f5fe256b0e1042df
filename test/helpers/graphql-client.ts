import type { Json } from './rest-client.ts';

export interface GraphQLAnswer {
  status: number;
  data: Json;
  errors: { message: string; path?: (string | number)[]; extensions: Json }[] | undefined;
}

/** Sends GraphQL operations over HTTP. */
export class GraphQLClient {
  constructor(
    readonly base: string,
    private readonly headers: Record<string, string> = {},
  ) {}

  async send(query: string, variables?: unknown): Promise<GraphQLAnswer> {
    const response = await fetch(`${this.base}/graphql`, {
      method: 'POST',
      headers: { ...this.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as Omit<GraphQLAnswer, 'status'>;
    return { status: response.status, data, errors };
  }

  /** The data of an operation that must succeed. */
  async data(query: string, variables?: unknown): Promise<Json> {
    const { data, errors } = await this.send(query, variables);
    if (errors !== undefined) throw new Error(`GraphQL: ${JSON.stringify(errors)}`);
    return data;
  }
}
