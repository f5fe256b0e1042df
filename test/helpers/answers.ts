import type { components } from '../../openapi.d.ts';

/** The documented shapes of REST answers. */
export type Schemas = components['schemas'];
export type DeckAnswer = Schemas['Deck'];
export type SlideAnswer = Schemas['Slide'];
export type ImageAnswer = Schemas['Image'];
export type FaqAnswer = Schemas['FaqDetails'];
export type TierPriceAnswer = Schemas['TierPrice'];
export type PricingAnswer = Schemas['PresentationPricing'];
export type PresentationAnswer = Schemas['Presentation'];
/** A presentation in a list. */
export type PresentationSummaryAnswer = Schemas['PresentationSummary'];
export type SubscriptionAnswer = Schemas['Subscription'];
export type EventAnswer = Schemas['Event'];
export type ProblemAnswer = Schemas['Problem'];

/** The schema leaves the document and the notice open. */
export interface ContractAnswer extends Omit<Schemas['Contract'], 'document' | 'notice'> {
  document: {
    language: string;
    expiresAt: string | null;
    seller: string;
    homeowner: Record<string, string | null>;
    offer?: string;
    tiers: { tier: string; name: string; total: string; tax?: string; deposit?: string; lines: object[] }[];
    disclaimer: string | null;
    consent: string;
    cancellation?: { rule: string; days: number; seller: string; address: string; statement: string };
  } & Record<string, unknown>;
  notice: { signedOn: string; until: string; title: string; dated: string; paragraphs: string[] } | null;
}
