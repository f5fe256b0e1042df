import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Actor } from './actor.ts';

/** Which rows an actor may see: those of some decks, or all of them. */
export type Sight = Pick<Actor, 'decks'>;

/** The sight of an actor that is not limited. */
export const wholeSight: Sight = { decks: null };

/** The name of MikroORM's filter, under whose parameters an entity manager carries its sight. */
export const sightName = 'sight';

/**
 * Gives an entity manager the sight of an actor. Its forks and transactions inherit it.
 *
 * @returns the same entity manager
 */
export function withSight<Em extends SqlEntityManager>(em: Em, { decks }: Sight): Em {
  em.setFilterParams(sightName, { decks });
  return em;
}

/** @throws Error for an entity manager that was given none: it must read nothing */
export function sightOf(em: SqlEntityManager): Sight {
  const sight = em.getFilterParams(sightName) as Sight | undefined;
  if (sight === undefined) throw new Error('An entity manager reads that was given no sight: see withSight');
  return sight;
}

/** Whether a row of a deck is seen. Rows of no deck are seen by actors that are not limited alone. */
export function seesDeck({ decks }: Sight, deckId: string | null): boolean {
  return decks === null || (deckId !== null && decks.includes(deckId));
}
