import { defaultFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import type { SignFor } from '../rights/index.ts';
import type { GraphQLContext } from './context.ts';

/** Marks the values of a field which are files of this server. */
type IsOurs = (link: string) => boolean;

/** Signs the links of fields that declare them: `isSigned` in their extensions. */
export function signLinks(schema: GraphQLSchema, signFor: SignFor): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const isOurs = field.extensions['isSigned'] as IsOurs | undefined;
      if (isOurs === undefined) continue;
      const { resolve = defaultFieldResolver } = field;
      field.resolve = (source, values, context: GraphQLContext, info) => {
        const link = resolve(source, values, context, info) as string | null;
        return link !== null && isOurs(link) ? signFor(context.scope.actor)(link) : link;
      };
    }
  }
  return schema;
}
