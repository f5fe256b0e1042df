import { Entity, PrimaryKey } from '@mikro-orm/decorators/legacy';
import { Arg, Ctx, ID, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import type { EventLog } from '../../../../src/delivery/events/event-log.ts';
import { attribute, attributes } from '../../../../src/kit/data/attributes/attribute.ts';
import { copied } from '../../../../src/kit/data/attributes/copies.ts';
import { createOf, updateOf } from '../../../../src/kit/data/attributes/inputs.ts';
import { viewOf } from '../../../../src/kit/data/attributes/kinds.ts';
import { rowOf } from '../../../../src/kit/data/attributes/rows.ts';
import { type Change, inputOf } from '../../../../src/kit/input/merge-patch.ts';
import { EditableEntity } from '../../../../src/kit/data/base.entity.ts';
import { Node } from '../../../../src/kit/data/node.ts';
import { byId } from '../../../../src/kit/data/reads.ts';
import { inTransaction, type RequestScope } from '../../../../src/kit/data/scope.ts';
import type { GraphQLContext } from '../../../../src/kit/graphql/context.ts';
import { tableNode } from '../../../../src/kit/graphql/node-catalogue.ts';
import { InputObject } from '../../../../src/kit/input/input.ts';
import { text } from '../../../../src/kit/input/rules.ts';
import { applyChanges } from '../../../../src/kit/core/apply-changes.ts';
import { eventData, eventType, sampleId } from '../../../../src/kit/live/event-type.ts';
import type { Module } from '../../../../src/kit/module.ts';
import { needs } from '../../../../src/kit/rights/requirement.ts';
import { uuidParameter } from '../../../../src/kit/http/rest/path-parameter.ts';
import { created, type Route, route, wrapped } from '../../../../src/kit/http/rest/route.ts';
import { id, view } from '../../../../src/kit/data/attributes/view.ts';
import { SeenBy } from '../../../../src/kit/rights/seen-by.ts';

const gadgetEvents = {
  gadgetChanged: eventType<{ id: string }>(
    'gadget.changed',
    'A gadget changed.',
    'A gadget has changed.',
    { id: eventData.id },
    { id: sampleId },
  ),
};

/** A noun of one attribute. No file of the product knows it. */
export const gadgetAttributes = attributes({
  motto: attribute(text({ max: 12, description: 'What is printed on it.' }), { translated: true }),
});

@ObjectType({ implements: Node, simpleResolvers: true, description: 'A noun of a test.' })
@Entity({ tableName: 'gadget' })
@SeenBy('false')
class Gadget extends rowOf(gadgetAttributes, EditableEntity) {}

@InputObject('A new gadget.')
class CreateGadgetInput extends createOf(gadgetAttributes) {}

@InputObject('Changes to a gadget.')
class UpdateGadgetInput extends updateOf(gadgetAttributes) {}

/** A gadget of a presentation. */
@Entity({ tableName: 'gadget_copy' })
@SeenBy('false')
export class StoredGadget extends rowOf(copied(gadgetAttributes)) {
  @PrimaryKey({ type: 'uuid' })
  id!: string;
}

const gadgetsById = byId(Gadget);
const gadgetView = view<Gadget, 'createdAt' | 'updatedAt' | 'version'>('Gadget', { id, ...viewOf(gadgetAttributes) });

/** Its use cases. Each change records its event. */
class GadgetService {
  constructor(private readonly events: EventLog) {}

  change(scope: RequestScope, change: Change<UpdateGadgetInput>, known?: string): Promise<Gadget> {
    return inTransaction(scope, async (transaction) => {
      const { em } = transaction;
      const gadget = known === undefined ? new Gadget() : await em.findOneOrFail(Gadget, { id: known });
      applyChanges(gadget, inputOf(change, gadget));
      await em.persist(gadget).flush();
      this.events.record(transaction, gadgetEvents.gadgetChanged, { deckId: null, data: { id: gadget.id } });
      return gadget;
    });
  }
}

const shared = { tag: 'Gadgets', extension: true } as const;

const routesOf = (gadgets: GadgetService): readonly Route[] => [
  route({
    ...shared,
    method: 'POST',
    path: '/api/gadgets',
    operationId: 'createGadget',
    summary: 'Create a gadget',
    description: 'For a test.',
    body: CreateGadgetInput,
    responses: { 201: created(wrapped('gadget', gadgetView, 'The new gadget.')) },
    handle: async ({ scope, body }) => {
      const gadget = await gadgets.change(scope, body);
      const headers = { Location: `/api/gadgets/${gadget.id}`, ETag: '"1"' };
      return { status: 201, body: { gadget: gadgetView.write(gadget) }, headers };
    },
  }),
  route({
    ...shared,
    method: 'PUT',
    path: '/api/gadgets/{gadgetId}',
    operationId: 'updateGadget',
    summary: 'Change a gadget',
    description: 'For a test.',
    body: UpdateGadgetInput,
    responses: { 200: wrapped('gadget', gadgetView, 'The gadget.') },
    handle: async ({ scope, path, body }) => ({
      body: { gadget: gadgetView.write(await gadgets.change(scope, body, path('gadgetId'))) },
    }),
  }),
];

@Resolver(() => Gadget)
class GadgetResolver {
  constructor(private readonly gadgets: GadgetService) {}

  @Query(() => Gadget, { nullable: true, description: 'One gadget.' })
  gadget(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'Its id.' }) known: string,
  ): Promise<Gadget | null> {
    return context.load(gadgetsById, known);
  }

  @Mutation(() => Gadget, { description: 'Adds a gadget.' })
  createGadget(
    @Ctx() context: GraphQLContext,
    @Arg('input', () => CreateGadgetInput, { description: 'The new gadget.' }) input: CreateGadgetInput,
  ): Promise<Gadget> {
    return this.gadgets.change(context.change(), input);
  }

  @Mutation(() => Gadget, { description: 'Changes a gadget.' })
  updateGadget(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'Its id.' }) known: string,
    @Arg('input', () => UpdateGadgetInput, { description: 'The changes.' }) input: UpdateGadgetInput,
  ): Promise<Gadget> {
    return this.gadgets.change(context.change(), input, known);
  }
}

/** The folder of the noun: a product with it has one line more in its list of modules. */
export const gadgetModule: Module<{ readonly events: EventLog }> = {
  operations: {
    createGadget: needs('decks:write'),
    updateGadget: needs('decks:write'),
    getGadget: needs('decks:read', 'Query.gadget'),
  },
  tags: { Gadgets: 'Gadgets of a test.' },
  pathParameters: { gadgetId: uuidParameter('The id of the gadget.') },
  entities: [Gadget],
  events: Object.values(gadgetEvents),
  nodes: { Gadget: tableNode(Gadget, gadgetsById, 'decks:read') },
  resolvers: [GadgetResolver],
  instances: ({ events }) => [new GadgetResolver(new GadgetService(events))],
  routes: ({ events }) => routesOf(new GadgetService(events)),
};
