import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import {
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  type ParseOptions,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';

/** How long a document may be, on HTTP and on sockets alike; `cost.ts` prices its content. */
export const parseOptions: ParseOptions = { maxTokens: 2_000, noLocation: false };

/** Most ids that `nodes` takes. */
export const maxNodes = 100;

/** What GraphQL discloses to a client of its schema beside its answers. */
export interface SchemaExposure {
  /** Whether a client may read the schema. */
  readonly introspection: boolean;
  /** Whether an error names fields that were perhaps meant. */
  readonly suggestions: boolean;
}

/** How documents are validated, in both APIs. */
export interface Validation {
  readonly rules: ValidationRule[];
  readonly options: { readonly maxErrors: number; readonly hideSuggestions: boolean };
}

/** Most errors that are reported of one document. */
const maxErrors = 20;

/** The rules beyond those of the GraphQL specification. */
export function validationOf({ introspection, suggestions }: SchemaExposure): Validation {
  return {
    rules: introspection ? limitRules : [...limitRules, NoSchemaIntrospectionCustomRule],
    options: { maxErrors, hideSuggestions: !suggestions },
  };
}

const [mostLevels, mostAliases, mostDirectives] = [14, 30, 50];

/** Limits of depth, aliases and directives; `cost.ts` limits what a document within them may cost. */
const limitRules: ValidationRule[] = [
  maxDepthRule({ n: mostLevels, flattenFragments: true, ...reportAs(`nest fields at most ${mostLevels} levels deep`) }),
  maxAliasesRule({ n: mostAliases, ...reportAs(`have at most ${mostAliases} aliases`) }),
  maxDirectivesRule({ n: mostDirectives, ...reportAs(`have at most ${mostDirectives} directives`) }),
];

/** Reports a broken limit in our words. Thrown, as the rules do by default, it would make Apollo answer with 500. */
function reportAs(rule: string): {
  propagateOnRejection: false;
  onReject: [(context: ValidationContext | null) => void];
} {
  const report = (context: ValidationContext | null): void =>
    context?.reportError(new GraphQLError(`An operation must ${rule}.`));
  return { propagateOnRejection: false, onReject: [report] };
}
