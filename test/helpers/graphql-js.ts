import { type DocumentNode, Kind, parse, print, visit } from 'graphql';

const aboutSchema = parse('{ __schema { __typename } }').definitions[0];

/**
 * A query that graphql-js executes in place of the compiled operation: what asks about the schema is left to it. The
 * answer has one more member at its end, which `withoutSchema` takes away.
 */
export function forGraphqlJs(document: DocumentNode | string): string {
  const added = aboutSchema?.kind === Kind.OPERATION_DEFINITION ? aboutSchema.selectionSet.selections : [];
  return print(
    visit(typeof document === 'string' ? parse(document) : document, {
      OperationDefinition: (node) => {
        const { selectionSet } = node;
        return { ...node, selectionSet: { ...selectionSet, selections: [...selectionSet.selections, ...added] } };
      },
    }),
  );
}

/** The text of an answer to such a query as the answer to the query alone has it. */
export function withoutSchema(text: string): string {
  return text.replace(/,?"__schema":\{"__typename":"__Schema"\}/, '');
}
