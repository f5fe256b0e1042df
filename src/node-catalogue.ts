import type { EntityClass } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import type { Batch } from './database/reads.ts';
import { Attempt, Delivery } from './delivery/delivery.entity.ts';
import { attemptsById, deliveriesById } from './delivery/delivery.reader.ts';
import { Event } from './events/event.entity.ts';
import { eventsForAnswer } from './events/event-log.ts';
import { deadJobIds, deadJobsById } from './jobs/dead-job.reader.ts';
import { Contract } from './modules/contracts/contract.entity.ts';
import { contractsById } from './modules/contracts/contract.reader.ts';
import { Deck } from './modules/decks/deck.entity.ts';
import { decksById } from './modules/decks/deck.reader.ts';
import { Faq } from './modules/faqs/faq.entity.ts';
import { faqsById } from './modules/faqs/faq.reader.ts';
import { Presentation } from './modules/presentations/presentation.entity.ts';
import { StoredFaq, StoredSlide } from './modules/presentations/presentation-part.entity.ts';
import { presentationFaqsById, presentationSlidesById } from './modules/presentations/presentation-part.reader.ts';
import { presentationsById } from './modules/presentations/presentation.reader.ts';
import { Slide } from './modules/slides/slide.entity.ts';
import { slidesById } from './modules/slides/slide.reader.ts';
import { NotificationSubscription } from './modules/subscriptions/subscription.entity.ts';
import { subscriptionsById } from './modules/subscriptions/subscription.reader.ts';
import type { RequestScope } from './scope.ts';

interface NodeType {
  readonly read: Batch<string, object | null>;
  /** Rows that have those of the wanted ids as `id` that are of this type. */
  readonly find: (em: SqlEntityManager, ids: readonly string[]) => RawBuilder<unknown>;
}

/** Every type of the schema that has an id, by its name there. */
export const nodeCatalogue = {
  Deck: { read: decksById, find: rowsOf(Deck) },
  Slide: { read: slidesById, find: rowsOf(Slide) },
  FAQ: { read: faqsById, find: rowsOf(Faq) },
  Presentation: { read: presentationsById, find: rowsOf(Presentation) },
  PresentationSlide: { read: presentationSlidesById, find: rowsOf(StoredSlide) },
  PresentationFAQ: { read: presentationFaqsById, find: rowsOf(StoredFaq) },
  Contract: { read: contractsById, find: rowsOf(Contract) },
  NotificationSubscription: { read: subscriptionsById, find: rowsOf(NotificationSubscription) },
  Event: { read: eventsForAnswer, find: rowsOf(Event) },
  Delivery: { read: deliveriesById, find: rowsOf(Delivery) },
  DeliveryAttempt: { read: attemptsById, find: rowsOf(Attempt) },
  DeadJob: { read: deadJobsById, find: (_em, ids) => deadJobIds(ids) },
} as const satisfies Record<string, NodeType>;

export type NodeTypeName = keyof typeof nodeCatalogue;

/** The type that each id belongs to, asked of all tables in one statement; null for an id of nothing. */
export const nodeTypesById: Batch<string, NodeTypeName | null> = async (em, ids) => {
  const finds = Object.entries<NodeType>(nodeCatalogue).map(
    ([type, { find }]) => sql`select ${type}::text as type, found.id::text from (${find(em, ids)}) as found`,
  );
  const { rows } = await sql<{ type: NodeTypeName; id: string }>`${sql.join(finds, sql` union all `)}`.execute(
    em.getKysely<unknown>(),
  );
  const types = new Map(rows.map(({ id, type }) => [id, type]));
  return ids.map((id) => types.get(id) ?? null);
};

/** The type of what has an id; null when nothing has it. */
export async function nodeTypeOf({ em }: RequestScope, id: string): Promise<NodeTypeName | null> {
  const [type = null] = await nodeTypesById(em, [id]);
  return type;
}

function rowsOf(entity: EntityClass<object>): NodeType['find'] {
  return (em, ids) => {
    const { tableName } = em.getMetadata().get(entity);
    return sql`select id from ${sql.table(tableName)} where id = any(${ids}::uuid[])`;
  };
}
