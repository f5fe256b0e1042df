import {
  Args,
  ArgsType,
  Ctx,
  Extensions,
  Field,
  ID,
  Int,
  ObjectType,
  Resolver,
  Root,
  type SubscribeResolverData,
  Subscription,
} from 'type-graphql';
import type { LoggedEvent } from '../../delivery/events/event.entity.ts';
import { pageOf } from '../../kit/core/index.ts';
import { type Columns, defaultPageSize, maxPageSize, type Part } from '../../kit/data/index.ts';
import { type GraphQLContext, holdsRows, RequestedColumns } from '../../kit/graphql/index.ts';
import { cursorOf, Snapshot } from '../../kit/live/index.ts';
import { Presentation } from '../presentations/presentation.entity.ts';
import { listPresentations, presentationsById } from '../presentations/presentation.reader.ts';
import { presentationIdOf, presentationListStream } from './presentation.stream.ts';

@ObjectType({ simpleResolvers: true, description: 'A message of presentationsChanged.' })
class PresentationsChange {
  @Field(() => String, {
    description: 'Where the message stands in the event log: subscribe with it as after to resume behind the message.',
  })
  cursor!: string;

  @Field(() => Boolean, {
    description: 'Whether presentations take the place of all that the client has. False for a change of its list.',
  })
  isSnapshot!: boolean;

  @Extensions(holdsRows)
  @Field(() => [Presentation], {
    complexity: 1,
    description: 'In a snapshot the newest presentations, newest first; later the one that was made or has changed.',
  })
  presentations!: readonly Part<Presentation>[];

  @Field(() => [ID], { description: 'The ids of presentations that are deleted.' })
  deletedIds!: readonly string[];
}

@ArgsType()
class PresentationsChangedArgs {
  @Field(() => ID, { nullable: true, description: 'Only presentations of this deck; null selects all.' })
  deckId?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `Number of presentations in the snapshot, 1 to ${maxPageSize}; default ${defaultPageSize}. The query presentations reads older ones.`,
  })
  first?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The cursor of the last message that the client has: the stream sends what has changed since, without a snapshot. After CURSOR_EXPIRED, subscribe without it.',
  })
  after?: string | null;
}

@Resolver()
export class LivePresentationsResolver {
  @Subscription(() => PresentationsChange, {
    complexity: pageOf({ usual: defaultPageSize, most: maxPageSize }),
    description:
      'A list of presentations that stays current: a snapshot at once, then each presentation that is made, changes, is watched or deleted. Changes of one presentation that follow each other fast arrive as one.',
    subscribe: ({ args, context }: SubscribeResolverData<unknown, PresentationsChangedArgs, GraphQLContext>) =>
      context.streams.of(presentationListStream)(context.scope, args),
  })
  presentationsChanged(
    @Root() row: LoggedEvent | Snapshot,
    @Ctx() context: GraphQLContext,
    @Args(() => PresentationsChangedArgs) args: PresentationsChangedArgs,
    @RequestedColumns() columns: Columns,
  ): Promise<PresentationsChange> {
    return row instanceof Snapshot ? snapshot(row, context, args, columns) : change(row, context, columns);
  }
}

async function snapshot(
  position: Snapshot,
  context: GraphQLContext,
  { deckId, first }: PresentationsChangedArgs,
  columns: Columns,
): Promise<PresentationsChange> {
  const { edges } = await context.read(() => listPresentations(context.scope, { deckId, first }, columns));
  return {
    cursor: cursorOf(position),
    isSnapshot: true,
    presentations: edges.map(({ node }) => node),
    deletedIds: [],
  };
}

async function change(event: LoggedEvent, context: GraphQLContext, columns: Columns): Promise<PresentationsChange> {
  const nothing = { cursor: cursorOf(event), isSnapshot: false, presentations: [], deletedIds: [] };
  const id = presentationIdOf(event);
  if (id === null) return nothing;
  const presentation = await context.load(presentationsById, id, columns);
  if (presentation === null) return { ...nothing, deletedIds: [id] };
  // Others may publish events of a deck that name a presentation of another one.
  return presentation.deckId === event.deckId ? { ...nothing, presentations: [presentation] } : nothing;
}
