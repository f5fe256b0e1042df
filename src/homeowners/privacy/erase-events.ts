import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { inTransaction, type RequestScope } from '../../kit/data/index.ts';
import { findInPortion } from './find-events.ts';
import { mentionOf, type Traces } from './traces.ts';

/** Members of an event's data that have nothing about a person. */
const isId = sql`jsonb_typeof(value) = 'string'
  and value #>> '{}' ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'`;

/**
 * Takes the data out of the events that mention a homeowner, up to the ids in it. The events stay in the log with their
 * places, so that cursors, numbers, replays and deliveries go on.
 *
 * @param onPortion called between two portions
 * @returns the ids of all events that mention the homeowner
 */
export async function eraseEvents(
  newScope: () => RequestScope,
  { ids, contacts, decks }: Traces,
  onPortion: () => void,
): Promise<string[]> {
  const mentions = mentionOf([...ids, ...contacts]).inColumn(sql`data`);
  const ours = decks === null ? sql`true` : sql`deck_id = any(${[...decks]}::uuid[])`;
  const found: string[] = [];
  let after: string | null = null;
  do {
    const { reached, matching }: Awaited<ReturnType<typeof findInPortion>> = await findInPortion(
      newScope().em,
      after,
      sql`${ours} and ${mentions}`,
    );
    if (matching.length > 0) await inTransaction(newScope(), ({ em }) => eraseData(em, matching));
    found.push(...matching);
    onPortion();
    after = reached;
  } while (after !== null);
  return found;
}

async function eraseData(em: SqlEntityManager, ids: readonly string[]): Promise<void> {
  await sql`
    update event set data = '{"erased": true}' || coalesce(
      (select jsonb_object_agg(key, value) from jsonb_each(data) where ${isId}), '{}')
    where id = any(${[...ids]}::uuid[])
      and exists (select from jsonb_each(data) where key <> 'erased' and not (${isId}))`.execute(
    em.getKysely<unknown>(),
  );
}
