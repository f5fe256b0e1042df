import { deadLink, guestScopes, newKeyToken, newLookup, playerPath } from '../../kit/rights/index.ts';
import {
  type ExpectedVersion,
  inTransaction,
  type RequestScope,
  requireScope,
  requireVersion,
  touch,
  type TransactionScope,
} from '../../kit/data/index.ts';
import { requireTime, requireUuid, unprocessable } from '../../kit/input/index.ts';
import { type AppError, daysAfter, notFound } from '../../kit/core/index.ts';
import type { EventLog } from '../../delivery/events/event-log.ts';
import type { Presentation } from '../../presentations/presentations/presentation.entity.ts';
import { requireLocked } from '../../presentations/presentations/presentation.reader.ts';
import { lockLink, lockLinkOf } from './guest-link.ts';
import { countInHour } from './hourly.ts';
import { LinkScope, PresentationLink } from './presentation-link.entity.ts';
import { linkCreated, linkRevoked, linkVisited } from './presentation-link.events.ts';
import type { CreatePresentationLinkInput } from './presentation-link.inputs.ts';
import type { GuestVisit } from './visit.ts';

/** How long a link counts that is made without a time, and how long one may count. */
const defaultDays = 30;
const mostDays = 366;
/** Most links of one presentation, in any state. */
const mostLinks = 200;

/** A link with the token that opens it. */
export interface NewLink {
  readonly link: PresentationLink;
  readonly token: string;
}

/** Makes and revokes links to presentations, and counts their visits. */
export class PresentationLinkService {
  /** @param onRevoked called after the commit */
  constructor(
    private readonly events: EventLog,
    private readonly onRevoked: () => void,
  ) {}

  /**
   * Makes a link.
   *
   * @returns it with its token, which nobody can read again
   * @throws AppError `NOT_FOUND`, `UNPROCESSABLE` for a time that a link cannot have, `FORBIDDEN` for a link to sign
   *   without the right to contracts
   */
  async create(scope: RequestScope, presentationId: string, input: CreatePresentationLinkInput): Promise<NewLink> {
    const id = requireUuid(presentationId, 'presentationId');
    if (input.scope === LinkScope.VIEW_AND_SIGN) requireScope(scope.actor, 'contracts:write', 'a link to sign by');
    return inTransaction(scope, async (transaction) => {
      const { em } = transaction;
      const presentation = await requireLocked(transaction, id);
      if ((await em.count(PresentationLink, { presentationId: id })) >= mostLinks) throw tooManyLinks();
      const { token, lookup, digest } = newKeyToken(undefined, 'pl');
      const link = Object.assign(new PresentationLink(), {
        ...input,
        presentationId: id,
        deckId: presentation.deckId,
        expiresAt: readExpiry(input.expiresAt, transaction.now()),
        lookup,
        digest,
      });
      await em.persist(link).flush();
      await this.#record(transaction, link, linkCreated);
      return { link, token };
    });
  }

  /** Makes the link that a new presentation has of its own: it gives a view, and the presentation shows it. */
  readonly linkPlayer = (transaction: TransactionScope, { id, deckId }: Presentation): string => {
    const lookup = newLookup();
    const link = Object.assign(new PresentationLink(), {
      name: 'Player',
      scope: LinkScope.VIEW,
      isOneTime: false,
      presentationId: id,
      deckId,
      expiresAt: daysAfter(transaction.now(), mostDays),
      lookup,
      digest: null,
    });
    transaction.em.persist(link);
    return playerPath(lookup);
  };

  /**
   * Revokes a link permanently. Its row stays, so that signatures by it keep its name. A second time changes nothing.
   */
  async revoke(scope: RequestScope, linkId: string, ifVersion?: ExpectedVersion): Promise<PresentationLink> {
    const id = requireUuid(linkId, 'linkId');
    return inTransaction(scope, async (transaction) => {
      const link = await lockLink(transaction.em, id);
      if (link === null) throw notFound('link', id);
      requireVersion(link, ifVersion);
      if (link.revokedAt !== null) return link;
      if (link.digest === null) await hidePlayer(transaction, link);
      link.revokedAt = transaction.now();
      touch(transaction, link);
      await transaction.em.flush();
      await this.#record(transaction, link, linkRevoked);
      transaction.afterCommit(this.onRevoked);
      return link;
    });
  }

  /**
   * Counts an opening of the link of the caller. A one-time link gets another token with its first one, which
   * only this answer has: its URL never opens again.
   */
  async visit(scope: RequestScope): Promise<GuestVisit> {
    return inTransaction(scope, async (transaction) => {
      const link = await lockLinkOf(transaction);
      // Two browsers may open it at the same moment.
      const isUsedUp = link?.isOneTime === true && link.visitCount > 0 && !hasOpened(scope);
      if (link === null || link.revokedAt !== null || isUsedUp) throw deadLink();
      const isFirst = link.isOneTime && link.visitCount === 0;
      const made = isFirst ? newKeyToken(link.lookup, 'pl') : null;
      if (made !== null) link.digest = made.digest;
      link.visitCount += 1;
      link.lastVisitedAt = transaction.now();
      const isRecorded = countInHour(link, 'visits', transaction.now());
      await transaction.em.flush();
      const { id, presentationId, deckId, visitCount } = link;
      // A page that others embed may be opened by many: beyond the limit of an hour visits are counted, and recorded
      // with the next one.
      if (isRecorded)
        await this.events.record(transaction, linkVisited, {
          deckId,
          data: { linkId: id, presentationId, visitCount },
        });
      return { visitCount, token: made?.token ?? null };
    });
  }

  async #record(
    transaction: TransactionScope,
    { id, presentationId, deckId }: PresentationLink,
    type: typeof linkCreated,
  ): Promise<void> {
    await this.events.record(transaction, type, { deckId, data: { linkId: id, presentationId } });
  }
}

function hasOpened({ actor }: RequestScope): boolean {
  return actor.scopes.has(guestScopes.view);
}

/** The presentation of a revoked link of its own no longer shows one. */
async function hidePlayer(transaction: TransactionScope, { presentationId }: PresentationLink): Promise<void> {
  const presentation = await requireLocked(transaction, presentationId);
  presentation.playerUrl = null;
  touch(transaction, presentation);
}

/** @throws AppError `UNPROCESSABLE` for a time that has passed or is too far */
function readExpiry(expiresAt: string | null | undefined, now: Date): Date {
  if (expiresAt === undefined || expiresAt === null) return daysAfter(now, defaultDays);
  const end = requireTime(expiresAt, 'expiresAt');
  if (end > now && end <= daysAfter(now, mostDays)) return end;
  throw unprocessable(
    'time_out_of_range',
    '/expiresAt',
    'range',
    `expiresAt must be a time to come, at most ${mostDays} days from now.`,
  );
}

function tooManyLinks(): AppError {
  return unprocessable(
    'limit_reached',
    '/presentationId',
    'length',
    `A presentation has at most ${mostLinks} links: make another one.`,
  );
}
