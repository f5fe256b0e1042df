import { getNullableType, type GraphQLSchema } from 'graphql';

/**
 * Makes every field of Query and Mutation nullable. The error of a non-null one would set `data` to null as a whole,
 * and the results of its siblings would be lost: of mutations too, which were carried out.
 */
export function keepSiblingResults(schema: GraphQLSchema): GraphQLSchema {
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) field.type = getNullableType(field.type);
  }
  return schema;
}
