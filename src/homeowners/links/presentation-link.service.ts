import { deadLink, guestScopes, newKeyToken, newLookup, playerPath } from '../../kit/rights/index.ts';
import {
  addRows,
  type ExpectedVersion,
  inTransaction,
  newRow,
  type RequestScope,
  requireScope,
  requireVersion,
  touch,
  type TransactionScope,
} from '../../kit/data/index.ts';
import { type Change, inputOf, requireTime, requireUuid, unprocessable } from '../../kit/input/index.ts';
import { AppError, applyChanges, daysAfter, notFound } from '../../kit/core/index.ts';
import type { EventLog } from '../../delivery/events/event-log.ts';
import type { Presentation } from '../../presentations/presentations/presentation.entity.ts';
import { requireLocked } from '../../presentations/presentations/presentation.reader.ts';
import type { PlayerLink } from '../../presentations/presentations/presentation.service.ts';
import { lockLink, lockLinkOf } from './guest-link.ts';
import { countInHour } from './hourly.ts';
import { LinkScope, PresentationLink } from './presentation-link.entity.ts';
import { linkCreated, linkRevoked, linkUpdated, linkVisited } from './presentation-link.events.ts';
import type { CreatePresentationLinkInput, UpdatePresentationLinkInput } from './presentation-link.inputs.ts';
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

/** Makes, changes and revokes links to presentations, and counts their visits. */
export class PresentationLinkService {
  /** @param onRightsChanged called after the commit of what ends or changes the rights of a link */
  constructor(
    private readonly events: EventLog,
    private readonly onRightsChanged: () => void,
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
    requireRightTo(scope, input.scope);
    return inTransaction(scope, async (transaction) => {
      const { em } = transaction;
      const presentation = await requireLocked(transaction, id);
      if ((await em.count(PresentationLink, { presentationId: id })) >= mostLinks) throw tooManyLinks();
      const { token, lookup, digest } = newKeyToken(undefined, 'pl');
      const link = Object.assign(newRow(PresentationLink), {
        ...input,
        presentationId: id,
        deckId: presentation.deckId,
        expiresAt: readExpiry(input.expiresAt, transaction.now()),
        lookup,
        digest,
      });
      await addRows(transaction, PresentationLink, [link]);
      const { scope: opens, expiresAt } = link;
      this.events.record(transaction, linkCreated, {
        deckId: link.deckId,
        data: { linkId: link.id, presentationId: id, scope: opens, expiresAt: expiresAt.toISOString() },
      });
      return { link, token };
    });
  }

  /** Makes the link that a new presentation has of its own: it gives a view, and the presentation shows it. */
  readonly linkPlayer = (transaction: TransactionScope, { id, deckId }: Presentation): PlayerLink => {
    const lookup = newLookup();
    const link = Object.assign(newRow(PresentationLink), {
      name: 'Player',
      scope: LinkScope.VIEW,
      isOneTime: false,
      presentationId: id,
      deckId,
      expiresAt: daysAfter(transaction.now(), mostDays),
      lookup,
      digest: null,
    });
    return { path: playerPath(lookup), store: () => addRows(transaction, PresentationLink, [link]) };
  };

  /**
   * Changes the name, the scope or the expiry of a link. An expired link counts again once it has a time to come. What
   * is open by the link goes on with the new expiry, and ends with another scope.
   *
   * @throws AppError `NOT_FOUND`, `CONFLICT` for a link that is revoked, `UNPROCESSABLE` for a time or a scope that it
   *   cannot have, `FORBIDDEN` for more rights to sign without the right to contracts
   */
  async update(
    scope: RequestScope,
    linkId: string,
    change: Change<UpdatePresentationLinkInput>,
    ifVersion?: ExpectedVersion,
  ): Promise<PresentationLink> {
    const id = requireUuid(linkId, 'linkId');
    return inTransaction(scope, async (transaction) => {
      const link = await lockLink(transaction.em, id);
      if (link === null) throw notFound('link', id);
      requireVersion(link, ifVersion);
      if (link.revokedAt !== null) throw revokedLink(id);
      const { expiresAt: end, ...input } = inputOf(change, { ...link, expiresAt: link.expiresAt.toISOString() });
      const expiresAt = isKept(end, link) ? undefined : readExpiry(end, transaction.now());
      const changed = applyChanges(link, { ...input, expiresAt });
      if (changed.length === 0) return link;
      if (changed.includes('scope') || changed.includes('expiresAt')) {
        requireSignable(transaction, link);
        link.rightsChangedAt = transaction.now();
        transaction.afterCommit(this.onRightsChanged);
      }
      touch(transaction, link);
      await transaction.em.flush();
      const { presentationId, deckId } = link;
      this.events.record(transaction, linkUpdated, { deckId, data: { linkId: id, presentationId, changed } });
      return link;
    });
  }

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
      const { presentationId, deckId } = link;
      this.events.record(transaction, linkRevoked, { deckId, data: { linkId: id, presentationId } });
      transaction.afterCommit(this.onRightsChanged);
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
        this.events.record(transaction, linkVisited, {
          deckId,
          data: { linkId: id, presentationId, visitCount },
        });
      return { visitCount, token: made?.token ?? null };
    });
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

/** Whether a time is no other than the one that a link has, which may have passed. */
function isKept(expiresAt: string | null | undefined, link: PresentationLink): boolean {
  if (expiresAt === undefined || expiresAt === null) return true;
  return requireTime(expiresAt, 'expiresAt').getTime() === link.expiresAt.getTime();
}

/** @throws AppError `FORBIDDEN` for a link to sign without the right to contracts */
function requireRightTo({ actor }: RequestScope, scope: LinkScope): void {
  if (scope === LinkScope.VIEW_AND_SIGN) requireScope(actor, 'contracts:write', 'a link to sign by');
}

/** @throws AppError as `requireRightTo` does, and `UNPROCESSABLE` for a presentation's own link: whoever reads that has it */
function requireSignable(scope: RequestScope, link: PresentationLink): void {
  requireRightTo(scope, link.scope);
  if (link.scope !== LinkScope.VIEW_AND_SIGN || link.digest !== null) return;
  const detail = "The presentation's own link (playerUrl) only gives a view: create another link to sign by.";
  throw unprocessable('own_link_only_views', '/scope', 'enum', detail);
}

function revokedLink(id: string): AppError {
  return new AppError('link_revoked', `The link ${id} is revoked, which nothing undoes: create a new one.`);
}

function tooManyLinks(): AppError {
  return unprocessable(
    'limit_reached',
    '/presentationId',
    'length',
    `A presentation has at most ${mostLinks} links: make another one.`,
  );
}
