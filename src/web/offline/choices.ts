import type { Contract, Presentation, Signature, TierKey } from '../story/answers.ts';
import type { GuestApi } from '../story/api.ts';

/** What a homeowner may do that waits for a network. `option` is the name and the total of the signed tier. */
export type Choice =
  | { readonly kind: 'tier'; readonly sourceSlideId: string; readonly tier: TierKey }
  | { readonly kind: 'addOns'; readonly sourceSlideId: string; readonly addOns: readonly string[] }
  | { readonly kind: 'question'; readonly sourceSlideId: string | null; readonly question: string }
  | {
      readonly kind: 'signature';
      readonly contractId: string;
      readonly signature: Signature;
      readonly option?: string | undefined;
    };

/** A choice with the key by which the server makes it once. */
export interface Waiting {
  readonly key: string;
  readonly choice: Choice;
  /** Whether the server has refused it. It stays until somebody has read that. */
  readonly isRefused?: boolean;
}

/** What the server answers to a choice. */
export interface Taken {
  readonly presentation?: Presentation;
  readonly contract?: Contract;
}

/** Sends a choice. @throws Refusal */
export async function send(api: GuestApi, { key, choice }: Waiting): Promise<Taken> {
  switch (choice.kind) {
    case 'tier':
      return { presentation: await api.selectTier(choice.sourceSlideId, choice.tier, key) };
    case 'addOns':
      return { presentation: await api.selectAddOns(choice.sourceSlideId, choice.addOns, key) };
    case 'question':
      await api.ask(choice.question, choice.sourceSlideId, key);
      return {};
    case 'signature':
      return { contract: await api.sign(choice.contractId, choice.signature, key) };
  }
}

/** Whether a later choice takes the place of an earlier one. */
export function replaces(later: Choice, earlier: Choice): boolean {
  if (later.kind !== earlier.kind || later.kind === 'question') return false;
  if (later.kind === 'signature') {
    const isOfContract = 'contractId' in earlier && earlier.contractId === later.contractId;
    return isOfContract && earlier.signature.signer === later.signature.signer;
  }
  return 'sourceSlideId' in earlier && earlier.sourceSlideId === later.sourceSlideId;
}

/** The tier of an offer that waits; undefined for none. */
export function waitingTier(waiting: readonly Waiting[], sourceSlideId: string): TierKey | undefined {
  for (const { choice } of waiting)
    if (choice.kind === 'tier' && choice.sourceSlideId === sourceSlideId) return choice.tier;
  return undefined;
}

/** The add-ons of an offer that wait; undefined for none. */
export function waitingAddOns(waiting: readonly Waiting[], sourceSlideId: string): readonly string[] | undefined {
  for (const { choice } of waiting)
    if (choice.kind === 'addOns' && choice.sourceSlideId === sourceSlideId) return choice.addOns;
  return undefined;
}

export interface WaitingSignature {
  readonly key: string;
  readonly signature: Signature;
}

/** The signatures of a contract that wait: one for each signer. */
export function waitingSignatures(waiting: readonly Waiting[], contractId: string): readonly WaitingSignature[] {
  return waiting.flatMap(({ key, choice }) =>
    choice.kind === 'signature' && choice.contractId === contractId ? [{ key, signature: choice.signature }] : [],
  );
}
