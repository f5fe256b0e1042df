import {
  defaultPageSize,
  ListOrder,
  maxPageSize,
  orderByText,
  type Page,
  type PageRequest,
  type View,
} from '../../data/index.ts';
import type { QueryOf, QueryParameter, QueryParameters } from './query.ts';
import type { RouteResponse } from './route.ts';

/** The query parameters of every list. */
export const pageQuery = {
  limit: {
    shared: 'Limit',
    schema: { type: 'integer', minimum: 1, maximum: maxPageSize },
    description: `Number of items, 1 to ${maxPageSize}; default ${defaultPageSize}. A page of large items may have fewer: only the Link header shows whether there are more.`,
  },
  after: {
    shared: 'After',
    schema: { type: 'string' },
    description: 'Continues after this cursor: take it from the Link header of the previous page.',
  },
} satisfies QueryParameters;

const listOrders = Object.values(ListOrder);

/** The order of a list. @param usual the order without it */
export function orderByQuery(usual: ListOrder) {
  const schema = { type: 'string', enum: listOrders } as const;
  return { schema, description: orderByText(usual) } satisfies QueryParameter;
}

/** Values of an enumeration, of which a listed item has one. */
export function statusQuery<Value extends string>(values: readonly Value[], description: string) {
  const schema = { type: 'array', items: { type: 'string', enum: values } } as const;
  return { schema, description: `${description} Repeat the parameter or separate states by commas.` };
}

/** Narrows a list to one deck. */
export const deckIdQuery: QueryParameter<'string'> = {
  shared: 'OfDeck',
  schema: { type: 'string', format: 'uuid' },
  description: 'Only what belongs to this deck.',
};

/** For routes that may name the deck of what they read or change, and take nothing else. */
export const ofDeckQuery = { deckId: deckIdQuery };

export function pageRequest({ query }: { readonly query: QueryOf<typeof pageQuery> }): PageRequest {
  return { first: query.limit, after: query.after };
}

/** A list under its key, and the cursor behind it when there is more. */
export function listResponse<T>(key: string, of: View<T>, page: Page<T>): RouteResponse {
  const last = page.edges.at(-1);
  return {
    body: { [key]: page.edges.map(({ node }) => of.write(node)) },
    ...(page.hasNextPage && last !== undefined ? { nextCursor: last.cursor } : {}),
  };
}
