import { request } from 'undici';
import type { ProblemAnswer } from './answers.ts';

export interface GraphQLAnswer<Data> {
  status: number;
  data: Data;
  errors:
    | {
        message: string;
        path?: (string | number)[];
        extensions: { code: string; reason: string; problem: ProblemAnswer };
      }[]
    | undefined;
}

/** Sends GraphQL operations over HTTP. */
export class GraphQLClient {
  constructor(
    readonly base: string,
    private readonly headers: Record<string, string> = {},
  ) {}

  async send<Data = null>(query: string, variables?: unknown): Promise<GraphQLAnswer<Data>> {
    const response = await request(`${this.base}/graphql`, {
      method: 'POST',
      headers: { ...this.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.body.json()) as Omit<GraphQLAnswer<Data>, 'status'>;
    return { status: response.statusCode, data, errors };
  }

  /** The data of an operation that must succeed. */
  async data<Data>(query: string, variables?: unknown): Promise<Data> {
    const { data, errors } = await this.send<Data>(query, variables);
    if (errors !== undefined) throw new Error(`GraphQL: ${JSON.stringify(errors)}`);
    return data;
  }
}
