import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { TransactionScope } from '../../platform/database/scope.ts';
import { visibleRows } from '../../platform/sight/visible-rows.ts';
import { Logo } from '../brands/logo.entity.ts';
import { logoIdOf, logoUrlOf } from '../brands/logo-url.ts';
import { Contract } from '../contracts/contract.entity.ts';
import { Deck } from '../decks/deck.entity.ts';

/**
 * Ends the hold of logos that no contract names any more: those that their deck has stay with it, the others are deleted.
 * A signature that holds one of them meanwhile is waited for, as its contract names it then.
 *
 * @param urls as the brands of the contracts had them
 */
export async function releaseHeldLogos({ em }: TransactionScope, urls: readonly string[]): Promise<void> {
  const ids = urls.map(logoIdOf).filter((id) => id !== null);
  const inOrder = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const;
  const logos = ids.length === 0 ? [] : await em.find(Logo, { id: { $in: ids } }, inOrder);
  if (logos.length === 0) return;
  const names = logos.map(({ id }) => logoUrlOf(id));
  const logo = sql`brand->>'logo'`;
  const { rows } = await sql<{ url: string; isSigned: boolean }>`
    select distinct ${logo} as url, true as "isSigned" from ${visibleRows(em, Contract)} where ${logo} = any(${names})
    union all select ${logo}, false from ${visibleRows(em, Deck)} where ${logo} = any(${names})`.execute(
    em.getKysely<unknown>(),
  );
  for (const one of logos) {
    const named = rows.filter(({ url }) => url === logoUrlOf(one.id));
    if (named.some(({ isSigned }) => isSigned)) continue;
    one.isHeld = false;
    if (named.length === 0) em.remove(one);
  }
  await em.flush();
}
