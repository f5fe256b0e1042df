import type { SqlEntityManager } from '@mikro-orm/sql';
import { jsonDigest } from '../../kit/core/index.ts';
import { signaturesTo } from '../signatures/signatures.ts';
import { Contract } from './contract.entity.ts';

/** Contracts that are read at a time: their documents may be large. */
const batchSize = 100;

/** What a look at all signed contracts has found. */
export interface VerifiedContracts {
  /** Those whose document is the one that its signers have signed. */
  readonly count: number;
  /** The ids of the others. */
  readonly altered: readonly string[];
}

/** Computes the hash of every signed document anew. Pseudonymized ones are no longer what was signed. */
export async function verifyContracts(em: SqlEntityManager): Promise<VerifiedContracts> {
  let count = 0;
  const altered: string[] = [];
  for (let after: string | null = null; ;) {
    const contracts: Contract[] = await em
      .fork()
      .find(
        Contract,
        { documentHash: { $ne: null }, pseudonymizedAt: null, ...(after === null ? {} : { id: { $gt: after } }) },
        { orderBy: { id: 'asc' }, limit: batchSize },
      );
    for (const contract of contracts) {
      const { id, document, documentHash } = contract;
      const isWhole = documentHash !== null && jsonDigest(document) === documentHash;
      if (isWhole && signaturesTo(documentHash, contract).length > 0) count += 1;
      else altered.push(id);
    }
    if (contracts.length < batchSize) return { count, altered };
    after = contracts.at(-1)?.id ?? null;
  }
}
