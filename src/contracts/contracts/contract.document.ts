import { withoutHidden } from '../../kit/input/index.ts';
import { mapTexts } from '../../engines/template/map-texts.ts';
import { chooseLanguage } from '../../engines/translation/choose-language.ts';
import {
  type CancellationNotice,
  cancellationNotice,
  type CancellationTerms,
  cancellationTerms,
  type DatedTerms,
} from '../cancellation/cancellation-notice.ts';
import type { Deck } from '../../authoring/decks/deck.entity.ts';
import type { Presentation } from '../../presentations/presentations/presentation.entity.ts';
import type { Homeowner } from '../../presentations/personalisation/homeowner.attributes.ts';
import { isOffered, offerOf } from '../../presentations/personalisation/presentation.offers.ts';
import type { OffersTexts, OfferTexts } from '../../presentations/presentations/presentation-part.reader.ts';
import type { PricingOffer } from '../../presentations/personalisation/presentation.pricing.ts';
import type { FinancingPlan } from '../../engines/pricing/financing.ts';
import type { PriceLine, PricingTier, TierPrice } from '../../engines/pricing/tier-price.ts';
import type { ContractSignature } from '../signatures/signature.attributes.ts';
import { timesOf } from '../signatures/signatures.ts';
import { contractWords, hasContractWords, languageOfWords } from './contract-words.ts';

/** The document that is signed: complete in itself and plain JSON, so that it can be shown, hashed and kept. */
export interface ContractDocument {
  readonly contractId: string;
  readonly presentationId: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  /** BCP 47 tag: the language of its words, if there are any, and of its amounts and times. */
  readonly language: string;
  /** IANA time zone of its printed times; absent for UTC. */
  readonly timeZone?: string;
  readonly seller: string;
  readonly homeowner: Homeowner;
  /** The second owner, who signs, too; absent where one signature is enough. */
  readonly coSigner?: string;
  readonly currency: string;
  /** The title of the slide of the offer; absent when the presentation has one offer only. */
  readonly offer?: string;
  /** The tiers that can be signed: those with a price. */
  readonly tiers: readonly ContractTier[];
  /** How each tier may be paid by the month; absent without a plan. */
  readonly financing?: readonly FinancingPlan[];
  readonly disclaimer: string | null;
  readonly consent: string;
  /** The right to cancel, without dates but in old signed contracts; absent where the deck gives none. */
  readonly cancellation?: CancellationTerms | DatedTerms;
}

export interface ContractTier {
  readonly tier: PricingTier;
  readonly name: string;
  /** What it includes, as its slide lists it; absent without any. */
  readonly features?: readonly string[];
  /** Decimal text; the exact sum of the amounts of the lines. */
  readonly total: string;
  /** The sales tax in the total; absent without one. */
  readonly tax?: string;
  /** The part of the total that is due on signing; absent without one. */
  readonly deposit?: string;
  readonly lines: readonly PriceLine[];
}

/** What the document of an unsigned contract is built from, beside the contract. */
export interface ContractSources {
  readonly presentation: Presentation;
  readonly deck: Deck;
  readonly offerTexts: OffersTexts;
  /** BCP 47 tag of most slides of the presentation; null where it is not known. */
  readonly shownLanguage: string | null;
}

interface DocumentedContract {
  readonly id: string;
  readonly sourceSlideId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly coSigner: string | null;
}

/**
 * Builds the document from stored data only, never from client input. Fields that older presentations lack are omitted,
 * so that their documents keep their hashes.
 */
export function contractDocument(
  { id, sourceSlideId, createdAt, expiresAt, coSigner }: DocumentedContract,
  { presentation, deck, offerTexts, shownLanguage }: ContractSources,
): ContractDocument {
  const { pricing, homeowner, timeZone } = presentation;
  const offer = offerOf(pricing, sourceSlideId);
  const texts = offerTexts.get(offer?.sourceSlideId ?? '');
  const language = languageOf(presentation, deck, shownLanguage);
  const seller = sellerOf(deck);
  const { rightToCancel: right } = deck;
  const document = {
    contractId: id,
    presentationId: presentation.id,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    language,
    ...(timeZone === 'UTC' ? {} : { timeZone }),
    seller,
    homeowner,
    ...(coSigner === null ? {} : { coSigner }),
    currency: offer?.tiers[0]?.currency ?? deck.currency,
    ...(pricing.offers.length > 1 ? { offer: offer?.title ?? '' } : {}),
    tiers: tiersOf(offer, texts),
    ...(offer === undefined || offer.financing.length === 0 ? {} : { financing: offer.financing }),
    disclaimer: texts?.disclaimer ?? null,
    consent: contractWords(language).consent,
    ...(right === null ? {} : { cancellation: cancellationTerms(right, language, seller) }),
  };
  return mapTexts(document, withoutHidden);
}

/**
 * The notice of cancellation to a document: of its latest signature, and before the first one of a signature at `now`.
 * Null without a right to cancel.
 */
export function noticeOf(
  { cancellation, timeZone = 'UTC', language, coSigner }: ContractDocument,
  signatures: readonly Pick<ContractSignature, 'signedAt'>[],
  now: Date,
): CancellationNotice | null {
  if (cancellation === undefined) return null;
  // Old documents have the notice that was signed with them.
  if ('dated' in cancellation) return cancellation;
  const signedAt = timesOf(signatures).at(-1) ?? now;
  const isProvisional = coSigner !== undefined && signatures.length === 1;
  return cancellationNotice(cancellation, { signedAt, timeZone, language, isProvisional });
}

/**
 * The language in which the slides are shown, as the homeowner writes it: the seller has presented in no other. Where
 * contracts have no words in it, they are in the homeowner's language, and the draft warns. Where neither has words, or
 * the slides are in English, which is used then anyway, amounts and times stay as the homeowner writes them.
 */
function languageOf({ languageSettings }: Presentation, deck: Deck, shown: string | null): string {
  const wanted = languageSettings?.languageCode ?? deck.defaultLanguage;
  if (shown === null || !chooseLanguage(wanted, shown, []).isStandIn) return wanted;
  if (hasContractWords(wanted)) return hasContractWords(shown) ? shown : wanted;
  return languageOfWords(wanted) === new Intl.Locale(shown).language ? wanted : shown;
}

function sellerOf({ brandName, name }: Deck): string {
  return [brandName, name].find((text) => text !== null && text.trim() !== '') ?? name;
}

function tiersOf(offer: PricingOffer | undefined, texts: OfferTexts | undefined): ContractTier[] {
  return offer?.tiers.filter(isOffered).map((tier) => contractTier(tier, texts?.features.get(tier.tier) ?? [])) ?? [];
}

function contractTier(
  { tier, name, total, tax, deposit, lines }: TierPrice & { total: string },
  features: readonly string[],
): ContractTier {
  return {
    tier,
    name,
    ...(features.length > 0 ? { features } : {}),
    total,
    ...(tax ? { tax } : {}),
    ...(deposit ? { deposit } : {}),
    lines,
  };
}
