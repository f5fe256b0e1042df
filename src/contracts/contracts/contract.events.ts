import { PricingTier } from '../../engines/pricing/tier-price.ts';
import { eventData, type EventType, eventType, sampleId } from '../../kit/live/index.ts';
import { decimalPattern } from '../../kit/input/index.ts';
import { ContractSigner } from '../signatures/signature.attributes.ts';
import { ContractStatus } from './contract-status.ts';
import { type ContractTransition, contractTransitions } from './contract.transitions.ts';

const { id, text, time, changed } = eventData;

/** Ids and the hash only: data of the homeowner stays out of notifications and logs. */
interface ContractFacts {
  contractId: string;
  presentationId: string;
  /** The hash of the document at that moment. */
  documentHash: string;
}

/** Additional fields of the events before the signature, so that a receiver need not read the contract. */
export interface OpenFacts {
  /** The pricing slide whose offer it is. */
  sourceSlideId: string;
  status: ContractStatus;
  expiresAt: string | null;
  /** Decimal text with the digits of the currency; null where no tier is selected or suggested. */
  total: string | null;
  /** The same in minor units of the currency. */
  totalMinor: number | null;
  currency: string;
}

/** Additional fields of `contract.signed`. */
export interface SignedFacts {
  /** The pricing slide whose offer was signed. */
  sourceSlideId: string;
  tier: PricingTier;
  /** Decimal text with the digits of the currency; filters compare it as a number. */
  total: string;
  /** The total in minor units of the currency, such as cents. */
  totalMinor: number;
  currency: string;
  signedAt: string;
}

const facts = {
  contractId: { ...id, description: 'The contract.' },
  presentationId: { ...id, description: 'The presentation.' },
  documentHash: { ...text, description: 'The hash of its document at that moment.' },
};
const slide = { ...id, description: 'The slide of the deck whose offer it is.' };
const tier = { type: 'string', enum: Object.values(PricingTier), description: 'The signed tier.' };
const decimal = { type: 'string', pattern: decimalPattern };
const openFacts = {
  sourceSlideId: slide,
  status: { type: 'string', enum: Object.values(ContractStatus), description: 'Its state from then on.' },
  expiresAt: {
    anyOf: [time, { type: 'null' }],
    description: 'Time from which it can no longer be signed; null where it was never sent.',
  },
  total: {
    anyOf: [decimal, { type: 'null' }],
    description:
      'Total of the tier that is selected in the presentation, or else suggested there; null without one. Filters compare it as a number.',
  },
  totalMinor: {
    anyOf: [{ type: 'integer' }, { type: 'null' }],
    description: 'The total in minor units of the currency, such as cents.',
  },
  currency: { ...text, description: 'ISO 4217 code of the prices.' },
};
const sample = { contractId: sampleId, presentationId: sampleId, documentHash: '5f'.repeat(32) };

function contractEvent(
  name: string,
  status: ContractStatus,
  description: string,
  sentence: string,
): EventType<ContractFacts & OpenFacts> {
  return eventType<ContractFacts & OpenFacts>(
    name,
    description,
    sentence,
    { ...facts, ...openFacts },
    {
      ...sample,
      sourceSlideId: sampleId,
      status,
      expiresAt: '2026-01-31T12:00:00.000Z',
      total: '14700.00',
      totalMinor: 1_470_000,
      currency: 'USD',
    },
    'homeowner',
  );
}

const total = {
  total: {
    ...decimal,
    description: 'Decimal text with the digits of the currency. Filters compare it as a number.',
  },
  totalMinor: { type: 'integer', description: 'The total in minor units of the currency, such as cents.' },
};

const contractSigned = eventType<ContractFacts & SignedFacts>(
  'contract.signed',
  'A contract was signed by all who sign it. This event occurs once per contract.',
  '{{homeowner.full_name}} signed the contract for {{deck.name}}.',
  {
    ...facts,
    sourceSlideId: slide,
    tier,
    ...total,
    currency: { ...text, description: 'ISO 4217 code of the total.' },
    signedAt: { ...time, description: 'When the last signature was given.' },
  },
  {
    ...sample,
    sourceSlideId: sampleId,
    tier: 'better',
    total: '14700.00',
    totalMinor: 1_470_000,
    currency: 'USD',
    signedAt: '2026-01-01T12:00:00.000Z',
  },
  'homeowner',
);

/** Additional fields of `contract.signature_added`. */
export interface SignatureFacts {
  signer: ContractSigner;
  tier: PricingTier;
  signedAt: string;
}

/** Recorded for each signature but the last, whose event is `contract.signed`. */
export const contractSignatureAdded = eventType<ContractFacts & SignatureFacts>(
  'contract.signature_added',
  'One of two owners has signed a contract: the signature of the other one is missing.',
  'The first of two owners signed the contract with {{homeowner.full_name}} for {{deck.name}}.',
  {
    ...facts,
    signer: { type: 'string', enum: Object.values(ContractSigner), description: 'Who has signed.' },
    tier,
    signedAt: { ...time, description: 'When this signature was given.' },
  },
  { ...sample, signer: 'homeowner', tier: 'better', signedAt: '2026-01-01T12:00:00.000Z' },
  'homeowner',
);

/** Additional fields of `contract.updated`. */
interface UpdatedFacts {
  /** Names of the fields. */
  changed: string[];
}

/** Recorded with each change of a draft, which homeowners do not see. */
const contractUpdated = eventType<ContractFacts & UpdatedFacts>(
  'contract.updated',
  'The draft of a contract was changed: its expiry or its co-signer.',
  'The draft of the contract with {{homeowner.full_name}} for {{deck.name}} was changed.',
  { ...facts, changed },
  { ...sample, changed: ['coSigner'] },
);

/** Additional fields of `contract.rescinded`. */
export interface RescindedFacts {
  /** When the homeowner gave notice. */
  rescindedAt: string;
  /** Who recorded it: the homeowner by a link, or the seller. */
  recordedBy: 'homeowner' | 'seller';
}

/** Recorded when a signed contract is canceled in time. */
export const contractRescinded = eventType<ContractFacts & RescindedFacts>(
  'contract.rescinded',
  'The homeowner canceled a contract that they had signed, within the time of their right to cancel.',
  '{{homeowner.full_name}} canceled the contract for {{deck.name}}.',
  {
    ...facts,
    rescindedAt: { ...time, description: 'When the homeowner gave notice.' },
    recordedBy: {
      type: 'string',
      enum: ['homeowner', 'seller'],
      description: 'Who recorded it: homeowner by a link, or seller.',
    },
  },
  { ...sample, rescindedAt: '2026-01-02T12:00:00.000Z', recordedBy: 'homeowner' },
  'homeowner',
);

const contractEvents: Readonly<Record<ContractTransition, EventType<ContractFacts>>> = {
  send: contractEvent(
    'contract.sent',
    ContractStatus.SENT,
    'A contract was sent: it can be signed until it expires.',
    'The contract for {{deck.name}} was sent to {{homeowner.full_name}}.',
  ),
  view: contractEvent(
    'contract.viewed',
    ContractStatus.VIEWED,
    'A contract was viewed for the first time.',
    '{{homeowner.full_name}} viewed the contract for {{deck.name}}.',
  ),
  sign: contractSigned,
  decline: contractEvent(
    'contract.declined',
    ContractStatus.DECLINED,
    'A contract was declined by the homeowner.',
    '{{homeowner.full_name}} declined the contract for {{deck.name}}.',
  ),
  void: contractEvent(
    'contract.voided',
    ContractStatus.VOIDED,
    'A contract was withdrawn by the seller.',
    'The contract with {{homeowner.full_name}} for {{deck.name}} was withdrawn.',
  ),
  expire: contractEvent(
    'contract.expired',
    ContractStatus.EXPIRED,
    'A contract expired before it was signed.',
    'The contract with {{homeowner.full_name}} for {{deck.name}} expired before it was signed.',
  ),
  rescind: contractRescinded,
};

export const eventsOfContracts: readonly EventType<ContractFacts>[] = [
  ...Object.values(contractEvents),
  contractSignatureAdded,
  contractUpdated,
];

/** The results of a change of a contract: its state, its event, and the data of the event beyond the contract. */
export interface Outcome {
  readonly status: ContractStatus;
  readonly event: EventType<ContractFacts>;
  /** Null for the facts of a contract that is not signed. */
  readonly more: SignedFacts | SignatureFacts | UpdatedFacts | null;
}

export function outcomeOf(transition: ContractTransition, more: SignedFacts | null = null): Outcome {
  return { status: contractTransitions[transition].to, event: contractEvents[transition], more };
}

/** The same for a draft that was changed and stays one. */
export function updatedOutcome(names: readonly string[]): Outcome {
  return { status: ContractStatus.DRAFT, event: contractUpdated, more: { changed: [...names] } };
}
