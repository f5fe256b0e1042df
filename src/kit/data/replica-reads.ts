import type { SqlEntityManager } from '@mikro-orm/sql';
import type { ReplicaNeed } from './connections/connection.ts';
import type { RequestScope } from './scope.ts';

/**
 * Reads what may be a moment old: on the read replica while that lags by seconds at most, else on the primary. The rows are
 * those that the scope sees. A read that fails on the replica is repeated on the primary, so it must change nothing.
 *
 * What a caller may do, and whether an object exists, is read from the primary before: a key that was revoked, or a
 * deck that has just been made, must not be a moment old.
 *
 * @param need `everything` for a read that must not miss what was committed before it, such as one that never comes back
 *   to a row; it costs a statement on the primary. By default the replica may lag a little.
 * @param work reads with the entity manager that it is given
 */
export async function readOnReplica<Result>(
  { em, replica = null }: Pick<RequestScope, 'em' | 'replica'>,
  work: (em: SqlEntityManager) => Promise<Result>,
  need: ReplicaNeed = 'little lag',
): Promise<Result> {
  // A transaction sees what it has changed itself.
  if (replica === null || em.isInTransaction()) return work(em);
  return replica.read((transaction) => {
    if (transaction === null) return work(em);
    // A fork keeps the sight.
    const reader = em.fork();
    reader.setTransactionContext(transaction);
    return work(reader);
  }, need);
}
