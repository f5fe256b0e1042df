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
  ObjectType,
  Query,
  Resolver,
  Root,
  type SubscribeResolverData,
  Subscription,
} from 'type-graphql';
import { listAsLongAs, listOf } from '../../kit/core/index.ts';
import {
  type Connection,
  connectionType,
  givesRows,
  type GraphQLContext,
  PageArgs,
  toConnection,
  PayloadMutation,
} from '../../kit/graphql/index.ts';
import { maxEventPatterns, requireUuid } from '../../kit/input/index.ts';
import type { ListedEventType } from '../event-types/data-schemas.ts';
import { Event, type LoggedEvent } from './event.entity.ts';
import { eventsForResponse } from './event-log.ts';
import { EventOrder, eventOrderText, maxBatch, PublishEventInput, PublishEventsInput } from './event.inputs.ts';
import { type EventService } from './event.service.ts';
import { eventStream } from './event.stream.ts';
import { PublishedEvent } from './published-event.ts';
import { type TypeCheck, type TypeWarning, typeWarningsMember } from './type-warnings.ts';

const EventConnection = connectionType(Event, 'Event');
const typesDescription = `Up to ${maxEventPatterns} event types or patterns such as contract.*; null selects all.`;
const deckIdDescription = 'Only events of this deck; null selects all.';

@ObjectType('EventType', { simpleResolvers: true, description: 'An event type that this service records.' })
class EventTypeDescription implements Omit<ListedEventType, 'isForHomeowner'> {
  @Field(() => String, { description: 'Name in dotted form, such as contract.signed.' })
  name!: string;

  @Field(() => String, { description: 'When events of this type are recorded.' })
  description!: string;

  @Field(() => String, { description: 'What has happened, for people: mails begin with it, its placeholders filled.' })
  sentence!: string;

  @Field(() => GraphQLJSONObject, { description: "JSON Schema of the event's data." })
  schema!: SchemaObject;

  @Field(() => String, { description: 'Where that schema is: absolute where the server has a PUBLIC_URL.' })
  schemaUrl!: string;

  @Field(() => GraphQLJSONObject, { description: 'Example of the data.' })
  sample!: object;
}

@ArgsType()
class EventsArgs extends PageArgs {
  @Field(() => [String], { nullable: true, description: typesDescription })
  types?: string[] | null;

  @Field(() => ID, { nullable: true, description: deckIdDescription })
  deckId?: string | null;

  @Field(() => EventOrder, { nullable: true, description: eventOrderText('CREATED_ASC') })
  orderBy?: EventOrder | null;
}

@ArgsType()
class FollowArgs {
  @Field(() => ID, { nullable: true, description: deckIdDescription })
  deckId?: string | null;

  @Field(() => [String], { nullable: true, description: typesDescription })
  types?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Cursor of the last event that the client has. Default: now.',
  })
  after?: string | null;
}

/** Queries, mutations and computed fields of events. */
@Resolver(() => Event)
export class EventResolver {
  constructor(
    private readonly service: EventService,
    private readonly catalogue: readonly ListedEventType[],
    private readonly warningsOf: TypeCheck,
  ) {}

  @Query(() => [EventTypeDescription], {
    complexity: listOf(50),
    description: 'Every event type that this service records and sends to subscriptions.',
  })
  eventTypes(): readonly ListedEventType[] {
    return this.catalogue;
  }

  @Query(() => EventConnection, { description: 'The event log, oldest first unless orderBy says otherwise.' })
  async events(
    @Ctx() context: GraphQLContext,
    @Args(() => EventsArgs) args: EventsArgs,
  ): Promise<Connection<LoggedEvent>> {
    return toConnection(await this.service.list(context.scope, args, args), args);
  }

  @Query(() => Event, { nullable: true, description: 'One event; null when there is none with this id.' })
  async event(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the event.' }) id: string,
  ): Promise<Event | null> {
    return context.load(eventsForResponse, requireUuid(id, 'id'));
  }

  @Query(() => String, {
    description:
      'Cursor of the last recorded event. A client that starts with it can resume even if it loses the connection before its first event.',
  })
  async latestEventCursor(@Ctx() { scope }: GraphQLContext): Promise<string> {
    return this.service.latestCursor(scope);
  }

  @FieldResolver(() => String, { description: 'Position of the event in the log; the same in REST and GraphQL.' })
  async cursor(@Root() event: Event, @Ctx() { scope }: GraphQLContext): Promise<string> {
    return this.service.cursorOf(scope, event);
  }

  @PayloadMutation(
    {
      event: [() => Event, 'The event, or the first one with its id.'],
      warnings: typeWarningsMember,
    },
    { description: 'Records an event. A repetition with the same id returns the first one.' },
  )
  async publishEvent(
    @Ctx() context: GraphQLContext,
    @Arg('input', () => PublishEventInput, { description: 'The event.' }) input: PublishEventInput,
  ): Promise<{ event: Event; warnings: TypeWarning[] }> {
    const { event } = await this.service.publish(context.change(), input);
    return { event, warnings: this.warningsOf(event.type) };
  }

  @PayloadMutation(
    { results: [() => [PublishedEvent], 'One for each event, in the order of the input.'] },
    {
      complexity: listAsLongAs('input.events', maxBatch),
      description: `Records up to ${maxBatch.toLocaleString('en-US')} events in one transaction: all or none. The results have the order of the events.`,
    },
  )
  async publishEvents(
    @Ctx() context: GraphQLContext,
    @Arg('input', () => PublishEventsInput, { description: 'The events.' }) input: PublishEventsInput,
  ): Promise<PublishedEvent[]> {
    const results = await this.service.publishAll(context.change(), input);
    return results.map((result) => ({ ...result, warnings: this.warningsOf(result.event.type) }));
  }
}

/** The GraphQL subscription `events`, beside the query of the same name. */
@Resolver()
export class LiveEventResolver {
  @Subscription(() => Event, {
    description:
      'Sends each matching event when it is recorded. Reconnect with your last cursor to resume without gaps or duplicates.',
    subscribe: ({ args, context }: SubscribeResolverData<unknown, FollowArgs, GraphQLContext>) =>
      context.streams.of(eventStream)(context.scope, args, args.after),
  })
  @Extensions(givesRows)
  events(@Root() event: Event, @Args(() => FollowArgs) _args: FollowArgs): Event {
    return event;
  }
}
