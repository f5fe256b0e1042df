import { costLimitRule } from '@escape.tech/graphql-armor-cost-limit';
import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import type { ParseOptions, ValidationRule } from 'graphql';

/** How large an operation may be, on HTTP and on sockets alike. Introspection is not counted. */
export const parseOptions: ParseOptions = { maxTokens: 2_000, noLocation: false };

export const validationRules: ValidationRule[] = [
  maxDepthRule({ n: 14, flattenFragments: true, propagateOnRejection: true }),
  maxAliasesRule({ n: 30 }),
  maxDirectivesRule({ n: 50 }),
  costLimitRule({ maxCost: 20_000, flattenFragments: true }),
];
