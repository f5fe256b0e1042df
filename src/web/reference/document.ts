/** As much of JSON Schema as the document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly examples?: readonly unknown[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

interface Reference {
  readonly $ref: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  readonly example?: unknown;
}

type Content = Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;

export interface Answer {
  readonly description: string;
  readonly content?: Content;
  readonly headers?: Readonly<Record<string, Reference | { readonly description?: string }>>;
}

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Answer | Reference>>;
}

/** One operation, or one webhook: that has no path here, because receivers have it. */
export interface Operation extends Described {
  readonly method: string;
  readonly path: string | null;
}

interface Group {
  readonly name: string;
  readonly description?: string;
  readonly operations: readonly Operation[];
}

export interface Printed {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

/** The OpenAPI document of this server, by its groups. */
export class ApiDocument {
  readonly groups: readonly Group[];
  readonly #operations: ReadonlyMap<string, Operation>;

  constructor(private readonly printed: Printed) {
    const all = [...operationsOf(printed.paths, true), ...operationsOf(printed.webhooks, false)];
    this.#operations = new Map(all.map((operation) => [operation.operationId, operation]));
    this.groups = printed.tags.map((tag) => ({
      ...tag,
      operations: all.filter(({ tags }) => tags.includes(tag.name)),
    }));
  }

  get info(): Printed['info'] {
    return this.printed.info;
  }

  operation(id: string): Operation | undefined {
    return this.#operations.get(id);
  }

  /** What a reference within the document names, or what was given in its place. */
  resolve<T extends object>(given: T | Reference): T {
    if (!('$ref' in given) || typeof given.$ref !== 'string') return given as T;
    const steps = given.$ref.replace(/^#\//, '').split('/');
    const found = steps.reduce<unknown>(
      (at, step) => (at as Readonly<Record<string, unknown>> | undefined)?.[step],
      this.printed,
    );
    return { ...(found as T), ...given, $ref: undefined };
  }

  parametersOf({ parameters = [] }: Operation): readonly Parameter[] {
    return parameters.map((one) => this.resolve<Parameter>(one));
  }
}

function operationsOf(paths: Printed['paths'], hasPaths: boolean): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      ...described,
      method: method.toUpperCase(),
      path: hasPaths ? path : null,
    })),
  );
}

/** The name of a component, by its reference. */
export const nameOf = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1);

/** The groups with the operations that match all words: of their names, summaries, methods and paths. */
export function matching(groups: readonly Group[], text: string): readonly Group[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map((group) => ({
      ...group,
      operations: group.operations.filter(({ operationId, summary, method, path }) => {
        const all = `${group.name} ${operationId} ${summary} ${method} ${path ?? ''}`.toLowerCase();
        return words.every((word) => all.includes(word));
      }),
    }))
    .filter(({ operations }) => operations.length > 0);
}
