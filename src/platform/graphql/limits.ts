import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import { GraphQLError, type ParseOptions, type ValidationContext, type ValidationRule } from 'graphql';

/** How long a document may be, on HTTP and on sockets alike; `cost.ts` prices what it asks for. */
export const parseOptions: ParseOptions = { maxTokens: 2_000, noLocation: false };

/** Most ids that `nodes` takes. */
export const maxNodes = 100;

/** Most errors that are reported of one document. */
export const validationOptions = { maxErrors: 20 };

const [mostLevels, mostAliases, mostDirectives] = [14, 30, 50];

/** Limits of depth, aliases and directives; `cost.ts` limits what a document within them may cost. */
export const validationRules: ValidationRule[] = [
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
