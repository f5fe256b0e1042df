import { sql } from 'kysely';
import { type Page, type PageRequest, selectPage } from '../database/page.ts';
import { allOf, byId } from '../database/reads.ts';
import { requireUuid } from '../input/validate.ts';
import type { RequestScope } from '../scope.ts';
import { Attempt, Delivery, type DeliveryStatus } from './delivery.entity.ts';

export const deliveriesById = byId(Delivery);
export const deliveriesOfEvents = allOf(Delivery, 'event_id', (delivery) => delivery.eventId, sql`created_at, id`);
export const attemptsOfDeliveries = allOf(Attempt, 'delivery_id', (attempt) => attempt.deliveryId, sql`number`);

export interface DeliveryFilter {
  readonly subscriptionId?: string | null | undefined;
  readonly eventId?: string | null | undefined;
  readonly status?: DeliveryStatus | null | undefined;
}

/** A page of the delivery log, newest first. */
export async function listDeliveries(
  scope: RequestScope,
  page: PageRequest,
  { subscriptionId, eventId, status }: DeliveryFilter,
): Promise<Page<Delivery>> {
  const conditions = [
    ...(subscriptionId ? [sql`subscription_id = ${requireUuid(subscriptionId, 'subscriptionId')}`] : []),
    ...(eventId ? [sql`event_id = ${requireUuid(eventId, 'eventId')}`] : []),
    ...(status ? [sql`status = ${status}`] : []),
  ];
  return selectPage(scope.em, Delivery, conditions, page, 'newest first');
}
