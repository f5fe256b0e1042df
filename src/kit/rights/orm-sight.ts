import {
  ChangeSetType,
  type EntityClass,
  type EventSubscriber,
  type FlushEventArgs,
  raw,
  type RawQueryFragment,
} from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { AppError } from '../core/index.ts';
import { decksLiteral, decksMark, ruleOf } from './seen-by.ts';
import { type Sight, sightOf } from './sight.ts';
import { visibleRows } from './visible-rows.ts';

/** The refusal for a caller that is limited to decks when it writes what belongs to none of them. */
export function outsideDecks(): AppError {
  return new AppError(
    'limited_to_decks',
    'This key is limited to decks: what it writes must belong to one of them. Name it as deckId, or use a key without that limit.',
  );
}

/**
 * The filter that MikroORM adds to every read of an entity manager. It throws for one without a sight.
 *
 * @param entities all that the entity manager knows
 */
export function sightFilter(entities: readonly EntityClass<object>[]) {
  const rulesByName = new Map(entities.map((entity) => [entity.name, ruleOf(entity)]));
  return {
    default: true,
    cond: ({ decks }: Sight, _type: string, _em: unknown, _options: unknown, entityName: string = ''): object => {
      if (decks === null) return {};
      const rule = rulesByName.get(entityName);
      if (rule === undefined) throw new Error(`No rule declares who sees the rows of ${entityName}`);
      return { [conditionOf(rule, decks)]: [] };
    },
  };
}

function conditionOf(rule: string, decks: readonly string[]): RawQueryFragment & symbol {
  const marks = rule.split(decksMark).length - 1;
  return raw(rule.replaceAll(decksMark, '?::uuid[]'), Array<string>(marks).fill(decksLiteral(decks)));
}

/** Makes sure that a limited actor sees what it has written, else the transaction fails. For others it reads nothing. */
export class WrittenWithinSight implements EventSubscriber {
  /** @throws AppError `FORBIDDEN` */
  async afterFlush({ em, uow }: FlushEventArgs): Promise<void> {
    const manager = em as SqlEntityManager;
    if (sightOf(manager).decks === null) return;
    const written = uow
      .getChangeSets()
      .filter(({ type }) => type === ChangeSetType.CREATE || type === ChangeSetType.UPDATE);
    const groups = Map.groupBy(written, ({ meta }) => meta.class as EntityClass<object>);
    for (const [entity, changes] of groups) {
      await requireVisible(
        manager,
        entity,
        changes.map((change) => String(change.getPrimaryKey())),
      );
    }
  }
}

/** Reads nothing for an actor that is not limited. @throws AppError `FORBIDDEN` unless the actor sees all rows with the keys */
export async function requireVisible(
  em: SqlEntityManager,
  entity: EntityClass<object>,
  keys: readonly string[],
): Promise<void> {
  if (sightOf(em).decks === null) return;
  const column = sql.ref(String(em.getMetadata().get(entity).getPrimaryProps()[0]?.fieldNames[0]));
  const { rows } =
    await sql`select ${column} from ${visibleRows(em, entity)} where ${column}::text = any(${[...keys]}::text[])`.execute(
      em.getKysely<unknown>(),
    );
  if (rows.length < new Set(keys).size) throw outsideDecks();
}
