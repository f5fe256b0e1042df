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

/** The rules would throw their refusal through the validation, which Apollo answers with 500: they report it. */
const refusal = { propagateOnRejection: false, onReject: [report] };

/** Limits of depth, aliases and directives; `cost.ts` limits what a document within them may cost. */
export const validationRules: ValidationRule[] = [
  maxDepthRule({ n: 14, flattenFragments: true, ...refusal }),
  maxAliasesRule({ n: 30, ...refusal }),
  maxDirectivesRule({ n: 50, ...refusal }),
];

function report(context: ValidationContext | null, { message }: GraphQLError): void {
  context?.reportError(new GraphQLError(message.replace('Syntax Error: ', '')));
}
