import { costLimitRule } from '@escape.tech/graphql-armor-cost-limit';
import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import { GraphQLError, type ParseOptions, type ValidationContext, type ValidationRule } from 'graphql';

/** How large an operation may be, on HTTP and on sockets alike. Introspection is not counted. */
export const parseOptions: ParseOptions = { maxTokens: 2_000, noLocation: false };

/** How many faults of a document are told. */
export const validationOptions = { maxErrors: 20 };

/** The rules would throw their refusal through the validation, which Apollo answers with 500: they report it. */
const refusal = { propagateOnRejection: false, onReject: [report] };

export const validationRules: ValidationRule[] = [
  maxDepthRule({ n: 14, flattenFragments: true, ...refusal }),
  maxAliasesRule({ n: 30, ...refusal }),
  maxDirectivesRule({ n: 50, ...refusal }),
  costLimitRule({ maxCost: 20_000, flattenFragments: true, ...refusal }),
];

function report(context: ValidationContext | null, { message }: GraphQLError): void {
  context?.reportError(new GraphQLError(message.replace('Syntax Error: ', '')));
}
