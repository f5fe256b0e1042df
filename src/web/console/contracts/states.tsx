/** @jsxImportSource preact */
import type { ContractRowFragment } from './contracts.graphql.ts';

export type ContractStatus = ContractRowFragment['status'];

/** The states of contracts, in the order of their life. */
export const contractWords: Readonly<Record<ContractStatus, string>> = {
  DRAFT: 'Draft',
  SENT: 'Sent',
  VIEWED: 'Viewed',
  SIGNED: 'Signed',
  DECLINED: 'Declined',
  VOIDED: 'Withdrawn',
  EXPIRED: 'Expired',
  RESCINDED: 'Canceled by the homeowner',
};

const looks: Readonly<Record<ContractStatus, string>> = {
  DRAFT: '',
  SENT: 'warn',
  VIEWED: 'warn',
  SIGNED: 'good',
  DECLINED: 'alarm',
  VOIDED: '',
  EXPIRED: '',
  RESCINDED: 'alarm',
};

export function ContractState({ status }: { readonly status: ContractStatus }) {
  return <span class={`badge ${looks[status]}`}>{contractWords[status]}</span>;
}
