import { type DocumentNode, GraphQLError, type GraphQLSchema, parse, specifiedRules, validate } from 'graphql';
import { parseOptions, validationOptions, validationRules } from './limits.ts';

/** Documents that are remembered; the one that was asked for longest ago is forgotten first. */
const capacity = 500;
/** Longer ones are rare, and not worth their memory. */
const maxRememberedCharacters = 10_000;

/** A document that may run, or why it may not. */
export type Checked =
  | { readonly document: DocumentNode; readonly faults: readonly [] }
  | { readonly document: null; readonly faults: readonly GraphQLError[] };

/** Parses and validates each distinct document once: thousands of dashboards send the same few. */
export class DocumentCache {
  readonly #known = new Map<string, Checked>();

  constructor(readonly schema: GraphQLSchema) {}

  get(query: string): Checked {
    const known = this.#known.get(query);
    const checked = known ?? this.#check(query);
    if (query.length > maxRememberedCharacters) return checked;
    // Maps keep the order of insertion: the first key is the one that was used longest ago.
    this.#known.delete(query);
    this.#known.set(query, checked);
    const [oldest] = this.#known.keys();
    if (this.#known.size > capacity && oldest !== undefined) this.#known.delete(oldest);
    return checked;
  }

  #check(query: string): Checked {
    try {
      const document = parse(query, parseOptions);
      const faults = validate(this.schema, document, [...specifiedRules, ...validationRules], validationOptions);
      if (faults.length === 0) return { document, faults: [] };
      return { document: null, faults: faults.map((fault) => withCode(fault, 'GRAPHQL_VALIDATION_FAILED')) };
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      return { document: null, faults: [withCode(error, 'GRAPHQL_PARSE_FAILED')] };
    }
  }
}

/** Gives a fault of the document the code that Apollo gives it over HTTP. */
export function withCode(fault: GraphQLError, code: string): GraphQLError {
  return Object.assign(fault, { extensions: { code } });
}
