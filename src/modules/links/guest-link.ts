import { LockMode } from '@mikro-orm/core';
import type { RequestScope, TransactionScope } from '../../platform/database/scope.ts';
import { AppError } from '../../platform/kernel/errors.ts';
import { PresentationLink } from './presentation-link.entity.ts';

/** How programs say by which link they come. */
export const sentLink = 'Send `Authorization: Link` and the token of the link.';

/** The only presentation that a guest may ask for: it is read from the link, never from a request. */
export function presentationOf({ actor }: RequestScope): string {
  if (actor.presentation !== undefined) return actor.presentation;
  throw new AppError('FORBIDDEN', 'This needs a link to a presentation.');
}

/** Locks the link by which a guest asks, so that what it may do is counted one by one; null when it was deleted. */
export function lockLinkOf({ em, actor }: TransactionScope): Promise<PresentationLink | null> {
  return lockLink(em, actor.key ?? '');
}

/** Locks a link for a change; null when there is none. */
export function lockLink(em: TransactionScope['em'], id: string): Promise<PresentationLink | null> {
  return em.findOne(PresentationLink, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}
