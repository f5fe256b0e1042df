import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ProblemAnswer } from './answers.ts';

export interface RestAnswer<Body> {
  status: number;
  headers: Headers;
  /** As the test expects it; the contract check below has seen its real shape. */
  body: Body;
}

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

/** Speaks REST as a client does, and checks each answer against the OpenAPI document that the server gives. */
export class RestClient {
  #paths: [RegExp, Record<string, Operation>][] = [];
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #validators = new Map<object, ValidateFunction>();

  constructor(
    readonly base: string,
    private readonly headers: Record<string, string> = {},
  ) {}

  async open(): Promise<this> {
    const document = (await (await fetch(`${this.base}/api/openapi.json`, { headers: this.headers })).json()) as {
      paths: Record<string, Record<string, Operation>>;
      components: object;
    };
    formats.default(this.#ajv);
    this.#ajv.addSchema({ $id: 'openapi', components: document.components });
    this.#paths = Object.entries(document.paths).map(([path, operations]) => [
      new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      operations,
    ]);
    return this;
  }

  get<Body = ProblemAnswer>(path: string, headers?: Record<string, string>): Promise<RestAnswer<Body>> {
    return this.send<Body>('GET', path, undefined, headers);
  }

  post<Body = ProblemAnswer>(
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<RestAnswer<Body>> {
    return this.send<Body>('POST', path, body, headers);
  }

  put<Body = ProblemAnswer>(path: string, body?: unknown, headers?: Record<string, string>): Promise<RestAnswer<Body>> {
    return this.send<Body>('PUT', path, body, headers);
  }

  delete<Body = ProblemAnswer>(path: string, headers?: Record<string, string>): Promise<RestAnswer<Body>> {
    return this.send<Body>('DELETE', path, undefined, headers);
  }

  async send<Body = ProblemAnswer>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<RestAnswer<Body>> {
    const response = await fetch(`${this.base}${path}`, {
      method,
      headers: { ...this.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = { status: response.status, headers: response.headers, body: parse(text) };
    this.#check(method, path, answer);
    return answer as RestAnswer<Body>;
  }

  #check(method: string, path: string, { status, headers, body }: RestAnswer<unknown>): void {
    const [, operations] = this.#paths.find(([pattern]) => pattern.test(path.split('?')[0] ?? '')) ?? [];
    const declared = operations?.[method === 'PATCH' ? 'put' : method.toLowerCase()];
    if (declared === undefined) return;
    const response = declared.responses[status];
    if (response === undefined) throw new Error(`${method} ${path} answered ${status}, which OpenAPI does not declare`);
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    const content = response.content?.[type];
    if (content === undefined) {
      if (status === 204) return;
      throw new Error(`${method} ${path} answered ${status} as ${type}, which OpenAPI does not declare`);
    }
    const validate = this.#validators.get(content.schema) ?? this.#compile(content.schema);
    this.#validators.set(content.schema, validate);
    if (validate(body) !== true) {
      throw new Error(`${method} ${path} ${status} breaks its schema: ${this.#ajv.errorsText(validate.errors)}`);
    }
  }

  #compile(schema: object): ValidateFunction {
    return this.#ajv.compile(
      JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')) as object,
    );
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
