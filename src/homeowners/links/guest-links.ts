import {
  type Actor,
  digestOf,
  endedLink,
  type GuestLinks,
  guestScopes,
  lookupOf,
  type PlayerLinks,
  sameDigest,
  secretOf,
} from '../../kit/rights/index.ts';
import type { DatabaseConnection, RequestScope } from '../../kit/data/index.ts';
import { findErasedLink } from './erased-link.reader.ts';
import { LinkScope, type PresentationLink } from './presentation-link.entity.ts';
import { findLink, readLinkRevision } from './presentation-link.reader.ts';

/** No token has this digest: one that is not found is compared with it, which takes as long. */
const nobody = '0'.repeat(64);

/** Finds out who was given a link. Each request reads its row: a revoked link ends at once. */
export class StoredLinks implements GuestLinks {
  constructor(
    private readonly newScope: () => Pick<RequestScope, 'em' | 'now'>,
    private readonly queue: DatabaseConnection['queue'],
    private readonly player: PlayerLinks,
  ) {}

  revision(): Promise<number> {
    return readLinkRevision(this.queue);
  }

  async actorOf(token: string): Promise<Actor | null> {
    const lookup = lookupOf(token, 'pl');
    if (lookup === null) return null;
    const { em, now } = this.newScope();
    const link = await findLink(em, lookup);
    const known = link ?? (await findErasedLink(em, lookup));
    const isRight =
      known?.digest === null
        ? this.player.verifies(lookup, secretOf(token))
        : sameDigest(digestOf(token), known?.digest ?? nobody);
    if (!isRight) return null;
    if (link === null || link.revokedAt !== null || link.expiresAt <= now()) throw endedLink();
    const { id, expiresAt, deckId, presentationId } = link;
    const scopes = new Set(rightsOf(link));
    return { kind: 'link', key: id, scopes, until: expiresAt, decks: [deckId], presentation: presentationId };
  }
}

/** A one-time link gives nothing until it is opened: its token then is another one. */
function rightsOf({ scope, isOneTime, visitCount }: PresentationLink): string[] {
  const { open, view, sign } = guestScopes;
  if (isOneTime && visitCount === 0) return [open];
  return scope === LinkScope.VIEW_AND_SIGN ? [open, view, sign] : [open, view];
}
