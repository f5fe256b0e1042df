import {
  type DocumentNode,
  getNamedType,
  getNullableType,
  GraphQLError,
  type GraphQLSchema,
  isIntrospectionType,
  isLeafType,
  isListType,
} from 'graphql';
// Not the package itself: it would bring a second copy of graphql, with other types.
import {
  type ComplexityEstimator,
  type ComplexityEstimatorArgs,
  fieldExtensionsEstimator,
  getComplexity,
} from 'graphql-query-complexity/cjs';
import { type AppError, beyondBudget, currentBudget, operationLimits, pageOf } from '../../core/index.ts';
import { defaultPageSize, maxPageSize, pointsOf } from '../../data/index.ts';
import { fragmentsOf } from '../compiled/selected-fields.ts';
import { countPrice } from '../count-price.ts';

/** Fields, fragments and inline fragments that are priced, each as often as it is spread. */
const mostSelections = 4_000;

/** An operation that is about to run, with variables that `checkVariables` has accepted. */
export interface Priced {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The price of each document as it was requested last. Documents are cached. */
const prices = new WeakMap<DocumentNode, { readonly shape: string; readonly cost: number }>();

/** Names and values within variables up to which a price is kept: of more, the shape costs as much as the price. */
const mostParts = 100;

/**
 * What a price depends on: no text changes it, and a number only as a variable of its own, which may be a `first`. Null
 * where the variables have many values.
 */
function shapeOf({ operationName, variables }: Priced): string | null {
  const parts = [String(operationName)];
  for (const [name, value] of Object.entries(variables ?? {})) {
    parts.push(name);
    if (typeof value === 'number') parts.push(String(value));
    else if (!addShape(value, parts)) return null;
  }
  return JSON.stringify(parts);
}

/** @returns false where there are too many */
function addShape(value: unknown, parts: string[]): boolean {
  if (typeof value !== 'object' || value === null) {
    parts.push(typeof value === 'string' || typeof value === 'number' ? typeof value : String(value));
    return parts.length <= mostParts;
  }
  const entries = Object.entries(value);
  parts.push(`${Array.isArray(value) ? 'list' : 'object'} of ${entries.length}`);
  for (const [name, one] of entries) {
    parts.push(name);
    if (!addShape(one, parts)) return false;
  }
  return parts.length <= mostParts;
}

/**
 * The price of an operation, with its variables and their defaults: how many objects it may make at most, as far as
 * that is known before it runs. Fields that work more than others name a price of their own.
 *
 * @throws AppError `OVER_BUDGET` when so much is selected that it is not even priced
 * @throws GraphQLError when an argument is null that must not be: a nullable variable with a default may stand there
 */
export function costOf(operation: Priced): number {
  const shape = shapeOf(operation);
  if (shape === null) return priceOf(operation);
  const known = prices.get(operation.document);
  if (known?.shape === shape) return known.cost;
  const cost = priceOf(operation);
  prices.set(operation.document, { shape, cost });
  return cost;
}

function priceOf({ schema, document, operationName, variables }: Priced): number {
  try {
    const mutationType = schema.getMutationType();
    const fragments = fragmentsOf(document);
    return getComplexity({
      schema,
      query: document,
      estimators: [
        (asked) => {
          const ofChange = asked.type === mutationType ? changePrice : 0;
          return ofChange + countPrice(asked.field.type, asked.node.selectionSet, fragments) + fieldPrice(asked);
        },
      ],
      variables: { ...variables },
      maxQueryNodes: mostSelections,
      ...(typeof operationName === 'string' ? { operationName } : {}),
    });
  } catch (error) {
    // The error of an argument has the location of its node.
    if (!(error instanceof GraphQLError) || error.nodes !== undefined) throw error;
    throw tooCostly(
      `selects more than ${formatCount(mostSelections)} fields, with those of each fragment that it spreads`,
    );
  }
}

/** @throws AppError `OVER_BUDGET` when an operation costs more than it may use */
export function rejectCostly(cost: number): void {
  if (cost <= operationLimits.nodes) return;
  throw tooCostly(`costs ${formatCount(cost)} objects, and may cost ${formatCount(operationLimits.nodes)}`);
}

/** Points for the objects that an operation has made beyond its price, within its budget: a list may be longer than usual. */
export function pointsBeyond(cost: number): number {
  const made = currentBudget()?.spent('nodes') ?? 0;
  return Math.max(pointsOf(made) - pointsOf(cost), 0);
}

/** Reports the price in the result, as `extensions.cost` with the limit beside it, and in `X-Query-Cost`. */
export function reportCost(
  cost: number,
  result: { extensions?: Readonly<Record<string, unknown>> },
  headers: Map<string, string>,
): void {
  result.extensions = { ...result.extensions, cost: { computed: cost, limit: operationLimits.nodes } };
  headers.set('x-query-cost', String(cost));
}

function tooCostly(how: string): AppError {
  return beyondBudget(`The operation ${how}: ask for less at a time, with fewer levels of lists or a smaller first.`);
}

function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** A tool reads the whole schema in one operation, which is about as large as each of these lists is at its average. */
const itemsOfIntrospection: Readonly<Record<string, number>> = { types: 100, fields: 4 };

const ofIntrospection: ComplexityEstimator = ({ type, field, childComplexity }) => {
  if (!isIntrospectionType(type)) return undefined;
  if (isLeafType(getNamedType(field.type))) return 0;
  if (!isListType(getNullableType(field.type))) return 1 + childComplexity;
  return (itemsOfIntrospection[field.name] ?? 1) * (1 + childComplexity);
};

const page = pageOf({ usual: defaultPageSize, most: maxPageSize });

/**
 * What a change costs beside its answer: a transaction, and events that receivers get. Thirty changes in one operation are
 * charged as about thirty requests, and one with a short answer as one.
 */
const changePrice = 900;

/** A field that declares no price is priced by its arguments and its type; a list without `first` declares one. */
const ofShape = ({ field, args, childComplexity }: ComplexityEstimatorArgs): number => {
  if (isLeafType(getNamedType(field.type))) return 0;
  const each = isListType(getNullableType(field.type)) ? 1 + childComplexity : childComplexity;
  return field.args.some(({ name }) => name === 'first') ? page({ args, childComplexity: each }) : 1 + each;
};

const declared = fieldExtensionsEstimator();

const fieldPrice = (asked: ComplexityEstimatorArgs): number =>
  ofIntrospection(asked) ?? declared(asked) ?? ofShape(asked);
