import type { SchemaObject } from 'ajv';
import { GraphQLJSONObject } from 'graphql-scalars';
import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Extensions,
  Field,
  FieldResolver,
  ID,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
  type SubscribeResolverData,
  Subscription,
} from 'type-graphql';
import { listOf } from '../platform/budget/field-price.ts';
import { type Connection, connectionType, PageArgs, toConnection } from '../platform/graphql/connection.ts';
import { type GraphQLContext } from '../platform/graphql/context.ts';
import { IdempotencyKeyArg } from '../platform/graphql/idempotency-key.ts';
import { givesRows } from '../platform/graphql/row-fields.ts';
import { maxEventPatterns } from '../platform/input/validate.ts';
import { cursorOf } from '../platform/live/cursor.ts';
import { Event } from './event.entity.ts';
import { PublishEventInput } from './event.inputs.ts';
import { type EventService } from './event.service.ts';
import { eventStream } from './event.stream.ts';
import type { EventType } from '../platform/live/event-type.ts';
import { type TypeCheck, TypeWarning } from './type-warnings.ts';

const EventConnection = connectionType(Event, 'Event');
const typesDescription = `Up to ${maxEventPatterns} event types, or patterns such as contract.*`;

@ObjectType('EventType', { simpleResolvers: true, description: 'A type of event that this service records itself.' })
class EventTypeDescription implements EventType {
  @Field(() => String)
  name!: string;

  @Field(() => String)
  description!: string;

  @Field(() => GraphQLJSONObject, { description: "JSON Schema of the event's data." })
  schema!: SchemaObject;

  @Field(() => GraphQLJSONObject, { description: 'Data as it may look.' })
  sample!: object;
}

@ArgsType()
class EventsArgs extends PageArgs {
  @Field(() => [String], { nullable: true, description: typesDescription })
  types?: string[] | null;

  @Field(() => ID, { nullable: true })
  deckId?: string | null;
}

@ArgsType()
class FollowArgs {
  @Field(() => ID, { nullable: true })
  deckId?: string | null;

  @Field(() => [String], { nullable: true, description: typesDescription })
  types?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Begins behind the event with this cursor; from now on unless told.',
  })
  after?: string | null;
}

@Resolver(() => Event)
export class EventResolver {
  constructor(
    private readonly service: EventService,
    private readonly catalogue: readonly EventType[],
    private readonly warningsOf: TypeCheck,
  ) {}

  @Query(() => [EventTypeDescription], {
    complexity: listOf(50),
    description: 'Every type of event that this service records itself and sends to subscriptions.',
  })
  eventTypes(): readonly EventType[] {
    return this.catalogue;
  }

  @Query(() => EventConnection, { description: 'The event log, oldest first.' })
  async events(@Ctx() context: GraphQLContext, @Args(() => EventsArgs) args: EventsArgs): Promise<Connection<Event>> {
    return toConnection(await this.service.list(context.scope, args, args), args);
  }

  @Query(() => String, {
    description:
      'The cursor of now. A client that begins behind it can come back also when it is cut off before its first event.',
  })
  async latestEventCursor(@Ctx() { scope }: GraphQLContext): Promise<string> {
    return this.service.latestCursor(scope);
  }

  @FieldResolver(() => String, { description: 'The place of the event in the log, the same on every door.' })
  cursor(@Root() event: Event): string {
    return cursorOf(event);
  }

  @FieldResolver(() => [TypeWarning], {
    complexity: listOf(1),
    description: 'What is doubtful about its type; empty for most.',
  })
  warnings(@Root() { type }: Event): TypeWarning[] {
    return this.warningsOf(type);
  }

  @Mutation(() => Event, { description: 'Records an event; one sent again under the same id gives the first.' })
  async publishEvent(
    @Ctx() context: GraphQLContext,
    @Arg('input', () => PublishEventInput) input: PublishEventInput,
    @IdempotencyKeyArg() key: string | null,
  ): Promise<Event> {
    const scope = context.change({ key, operation: 'publishEvent', input });
    const { event } = await this.service.publish(scope, input);
    return event;
  }
}

/** The live door to the log, beside the query of the same name. */
@Resolver()
export class LiveEventResolver {
  @Subscription(() => Event, {
    description: 'Each matching event as it is recorded.',
    subscribe: ({ args, context }: SubscribeResolverData<unknown, FollowArgs, GraphQLContext>) =>
      context.streams.of(eventStream)(context.scope, args, args.after),
  })
  @Extensions(givesRows)
  events(@Root() event: Event, @Args(() => FollowArgs) _args: FollowArgs): Event {
    return event;
  }
}
