import type { EntityClass } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import { inTransaction, lockKey, type RequestScope, type TransactionScope } from '../../kit/data/index.ts';
import { daysAfter } from '../../kit/core/index.ts';
import { visibleRows } from '../../kit/rights/index.ts';
import { Deck } from '../decks/deck.entity.ts';
import { Slide } from '../slides/slide.entity.ts';
import { Image } from './image.entity.ts';
import type { ImageStore } from './image-store.ts';
import { imageKeyOf } from './image-url.ts';

/** Images that one run removes at a time. */
const batchSize = 50;

/** Rows of slides that name images. */
export interface NamingRows {
  readonly entity: EntityClass<object>;
  /** SQL: whether a row belongs to the deck of the row of `image`. */
  readonly ofDeck: RawBuilder<unknown>;
}

const authored: NamingRows = { entity: Slide, ofDeck: sql`deck_id = image.deck_id` };

interface Pruning {
  readonly store: ImageStore;
  /** How long an image stays that nothing names. */
  readonly days: number;
  /** Copies of slides, which are of a higher domain. */
  readonly copies: readonly NamingRows[];
}

/**
 * Removes images that no slide and no copy of one has named for a while, and those of decks that were deleted.
 *
 * A run first notes which images nothing names now, so that the time begins. A slide that names one again takes the note
 * back with the lock of its row, so that the image stays or the slide is refused.
 *
 * @returns how many were removed; 0 when none are left
 */
export async function pruneImages(scope: RequestScope, { store, days, copies }: Pruning): Promise<number> {
  const isNamed = namedBy(scope, [authored, ...copies]);
  await noteUses(scope, isNamed);
  const end = daysAfter(scope.now(), -days).toISOString();
  const isOver = sql`unused_since is not null and (unused_since < ${end}::timestamptz or not exists (
    select from ${visibleRows(scope.em, Deck)} where deck.id = image.deck_id)) and not ${isNamed}`;
  const { rows } = await sql<{ id: string; url: string }>`
    select id, url from ${visibleRows(scope.em, Image)} where ${isOver} limit ${batchSize}`.execute(
    scope.em.getKysely<unknown>(),
  );
  for (const { id, url } of rows) {
    await inTransaction({ ...scope, em: scope.em.fork() }, (transaction) =>
      remove(transaction, store, { id, url, isOver }),
    );
  }
  return rows.length;
}

interface Unused {
  readonly id: string;
  readonly url: string;
  readonly isOver: RawBuilder<unknown>;
}

async function remove({ em }: TransactionScope, store: ImageStore, { id, url, isOver }: Unused): Promise<void> {
  const kysely = em.getKysely<unknown>();
  const key = imageKeyOf(url);
  if (key === null) throw new Error(`the image ${id} has no file`);
  // Whoever stores the same image waits, and then writes it again.
  await lockKey(kysely, 'image', key);
  await sql`delete from image where id = ${id} and ${isOver}`.execute(kysely);
  if ((await em.count(Image, { url })) === 0) await store.remove(key);
}

/** Notes since when images are not named, and forgets it of those that are. */
async function noteUses({ em, now }: RequestScope, isNamed: RawBuilder<unknown>): Promise<void> {
  const kysely = em.getKysely<unknown>();
  await sql`update image set unused_since = null where unused_since is not null and ${isNamed}`.execute(kysely);
  await sql`update image set unused_since = ${now().toISOString()}::timestamptz
    where unused_since is null and not ${isNamed}`.execute(kysely);
}

const places = [sql`hero_img`, sql`product_data->>'brandLogo'`];

/** SQL: whether anything names the row of `image`. Each part says that it is about our own links, as its index does. */
function namedBy({ em }: RequestScope, naming: readonly NamingRows[]): RawBuilder<unknown> {
  const each = naming.flatMap(({ entity, ofDeck }) =>
    places.map(
      (place) => sql`exists (select from ${visibleRows(em, entity)}
        where ${place} = image.url and ${place} like '/api/images/%' and ${ofDeck})`,
    ),
  );
  return sql`(${sql.join(each, sql` or `)})`;
}
