import { Field, ID, InterfaceType } from 'type-graphql';

/** An object with an id. `NodeCatalogue` knows the types and finds their values. */
@InterfaceType({
  description: 'An object with an id. Ids are unique across all types.',
  resolveType: ({ __typename }: { __typename: string }) => __typename,
})
export abstract class Node {
  @Field(() => ID, { description: 'A UUID.' })
  id!: string;
}

/** Marks an object type beside whose ids stand no objects: those who read it see nothing else of the seller. */
export const withoutEdges = { withoutEdges: true } as const;
