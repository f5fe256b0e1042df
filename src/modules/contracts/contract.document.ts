import type { Deck } from '../decks/deck.entity.ts';
import type { Homeowner, Presentation } from '../presentations/presentation.entity.ts';
import type { PriceLine } from '../presentations/presentation.snapshot.ts';
import type { PricingTier } from '../slides/slide.entity.ts';
import { contractWords } from './contract-words.ts';
import type { Contract } from './contract.entity.ts';

/** What is signed: complete in itself, in plain JSON, so that it can be shown, hashed and kept for ever. */
export interface ContractDocument {
  readonly contractId: string;
  readonly presentationId: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  /** BCP 47 tag of the language that it is worded in, as far as there are words, and by which amounts and times are written. */
  readonly language: string;
  readonly seller: string;
  readonly homeowner: Homeowner;
  readonly currency: string;
  /** The tiers that may be signed: those that have a price. */
  readonly tiers: readonly ContractTier[];
  readonly disclaimer: string | null;
  readonly consent: string;
}

export interface ContractTier {
  readonly tier: PricingTier;
  readonly name: string;
  /** Decimal text; the amounts of the lines add up to it. */
  readonly total: string;
  readonly lines: readonly PriceLine[];
}

/** Writes the document from what is stored, and from nothing else: no client has a say in what it says. */
export function contractDocument(
  { id, createdAt, expiresAt }: Pick<Contract, 'id' | 'createdAt' | 'expiresAt'>,
  presentation: Presentation,
  deck: Deck,
): ContractDocument {
  const { pricing, slides, languageSettings, homeowner } = presentation;
  const tiers = pricing.tiers.flatMap(({ tier, name, total, lines }) =>
    total === null ? [] : [{ tier, name, total, lines }],
  );
  const language = languageSettings?.languageCode ?? deck.defaultLanguage;
  return {
    contractId: id,
    presentationId: presentation.id,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    language,
    seller: deck.brandName ?? deck.name,
    homeowner,
    currency: pricing.tiers[0]?.currency ?? deck.currency,
    tiers,
    disclaimer: slides.find((slide) => slide.id === pricing.slideId)?.productData?.disclaimer ?? null,
    consent: contractWords(language).consent,
  };
}
