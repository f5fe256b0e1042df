import { registerEnumType } from 'type-graphql';

/** States of a contract; `contractTransitions` has their order. */
export const ContractStatus = {
  DRAFT: 'draft',
  SENT: 'sent',
  VIEWED: 'viewed',
  SIGNED: 'signed',
  DECLINED: 'declined',
  VOIDED: 'voided',
  EXPIRED: 'expired',
  RESCINDED: 'rescinded',
} as const;
/** A value of `ContractStatus`, as it is stored and sent. */
export type ContractStatus = (typeof ContractStatus)[keyof typeof ContractStatus];
registerEnumType(ContractStatus, {
  name: 'ContractStatus',
  description: 'State of a contract.',
  valuesConfig: {
    DRAFT: { description: 'Drafted and not sent: it cannot be signed yet.' },
    SENT: { description: 'Sent: it can be signed until it expires.' },
    VIEWED: { description: 'Sent and viewed at least once.' },
    SIGNED: { description: 'Signed; final, unless the homeowner cancels it in time.' },
    DECLINED: { description: 'Declined by the homeowner; final.' },
    VOIDED: { description: 'Withdrawn by the seller; final.' },
    EXPIRED: { description: 'Not signed before expiresAt; final.' },
    RESCINDED: { description: 'Signed, and canceled by the homeowner until rescindableUntil; final.' },
  },
});
