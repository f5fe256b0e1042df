import type { SqlEntityManager } from '@mikro-orm/sql';
import { type Sight, wholeSight, withSight } from '../rights/index.ts';

/** The methods by which an entity manager remembers something or changes entities, and by which its sight is set. */
const ofTransactions = [
  'assign',
  'create',
  'find',
  'findAll',
  'findAndCount',
  'findByCursor',
  'findOne',
  'findOneOrFail',
  'flush',
  'getReference',
  'insert',
  'lock',
  'map',
  'merge',
  'persist',
  'populate',
  'refresh',
  'remove',
  'setFilterParams',
  'upsert',
  'upsertMany',
] as const satisfies readonly (keyof SqlEntityManager)[];

/**
 * The entity managers of scopes outside of transactions. All scopes of one sight share one: it reads rows and begins
 * transactions, and remembers nothing. To make one would take a tenth of a small request.
 */
export class Readers {
  readonly #whole: SqlEntityManager;
  /** By the decks of limited actors. */
  readonly #limited = new WeakMap<readonly string[], SqlEntityManager>();

  constructor(private readonly root: SqlEntityManager) {
    this.#whole = this.#make(wholeSight);
  }

  of({ decks }: Sight): SqlEntityManager {
    if (decks === null) return this.#whole;
    const reader = this.#limited.get(decks) ?? this.#make({ decks });
    this.#limited.set(decks, reader);
    return reader;
  }

  #make(sight: Sight): SqlEntityManager {
    const reader = withSight(this.root.fork(), sight);
    // MikroORM would hand it the entities of each transaction over otherwise.
    Object.defineProperty(reader, 'global', { value: true });
    for (const name of ofTransactions) Object.defineProperty(reader, name, { value: () => refuse(name) });
    return reader;
  }
}

function refuse(method: string): never {
  throw new Error(
    `${method} needs the entity manager of a transaction, or a fork: this one is shared, and remembers nothing`,
  );
}
