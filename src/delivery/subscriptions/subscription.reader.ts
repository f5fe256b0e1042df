import { sql } from 'kysely';
import {
  readOne,
  byId,
  type CountedPage,
  type PageRequest,
  pagesOf,
  type RequestScope,
  selectPage,
} from '../../kit/data/index.ts';
import { requireUuid } from '../../kit/input/index.ts';
import { NotificationSubscription } from './subscription.entity.ts';

/** Subscriptions by id; null for an unknown id. */
export const subscriptionsById = byId(NotificationSubscription);
/** Pages of the subscriptions of each deck, oldest first. */
export const subscriptionPages = pagesOf(NotificationSubscription, {
  column: 'deck_id',
  keyOf: ({ deckId }) => deckId,
  order: 'oldest first',
});

/** One subscription. @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is not a UUID */
export function readSubscription(scope: RequestScope, subscriptionId: string): Promise<NotificationSubscription> {
  return readOne(scope.em, subscriptionsById, subscriptionId, {
    noun: 'notification subscription',
    parameter: 'subscriptionId',
  });
}

/** Selects subscriptions of the list. An absent or null member selects all. */
export interface SubscriptionFilter {
  readonly deckId?: string | null | undefined;
  /** Event type or pattern of the subscription, compared as text. */
  readonly eventType?: string | null | undefined;
  readonly isActive?: boolean | null | undefined;
}

/** A page of subscriptions, oldest first. @throws AppError `INVALID_INPUT` */
export async function listSubscriptions(
  scope: RequestScope,
  page: PageRequest,
  { deckId, eventType, isActive }: SubscriptionFilter,
): Promise<CountedPage<NotificationSubscription>> {
  const conditions = [
    ...(deckId === undefined || deckId === null ? [] : [sql`deck_id = ${requireUuid(deckId, 'deckId')}`]),
    ...(eventType === undefined || eventType === null ? [] : [sql`event_type = ${eventType}`]),
    ...(isActive === undefined || isActive === null ? [] : [sql`is_active = ${isActive}`]),
  ];
  return selectPage(scope.em, NotificationSubscription, conditions, page);
}
