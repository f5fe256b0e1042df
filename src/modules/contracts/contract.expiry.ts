import type { Task } from '../../platform/jobs/task.ts';
import type { RequestScope } from '../../platform/database/scope.ts';
import { type ContractService, expireContract } from './contract.service.ts';

/** Contracts that one process expires at the same time. */
const slots = 10;

/** Records the end of contracts that nobody signed in time. Until it ran, readers see it by the clock already. */
export function expireContractTask(
  newScope: () => RequestScope,
  contracts: ContractService,
): Task<{ contractId: string }> {
  return { kind: expireContract, slots, run: ({ contractId }) => contracts.expire(newScope(), contractId) };
}
