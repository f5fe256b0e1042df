import { AppError } from '../../kit/core/index.ts';
import type { Contract } from './contract.entity.ts';
import { ContractStatus } from './contract-status.ts';

const { DRAFT, SENT, VIEWED, SIGNED, DECLINED, VOIDED, EXPIRED, RESCINDED } = ContractStatus;

interface Transition {
  readonly from: readonly ContractStatus[];
  readonly to: ContractStatus;
}

/** All transitions: the states that each starts from, and the state that it leads to. */
export const contractTransitions = {
  send: { from: [DRAFT], to: SENT },
  view: { from: [SENT], to: VIEWED },
  // Viewing is optional: the hash in the signature proves that the document was read.
  sign: { from: [SENT, VIEWED], to: SIGNED },
  decline: { from: [SENT, VIEWED], to: DECLINED },
  void: { from: [DRAFT, SENT, VIEWED], to: VOIDED },
  expire: { from: [SENT, VIEWED], to: EXPIRED },
  rescind: { from: [SIGNED], to: RESCINDED },
} satisfies Record<string, Transition>;

export type ContractTransition = keyof typeof contractTransitions;

/** Whether a transition starts from this state. */
export function isPossible(transition: ContractTransition, status: ContractStatus): boolean {
  const { from }: Transition = contractTransitions[transition];
  return from.includes(status);
}

/** An offer has at most one contract in these states; an index of the table enforces it. */
export const currentStates: readonly ContractStatus[] = [DRAFT, SENT, VIEWED, SIGNED];

/** The state at `now`: an overdue contract is expired before the expiry is recorded. */
export function statusAt({ status, expiresAt }: Pick<Contract, 'status' | 'expiresAt'>, now: Date): ContractStatus {
  const isOverdue = expiresAt !== null && expiresAt <= now;
  return isOverdue && isPossible('expire', status) ? EXPIRED : status;
}

/** The error for an impossible transition; it lists the possible states. */
export function impossibleTransition(transition: ContractTransition, status: ContractStatus): AppError {
  const transitions: Transition[] = Object.values(contractTransitions);
  // Only the clock expires a contract.
  const possible = transitions.filter(({ from, to }) => to !== EXPIRED && from.includes(status)).map(({ to }) => to);
  const { to } = contractTransitions[transition];
  const reason = status === SIGNED || possible.length === 0 ? 'contract_final' : 'contract_state';
  return new AppError(reason, `A contract that is ${status} cannot be ${to}: ${hint(status, possible)}.`);
}

/** The error for a change of a contract that is no draft. */
export function noDraft(status: ContractStatus): AppError {
  const fix = isPossible('void', status) ? 'void it and draft another one' : hint(status, []);
  return new AppError('contract_state', `A contract that is ${status} cannot be changed, only a draft can: ${fix}.`);
}

function hint(status: ContractStatus, possible: readonly ContractStatus[]): string {
  if (status === SIGNED) return 'it is final, unless the homeowner cancels it in time';
  if (possible.length === 0) return 'it is over; its presentation may have a new one';
  return `it can be ${new Intl.ListFormat('en', { type: 'disjunction' }).format(possible)}`;
}
