import type { EntityClass } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import type { Batch } from '../data/index.ts';
import { visibleRows } from '../rights/index.ts';

/** A type of the schema that has an id. */
export interface NodeType {
  /** What a caller holds who reads it. */
  readonly scope: string;
  readonly read: Batch<string, object | null>;
  /** Reads the rows of this type among the ids. */
  readonly find: (em: SqlEntityManager, ids: readonly string[]) => RawBuilder<unknown>;
}

/** Every type of the schema that has an id, by its name there. */
export class NodeCatalogue {
  constructor(private readonly types: ReadonlyMap<string, NodeType>) {}

  get names(): readonly string[] {
    return [...this.types.keys()];
  }

  /** The type that each id belongs to, read from all tables in one statement; null for an id of nothing. */
  readonly typesById: Batch<string, string | null> = async (em, ids) => {
    const finds = [...this.types].map(
      ([type, { find }]) => sql`select ${type}::text as type, found.id::text from (${find(em, ids)}) as found`,
    );
    const { rows } = await sql<{ type: string; id: string }>`${sql.join(finds, sql` union all `)}`.execute(
      em.getKysely<unknown>(),
    );
    const types = new Map(rows.map(({ id, type }) => [id, type]));
    return ids.map((id) => types.get(id) ?? null);
  };

  /** Reads the values of one type by their ids. */
  readerOf(type: string): NodeType['read'] {
    return this.#known(type).read;
  }

  scopeOf(type: string): string {
    return this.#known(type).scope;
  }

  /** The same; undefined for a type without an id. */
  readonly scopeOfNode = (type: string): string | undefined => this.types.get(type)?.scope;

  #known(type: string): NodeType {
    const known = this.types.get(type);
    if (known === undefined) throw new Error(`No module lists the node type ${type}.`);
    return known;
  }
}

/** A node type whose values are the rows of one table. @param scope what a caller holds who reads it */
export function tableNode(entity: EntityClass<object>, read: NodeType['read'], scope: string): NodeType {
  return {
    scope,
    read,
    find: (em, ids) => sql`select id from ${visibleRows(em, entity)} where id = any(${ids}::uuid[])`,
  };
}
