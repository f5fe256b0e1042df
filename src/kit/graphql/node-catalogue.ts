import type { EntityClass } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import type { Batch, RowBatch } from '../data/index.ts';
import { visibleRows } from '../rights/index.ts';
import type { GraphQLContext } from './context.ts';

/** A type of the schema that has an id. */
export interface NodeType {
  /** What a caller holds who reads it. */
  readonly scope: string;
  readonly read: RowBatch<string, object | null, object | null>;
  /** Reads the rows of this type among the ids. */
  readonly find: (em: SqlEntityManager, ids: readonly string[]) => RawBuilder<unknown>;
  /** The fields by which other types name one by its id, with what the edges beside them say: see `withEdges`. */
  readonly namedBy?: Readonly<Record<`${string}Id`, string>> | undefined;
  /** What reading one costs, in objects: 1 by default. */
  readonly price?: number | undefined;
}

/** Leads from an id in a field to the object. */
export interface NodeEdge extends Pick<NodeType, 'read'> {
  /** The name of its type. */
  readonly to: string;
  readonly description: string;
  readonly price: number;
}

/** Every type of the schema that has an id, by its name there. */
export class NodeCatalogue {
  constructor(private readonly types: ReadonlyMap<string, NodeType>) {}

  /** Where the fields lead by which types name objects by their ids. */
  get edges(): ReadonlyMap<string, NodeEdge> {
    return new Map(
      [...this.types].flatMap(([to, { namedBy = {}, price = 1, read }]) =>
        Object.entries(namedBy).map(([field, description]): [string, NodeEdge] => [
          field,
          { to, description, price, read },
        ]),
      ),
    );
  }

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
export function tableNode(
  entity: EntityClass<object>,
  read: NodeType['read'],
  scope: string,
  edges: Pick<NodeType, 'namedBy' | 'price'> = {},
): NodeType {
  return {
    ...edges,
    scope,
    read,
    find: (em, ids) => sql`select id from ${visibleRows(em, entity)} where id = any(${ids}::uuid[])`,
  };
}

/** The price of a field that gives an object of any type: that of the most expensive one. */
export function nodePrice({ childComplexity }: { readonly childComplexity: number }): number {
  return 10 + childComplexity;
}

/**
 * An object behind the interface Node; null when there is none with the id, or when the caller does not see it.
 *
 * @param type where it is known: it is found by the id otherwise
 * @throws AppError `FORBIDDEN` unless the caller holds the scope of the type
 */
export async function readNode(
  context: GraphQLContext,
  catalogue: NodeCatalogue,
  given: { readonly id: string; readonly type?: string },
): Promise<object | null> {
  const id = given.id.toLowerCase();
  const type = given.type ?? (await context.load(catalogue.typesById, id));
  if (type === null) return null;
  context.requireScope(catalogue.scopeOf(type), type);
  const node = await context.load(catalogue.readerOf(type), id);
  return node === null ? null : { ...node, __typename: type };
}
