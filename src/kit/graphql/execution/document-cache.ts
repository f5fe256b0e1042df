import type { ApolloServerOptions, BaseContext } from '@apollo/server';
import { type DocumentNode, GraphQLError, type GraphQLSchema, parse, specifiedRules, validate } from 'graphql';
import { parseOptions, type SchemaExposure, type Validation, validationOf } from '../limits.ts';
import { RecentEntries } from '../cache/recent-entries.ts';

/** Approximate memory of the cached documents, in bytes. */
const capacity = 10_000_000;
/** Memory of a parsed document, measured: for each of its tokens, and for each character of its text. */
const bytesPerToken = 500;
const bytesPerCharacter = 2;

/** Where Apollo keeps its documents. */
type ApolloDocuments = NonNullable<ApolloServerOptions<BaseContext>['documentStore']>;

/** A document that may run, or why it may not. */
export type Checked =
  | { readonly document: DocumentNode; readonly faults: readonly [] }
  | { readonly document: null; readonly faults: readonly GraphQLError[] };

/**
 * Remembers the documents that were parsed and found valid, in both APIs: thousands of dashboards send the same few.
 * Apollo keeps its own under keys of its own.
 */
export class DocumentCache implements ApolloDocuments {
  readonly #known = new RecentEntries<DocumentNode>(capacity);

  /** How often a document was looked for, by whether it was known. */
  readonly lookups = { hit: 0, miss: 0 };

  /** How documents are validated. Apollo takes it as well. */
  readonly validation: Validation;

  constructor(
    readonly schema: GraphQLSchema,
    exposure: SchemaExposure = { introspection: true, suggestions: true },
  ) {
    this.validation = validationOf(exposure);
  }

  /** About how much memory all documents take together, in bytes. */
  get bytes(): number {
    return this.#known.bytes;
  }

  /** Parses and validates a document that is not known. */
  check(query: string): Checked {
    const known = this.#find(query);
    if (known !== undefined) return { document: known, faults: [] };
    const checked = this.#check(query);
    if (checked.document !== null) this.#known.keep(query, checked.document, memoryOf(checked.document));
    return checked;
  }

  async get(key: string): Promise<DocumentNode | undefined> {
    return this.#find(key);
  }

  async set(key: string, document: DocumentNode): Promise<void> {
    this.#known.keep(key, document, memoryOf(document));
  }

  async delete(key: string): Promise<void> {
    this.#known.drop(key);
  }

  /** Forgets all documents: their literals may hold what was erased. Bound, to be called at a wake-up. */
  readonly clear = (): void => this.#known.clear();

  #find(key: string): DocumentNode | undefined {
    const known = this.#known.find(key);
    this.lookups[known === undefined ? 'miss' : 'hit'] += 1;
    return known;
  }

  #check(query: string): Checked {
    try {
      const document = parse(query, parseOptions);
      const { rules, options } = this.validation;
      const faults = validate(this.schema, document, [...specifiedRules, ...rules], options);
      if (faults.length === 0) return { document, faults: [] };
      return { document: null, faults: faults.map((fault) => withCode(fault, 'GRAPHQL_VALIDATION_FAILED')) };
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      return { document: null, faults: [withCode(error, 'GRAPHQL_PARSE_FAILED')] };
    }
  }
}

function memoryOf({ loc }: DocumentNode): number {
  let tokens = 0;
  for (let token = loc?.startToken ?? null; token !== null; token = token.next) tokens += 1;
  return tokens * bytesPerToken + (loc?.source.body.length ?? 0) * bytesPerCharacter;
}

/** Gives a fault of the document the code that Apollo gives it over HTTP. */
export function withCode(fault: GraphQLError, code: string): GraphQLError {
  return Object.assign(fault, { extensions: { code } });
}
