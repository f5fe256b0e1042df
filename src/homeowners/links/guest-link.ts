import { LockMode } from '@mikro-orm/core';
import { lockRow, type RequestScope, type TransactionScope } from '../../kit/data/index.ts';
import { AppError, notFound } from '../../kit/core/index.ts';
import { type Caused, countInHour, requireLeftInHour } from './hourly.ts';
import { PresentationLink } from './presentation-link.entity.ts';

/** How programs send their link. */
export const sentLink = 'Send `Authorization: Link` and the token of the link.';

/** The only presentation that a guest may request: it is read from the link, never from a request. */
export function presentationOf({ actor }: RequestScope): string {
  if (actor.presentation !== undefined) return actor.presentation;
  throw new AppError('link_required', 'This needs a link to a presentation.');
}

/** Locks the link of a guest, so that what it may do is counted one by one; null when it was deleted. */
export function lockLinkOf({ em, actor }: TransactionScope): Promise<PresentationLink | null> {
  return lockLink(em, actor.key ?? '');
}

/** The same as a plain row, for a change by `updateAll`. */
export function lockLinkRowOf(transaction: TransactionScope): Promise<PresentationLink | null> {
  return lockRow(transaction, PresentationLink, transaction.actor.key ?? '');
}

/** Locks a link for a change; null when there is none. */
export function lockLink(em: TransactionScope['em'], id: string): Promise<PresentationLink | null> {
  return em.findOne(PresentationLink, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/**
 * Counts a change for the link by which somebody makes it, under its lock. Those who come by a key are not counted here.
 *
 * @throws AppError `TOO_MANY_REQUESTS` when it is one too many
 */
export async function countForLink(transaction: TransactionScope, caused: Caused): Promise<void> {
  const { actor } = transaction;
  if (actor.kind !== 'link') return;
  const link = await lockLinkOf(transaction);
  if (link === null) throw notFound('link', actor.key ?? '');
  const now = transaction.now();
  requireLeftInHour(link, caused, now);
  countInHour(link, caused, now);
}
