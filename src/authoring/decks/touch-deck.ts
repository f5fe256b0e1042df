import { type RawBuilder, sql } from 'kysely';
import { notFound } from '../../kit/core/index.ts';
import type { TransactionScope } from '../../kit/data/index.ts';
import { requireUuid } from '../../kit/input/index.ts';
import { visibleRows } from '../../kit/rights/index.ts';
import { Deck } from './deck.entity.ts';

/** A change of what is in a deck. */
export interface DeckChange {
  readonly deckId: string;
  /** Names the state that it finds. A state is named by its version and its time, so that no two have one name. */
  readonly from: string;
  /** Names the state that it leaves. */
  readonly to: string;
}

/**
 * Locks the row of a deck as `lockDeck` does, and raises its version as `touch` does. It is one statement, and reads
 * nothing that the deck says.
 *
 * @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is no UUID
 */
export async function touchDeck({ em, now, touched }: TransactionScope, deckId: string): Promise<DeckChange> {
  const id = requireUuid(deckId, 'deckId');
  const { rows } = await sql<DeckChange>`
    update deck set version = deck.version + 1, updated_at = ${now().toISOString()}
    from (select id, version, updated_at from ${visibleRows(em, Deck)} where id = ${id} for update) as before
    where deck.id = before.id
    returning deck.id as "deckId", ${stateOf('before')} as "from", ${stateOf('deck')} as "to"`.execute(
    em.getKysely<unknown>(),
  );
  const [change] = rows;
  if (change === undefined) throw notFound('deck', id);
  touched.note({ objectType: 'deck', objectId: id, change: 'changed' });
  return change;
}

function stateOf(row: string): RawBuilder<unknown> {
  return sql`concat_ws(' ', ${sql.ref(`${row}.version`)}, extract(epoch from ${sql.ref(`${row}.updated_at`)}))`;
}
