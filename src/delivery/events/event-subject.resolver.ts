import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Node } from '../../kit/data/index.ts';
import { type GraphQLContext, type NodeCatalogue, nodePrice, readNode } from '../../kit/graphql/index.ts';
import { isUuid } from '../../kit/input/index.ts';
import { Event } from './event.entity.ts';
import { eventSubject } from './event-subject.ts';

/** Adds the object that an event is about. */
@Resolver(() => Event)
export class EventSubjectResolver {
  constructor(private readonly nodes: NodeCatalogue) {}

  @FieldResolver(() => Node, {
    nullable: true,
    complexity: nodePrice,
    description:
      'The object that the event is about, as it is now, such as the contract of contract.signed. Null after it was deleted, and for events about nothing of this service.',
  })
  async subject(@Ctx() context: GraphQLContext, @Root() event: Event): Promise<object | null> {
    const subject = eventSubject(event);
    // What a client has published may have any text in its place.
    return subject !== null && isUuid(subject.id) ? readNode(context, this.nodes, subject) : null;
  }
}
