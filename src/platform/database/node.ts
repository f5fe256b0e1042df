import { Field, ID, InterfaceType } from 'type-graphql';

/** What has an id. `NodeCatalogue` knows the types and finds their values. */
@InterfaceType({
  description: 'A thing with an id. No two things have the same id, whatever their types.',
  resolveType: ({ __typename }: { __typename: string }) => __typename,
})
export abstract class Node {
  @Field(() => ID)
  id!: string;
}
