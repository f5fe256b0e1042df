import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { buildSchema, type PubSub } from 'type-graphql';
import { AttemptResolver } from '../delivery/attempt.resolver.ts';
import { DeliveryResolver, EventDeliveriesResolver, SubscriptionProbeResolver } from '../delivery/delivery.resolver.ts';
import { FanOutResolver } from '../delivery/fan-out.resolver.ts';
import { FilterResolver } from '../delivery/filter.resolver.ts';
import { PolicyResolver } from '../delivery/policy.resolver.ts';
import { EventResolver, LiveEventResolver } from '../events/event.resolver.ts';
import { DeadJobResolver } from '../jobs/dead-job.resolver.ts';
import { isInputClass } from '../input/input.ts';
import { checkInput, refuseUnsafe } from '../input/validate.ts';
import { ContractResolver, PresentationContractsResolver } from '../modules/contracts/contract.resolver.ts';
import { DeckResolver, EventDeckResolver, LiveDeckResolver } from '../modules/decks/deck.resolver.ts';
import { DeckFaqsResolver, FaqResolver } from '../modules/faqs/faq.resolver.ts';
import { DeckPlaceholdersResolver } from '../modules/placeholders/placeholder.resolver.ts';
import {
  DeckPresentationsResolver,
  LivePresentationResolver,
  NarrationResolver,
  PresentationCreationResolver,
  PresentationPricingResolver,
  PresentationResolver,
} from '../modules/presentations/presentation.resolver.ts';
import { DeckSlidesResolver, SlideResolver } from '../modules/slides/slide.resolver.ts';
import { DeckSubscriptionsResolver, SubscriptionResolver } from '../modules/subscriptions/subscription.resolver.ts';
import {
  FaqTranslationsResolver,
  SlideTranslationsResolver,
  TranslationResolver,
} from '../modules/translations/translation.resolver.ts';
import { countNodes } from './count-nodes.ts';
import { NodeResolver } from './node.resolver.ts';
import { keepSiblingResults } from './root-fields.ts';
import { passRowsOn } from './row-fields.ts';

const resolvers = [
  DeckResolver,
  EventDeckResolver,
  LiveDeckResolver,
  SlideResolver,
  DeckSlidesResolver,
  FaqResolver,
  DeckFaqsResolver,
  PresentationResolver,
  LivePresentationResolver,
  PresentationCreationResolver,
  PresentationPricingResolver,
  NarrationResolver,
  DeckPresentationsResolver,
  DeckPlaceholdersResolver,
  TranslationResolver,
  SlideTranslationsResolver,
  FaqTranslationsResolver,
  ContractResolver,
  PresentationContractsResolver,
  SubscriptionResolver,
  DeckSubscriptionsResolver,
  EventResolver,
  LiveEventResolver,
  DeliveryResolver,
  EventDeliveriesResolver,
  SubscriptionProbeResolver,
  AttemptResolver,
  FanOutResolver,
  PolicyResolver,
  FilterResolver,
  DeadJobResolver,
  NodeResolver,
] as const;

/** The resolvers that need use cases, made by the composition root; the others stand on their own. */
export type ResolverInstances = readonly object[];

export async function createSchema(instances: ResolverInstances): Promise<GraphQLSchema> {
  const made = new Map(instances.map((instance) => [instance.constructor, instance]));
  const schema = await buildSchema({
    resolvers: [...resolvers],
    container: {
      get: (resolver: new () => object) => {
        const known = made.get(resolver) ?? new resolver();
        made.set(resolver, known);
        return known;
      },
    },
    pubSub: noPubSub,
    validateFn: (value, type) => {
      if (typeof value !== 'object' || value === null) refuseUnsafe(value);
      else if (isInputClass(type)) checkInput(type, value);
      else refuseUnsafe(value);
    },
  });
  return countNodes(keepSiblingResults(passRowsOn(schema)));
}

/** TypeGraphQL asks for one. Our subscription fields bring their own source, the event log, which loses nothing. */
const noPubSub: PubSub = {
  publish: () => undefined,
  subscribe: () => {
    throw new Error('A subscription field has no source of its own');
  },
};

/** The schema as it is committed in `schema.graphql`. */
export function printedSchema(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
