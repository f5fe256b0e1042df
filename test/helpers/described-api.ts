import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { namedFormats } from '../../src/kit/input/formats.ts';
import { keptByWorker } from './kept-by-worker.ts';
import type { RestAnswer } from './rest-client.ts';

interface DeclaredAnswer {
  content?: Record<string, { schema: object }>;
  headers?: Record<string, object>;
}

interface Parameter {
  name: string;
  in: string;
  schema: object;
}

interface Operation {
  parameters: (Parameter | { $ref: string })[];
  responses: Record<string, DeclaredAnswer | { $ref: string }>;
}

interface Components {
  headers: Record<string, { required?: boolean }>;
  responses: Record<string, DeclaredAnswer>;
  parameters: Record<string, Parameter>;
}

/** Checks answers against an OpenAPI document. */
export class DescribedApi {
  readonly #paths: readonly (readonly [RegExp, Record<string, Operation>])[];
  readonly #components: Components;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #validators = new Map<object, ValidateFunction>();

  private constructor(text: string) {
    const { paths, components } = JSON.parse(text) as {
      paths: Record<string, Record<string, Operation>>;
      components: Components;
    };
    this.#components = components;
    formats.default(this.#ajv);
    for (const [name, { is }] of Object.entries(namedFormats)) this.#ajv.addFormat(name, is);
    this.#ajv.addSchema({ $id: 'openapi', components });
    this.#paths = Object.entries(paths).map(([path, operations]) => [
      new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
      operations,
    ]);
  }

  /** @param text the document. Most apps of a worker give the same one, whose schemas are compiled once. */
  static of(text: string): DescribedApi {
    const apis = keptByWorker('described APIs', () => new Map<string, DescribedApi>());
    const api = apis.get(text) ?? new DescribedApi(text);
    apis.set(text, api);
    return api;
  }

  /** @throws Error when the answer is not as the document declares it */
  check(method: string, path: string, { status, headers, body }: RestAnswer<unknown>): void {
    const [pathname = ''] = path.split('?');
    const [pattern, operations] = this.#paths.find(([it]) => it.test(pathname)) ?? [];
    const declared = operations?.[method.toLowerCase()];
    if (declared === undefined) return;
    const answered = `${method} ${path} answered ${status}`;
    const response = resolve(declared.responses[status], this.#components.responses);
    if (response === undefined) throw new Error(`${answered}, which OpenAPI does not declare`);
    this.#checkHeaders(answered, response, headers);
    if (status < 300) this.#checkPath(declared, pattern?.exec(pathname)?.groups ?? {});
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    const content = response.content?.[type];
    if (content === undefined) {
      if (response.content === undefined && body === '') return;
      throw new Error(`${answered} as ${type}, which OpenAPI does not declare`);
    }
    const validate = this.#validators.get(content.schema) ?? this.#compile(content.schema);
    this.#validators.set(content.schema, validate);
    if (validate(body) !== true) {
      throw new Error(`${method} ${path} ${status} breaks its schema: ${this.#ajv.errorsText(validate.errors)}`);
    }
  }

  /** An answer has the headers that are declared for it, and of those that the document knows no others. */
  #checkHeaders(answered: string, { headers: declared = {} }: DeclaredAnswer, headers: Headers): void {
    for (const [name, { required }] of Object.entries(this.#components.headers)) {
      if (headers.has(name) && !(name in declared)) throw new Error(`${answered} with ${name}, which is not declared`);
      if (required === true && name in declared && !headers.has(name)) throw new Error(`${answered} without ${name}`);
    }
  }

  /** What found something in the path is of the form that is declared for it. */
  #checkPath({ parameters }: Operation, given: Record<string, string>): void {
    for (const reference of parameters) {
      const parameter = resolve(reference, this.#components.parameters);
      if (parameter?.in !== 'path') continue;
      const value = decodeURIComponent(given[parameter.name] ?? '');
      const isDeclared: boolean = this.#ajv.validate(parameter.schema, value);
      if (!isDeclared) throw new Error(`The path has ${value} for ${parameter.name}, which is not declared`);
    }
  }

  #compile(schema: object): ValidateFunction {
    return this.#ajv.compile(
      JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')) as object,
    );
  }
}

function resolve<T extends object>(it: T | { $ref: string } | undefined, components: Record<string, T>): T | undefined {
  return it !== undefined && '$ref' in it ? components[it.$ref.split('/').at(-1) ?? ''] : it;
}
