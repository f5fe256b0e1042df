import type { GraphQLSchema } from 'graphql';
import { AppError } from '../core/index.ts';
import { printedSchema } from '../graphql/index.ts';
import { documentResponses, printText } from './openapi/document-route.ts';
import { type Route, route, type RouteResponse } from './rest/route.ts';

/**
 * The route that answers the GraphQL schema as text. It is printed once.
 *
 * @param isDisclosed whether introspection reads the same
 */
export function schemaRoute(schema: GraphQLSchema, isDisclosed: boolean): Route {
  let printed: RouteResponse | undefined;
  return route({
    method: 'GET',
    path: '/graphql/schema.graphql',
    operationId: 'getGraphqlSchema',
    summary: 'The GraphQL schema, in its schema definition language',
    description: 'Refused where the server refuses introspection.',
    tag: 'Documents',
    extension: true,
    responses: documentResponses('The schema.', 'text/plain', { type: 'string' }),
    handle: async () => {
      if (!isDisclosed) {
        throw new AppError(
          'introspection_off',
          'This server keeps its GraphQL schema to itself: INTROSPECTION is off, or TRUSTED_DOCUMENTS_MODE is enforce. Ask its operator for schema.graphql.',
        );
      }
      return (printed ??= printText(printedSchema(schema)));
    },
  });
}
