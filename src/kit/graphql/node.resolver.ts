import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { listAsLongAs } from '../core/index.ts';
import { readInput, requireUuid } from '../input/index.ts';
import { Node } from '../data/index.ts';
import type { GraphQLContext } from './context.ts';
import { maxNodes } from './limits.ts';
import { type NodeCatalogue, readNode } from './node-catalogue.ts';
import { NodesInput } from './node.inputs.ts';

/** Reads objects of any type by their ids, as the Relay specification defines. */
@Resolver()
export class NodeResolver {
  constructor(private readonly catalogue: NodeCatalogue) {}

  @Query(() => Node, { nullable: true, description: 'The object with this id, of any type; null when there is none.' })
  async node(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'A UUID.' }) id: string,
  ): Promise<object | null> {
    return readNode(context, this.catalogue, { id: requireUuid(id, 'id') });
  }

  @Query(() => [Node], {
    complexity: listAsLongAs('ids', maxNodes),
    nullable: 'items',
    description: `The objects with these ids, up to ${maxNodes}, in the order of the ids; null for an id without an object.`,
  })
  nodes(
    @Ctx() context: GraphQLContext,
    @Arg('ids', () => [ID], { description: `Up to ${maxNodes} UUIDs.` }) ids: string[],
  ): Promise<object | null>[] {
    readInput(NodesInput, { ids }, 'graphql');
    // Not awaited here: an object that the caller may not read then takes no other one along.
    return ids.map((id) => readNode(context, this.catalogue, { id }));
  }
}
