import type { EntityClass } from '@mikro-orm/core';
import { deadNoticeModule } from '../notifications/dead-notices/dead-notice.module.ts';
import { dispatchModule } from '../notifications/dispatch/dispatch.module.ts';
import { fanOutModule } from '../notifications/fan-out/fan-out.module.ts';
import { filterModule } from '../notifications/filters/filter.module.ts';
import { deliveryModule } from '../notifications/operations/delivery.module.ts';
import { isStreamOnly } from '../events/event-audience.ts';
import { eventModule } from '../events/event.module.ts';
import type { EventType } from '../platform/live/event-type.ts';
import { NodeCatalogue } from '../platform/graphql/node-catalogue.ts';
import { NodeResolver } from '../platform/graphql/node.resolver.ts';
import type { ResolverClass } from '../platform/graphql/schema.ts';
import { IdempotencyKey } from '../platform/idempotency/idempotency-key.entity.ts';
import { deadJobModule } from '../modules/dead-jobs/dead-job.module.ts';
import { ownOperations, type Requirement } from '../platform/policy/requirement.ts';
import type { Module } from '../platform/module.ts';
import { RateCount } from '../platform/rates/rate-count.entity.ts';
import { SigningSecret } from '../platform/signing/signing-secret.entity.ts';
import type { PathParameter } from '../platform/rest/path-parameter.ts';
import { addOnModule } from '../modules/add-ons/add-on.module.ts';
import { auditModule } from '../modules/audit/audit.module.ts';
import { apiKeyModule } from '../modules/keys/api-key.module.ts';
import { brandModule } from '../modules/brands/brand.module.ts';
import { contractPdfModule } from '../modules/contract-pdf/contract-pdf.module.ts';
import { contractModule } from '../modules/contracts/contract.module.ts';
import { deckModule } from '../modules/decks/deck.module.ts';
import { driftModule } from '../modules/drift/drift.module.ts';
import { faqModule } from '../modules/faqs/faq.module.ts';
import { guestModule } from '../modules/guests/guest.module.ts';
import { linkModule } from '../modules/links/link.module.ts';
import { placeholderModule } from '../modules/placeholders/placeholder.module.ts';
import { presentationStreamModule } from '../modules/presentation-streams/presentation-stream.module.ts';
import { presentationModule } from '../modules/presentations/presentation.module.ts';
import { presentingModule } from '../modules/presenting/presenting.module.ts';
import { privacyModule } from '../modules/privacy/privacy.module.ts';
import { questionModule } from '../modules/questions/question.module.ts';
import { recordingModule } from '../modules/recordings/recording.module.ts';
import { rescissionModule } from '../modules/rescission/rescission.module.ts';
import { sessionModule } from '../modules/sessions/session.module.ts';
import { slideModule } from '../modules/slides/slide.module.ts';
import { subscriptionModule } from '../notifications/operations/subscription.module.ts';
import { policyModule } from '../notifications/policies/policy.module.ts';
import { usageModule } from '../modules/usage/usage.module.ts';
import { translationModule } from '../modules/translations/translation.module.ts';
import { watchingModule } from '../modules/watching/watching.module.ts';
import type { Doors } from './doors.ts';
import type { Work } from './work.ts';

/** Every module. A new one is its folder and one line here. */
const productModules: readonly Module<Doors, Work>[] = [
  deckModule,
  brandModule,
  slideModule,
  faqModule,
  presentationModule,
  presentationStreamModule,
  presentingModule,
  linkModule,
  addOnModule,
  guestModule,
  questionModule,
  watchingModule,
  recordingModule,
  driftModule,
  placeholderModule,
  translationModule,
  contractModule,
  contractPdfModule,
  rescissionModule,
  subscriptionModule,
  dispatchModule,
  deadNoticeModule,
  deliveryModule,
  fanOutModule,
  policyModule,
  filterModule,
  eventModule,
  deadJobModule,
  apiKeyModule,
  sessionModule,
  privacyModule,
  auditModule,
  usageModule,
];

/** What the modules are made of, joined. */
export interface Catalogue {
  readonly modules: readonly Module<Doors, Work>[];
  /** The tables of all modules, and those of the platform. */
  readonly entities: readonly EntityClass<object>[];
  /** Every type of event that the product records itself, by name. Others may be published from outside. */
  readonly eventTypes: readonly EventType[];
  /** The types that subscriptions can receive: those that REST and GraphQL list. */
  readonly deliveredTypes: readonly EventType[];
  /** Groups of operations in the OpenAPI document, by name. */
  readonly tags: Readonly<Record<string, string>>;
  readonly pathParameters: Readonly<Record<string, PathParameter>>;
  /** What each operation needs, of the modules and of the platform. */
  readonly operations: Readonly<Record<string, Requirement>>;
  /** Finds an object of any module by its id: `node` and `nodes` of GraphQL. */
  readonly nodes: NodeCatalogue;
  /** The GraphQL resolvers of all modules, and that of `node`. */
  readonly resolvers: readonly ResolverClass[];
}

/** Joins modules. */
export function catalogueOf(modules: readonly Module<Doors, Work>[]): Catalogue {
  const eventTypes = modules.flatMap((module) => module.events ?? []).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return {
    modules,
    entities: [...modules.flatMap((module) => module.entities ?? []), IdempotencyKey, RateCount, SigningSecret],
    eventTypes,
    deliveredTypes: eventTypes.filter(({ name }) => !isStreamOnly(name)),
    tags: Object.assign({}, ...modules.map(({ tags }) => tags)) as Catalogue['tags'],
    pathParameters: Object.assign({}, ...modules.map((module) => module.pathParameters)) as Catalogue['pathParameters'],
    operations: Object.assign(
      {},
      ownOperations,
      ...modules.map(({ operations }) => operations),
    ) as Catalogue['operations'],
    nodes: new NodeCatalogue(new Map(modules.flatMap((module) => Object.entries(module.nodes ?? {})))),
    resolvers: [...modules.flatMap((module) => module.resolvers ?? []), NodeResolver],
  };
}

/** The modules of the product, joined. */
export const catalogue = catalogueOf(productModules);
