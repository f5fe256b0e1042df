// Written by "npm run documents" from offers.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** A new slide. */
export type CreateSlideInput = {
  /** URL or path of the author's recording of the script; null without one. */
  readonly audioUrl?: string | null | undefined;
  /** Bullet points, in order. May contain placeholders. */
  readonly bullets?: ReadonlyArray<string> | null | undefined;
  /** URL or path of the main image: that of an image of the deck, or one of another host. */
  readonly heroImg?: string | null | undefined;
  /** The spoken text. May contain placeholders. */
  readonly narrationScript: string;
  /** Position in the deck; slides with equal positions are shown by age. */
  readonly orderIndex?: number | null | undefined;
  /** The offer of a pricing slide, replaced as a whole; null without one. May contain placeholders. */
  readonly productData?: ProductDataInput | null | undefined;
  /** Notes on the slide, not narrated. May contain placeholders. */
  readonly slideContext?: string | null | undefined;
  /** The client's own key, unique within the deck. */
  readonly slideId: string;
  /** Layout of the slide. */
  readonly slideType?: SlideType | null | undefined;
  /** Heading. May contain placeholders. */
  readonly title: string;
  /** Texts in other languages, by BCP 47 tag. Languages that are absent keep their texts; null deletes a language. */
  readonly translations?: Record<string, unknown> | null | undefined;
  /** When each word of the recording is spoken, in the order of their starts; empty without a recording. */
  readonly wordTimings?: ReadonlyArray<WordTimingInput> | null | undefined;
};

/** An offer, and the measurements to price it for. */
export type PreviewOfferInput = {
  /** Measurements for the prices. */
  readonly priceInputs?: PriceInputsInput | null | undefined;
  /** The offer of a pricing slide, replaced as a whole; null without one. */
  readonly productData: ProductDataInput;
};

/** Measurements that prices are computed from. */
export type PriceInputsInput = {
  /** Roof area in squares of 100 square feet. */
  readonly roofSquares?: number | null | undefined;
  /** Solar system size in kilowatts. */
  readonly systemSizeKw?: number | null | undefined;
};

/** One of the three tiers of an offer. */
export type PricingTier =
  /** The highest tier. */
  | 'BEST'
  /** The middle tier. */
  | 'BETTER'
  /** The lowest tier. */
  | 'GOOD';

/** An offer of up to three tiers. */
export type ProductDataInput = {
  /** CSS color of the background. */
  readonly backgroundColor?: string | null | undefined;
  /** A tier: name, tagline and features, a list of texts, describe it. The price formula reads price, or basePrice, pricePerSquare, pricePerKw, wastePercent and adders, and then minPrice, tax and deposit; addOns are what the homeowner may add, { key, label, description, amount, per }, priced behind the rounding: one key is one add-on in all tiers; financing lists plans, { provider, annualPercent, months, text }; other keys are kept. An adder is { label, amount, per } or { label, percent }, negative for a discount; tax is { percent, label }; deposit, due on signing, is { amount } or { percent }. Machine translation translates the texts of name, title, subtitle, heading, label, badge, tagline, summary, description, details, text, note, caption, features, benefits, highlights, bullets, includes, excludes, warranty, disclaimer. May contain placeholders. */
  readonly best?: Record<string, unknown> | null | undefined;
  /** A tier: name, tagline and features, a list of texts, describe it. The price formula reads price, or basePrice, pricePerSquare, pricePerKw, wastePercent and adders, and then minPrice, tax and deposit; addOns are what the homeowner may add, { key, label, description, amount, per }, priced behind the rounding: one key is one add-on in all tiers; financing lists plans, { provider, annualPercent, months, text }; other keys are kept. An adder is { label, amount, per } or { label, percent }, negative for a discount; tax is { percent, label }; deposit, due on signing, is { amount } or { percent }. Machine translation translates the texts of name, title, subtitle, heading, label, badge, tagline, summary, description, details, text, note, caption, features, benefits, highlights, bullets, includes, excludes, warranty, disclaimer. May contain placeholders. */
  readonly better?: Record<string, unknown> | null | undefined;
  /** URL or path of the logo. */
  readonly brandLogo?: string | null | undefined;
  /** The tier that is suggested. Placeholders such as selected.price refer to it, by default to the first tier. */
  readonly defaultSelectedTier?: PricingTier | null | undefined;
  /** Small print; contracts print it as well. May contain placeholders. */
  readonly disclaimer?: string | null | undefined;
  /** A tier: name, tagline and features, a list of texts, describe it. The price formula reads price, or basePrice, pricePerSquare, pricePerKw, wastePercent and adders, and then minPrice, tax and deposit; addOns are what the homeowner may add, { key, label, description, amount, per }, priced behind the rounding: one key is one add-on in all tiers; financing lists plans, { provider, annualPercent, months, text }; other keys are kept. An adder is { label, amount, per } or { label, percent }, negative for a discount; tax is { percent, label }; deposit, due on signing, is { amount } or { percent }. Machine translation translates the texts of name, title, subtitle, heading, label, badge, tagline, summary, description, details, text, note, caption, features, benefits, highlights, bullets, includes, excludes, warranty, disclaimer. May contain placeholders. */
  readonly good?: Record<string, unknown> | null | undefined;
  /** Prices are rounded to multiples of it, half up; 0 or null rounds to cents. */
  readonly roundTo?: number | null | undefined;
  /** CSS color of the selected tier. */
  readonly selectionColor?: string | null | undefined;
  /** Line below the title of the offer. May contain placeholders. */
  readonly subtitle?: string | null | undefined;
};

/** Layout of a slide. */
export type SlideType =
  /** Pricing slide: its productData is an offer of up to three tiers. */
  | 'PRODUCT_PRICING_V1'
  /** Title, bullets and image. */
  | 'STANDARD';

/** Whether a tier has a total, or why not. */
export type TierPriceStatus =
  /** It has no total without the price inputs in missing. */
  | 'NEEDS_INPUT'
  /** The deck gives no usable price, or the price comes to 0 or less. */
  | 'NO_PRICE'
  /** It has a total above 0. */
  | 'PRICED';

/** Changes to a slide. Absent fields keep their values. null clears an optional field and leaves a required one unchanged. */
export type UpdateSlideInput = {
  /** URL or path of the author's recording of the script; null without one. */
  readonly audioUrl?: string | null | undefined;
  /** Bullet points, in order. May contain placeholders. */
  readonly bullets?: ReadonlyArray<string> | null | undefined;
  /** URL or path of the main image: that of an image of the deck, or one of another host. */
  readonly heroImg?: string | null | undefined;
  /** The spoken text. May contain placeholders. */
  readonly narrationScript?: string | null | undefined;
  /** Position in the deck; slides with equal positions are shown by age. */
  readonly orderIndex?: number | null | undefined;
  /** The offer of a pricing slide, replaced as a whole; null without one. May contain placeholders. */
  readonly productData?: ProductDataInput | null | undefined;
  /** Notes on the slide, not narrated. May contain placeholders. */
  readonly slideContext?: string | null | undefined;
  /** Layout of the slide. */
  readonly slideType?: SlideType | null | undefined;
  /** Heading. May contain placeholders. */
  readonly title?: string | null | undefined;
  /** Texts in other languages, by BCP 47 tag. Languages that are absent keep their texts; null deletes a language. */
  readonly translations?: Record<string, unknown> | null | undefined;
  /** When each word of the recording is spoken, in the order of their starts; empty without a recording. */
  readonly wordTimings?: ReadonlyArray<WordTimingInput> | null | undefined;
};

/** When one word is spoken. */
export type WordTimingInput = {
  /** Seconds from the start of the audio. */
  readonly endTime: number;
  /** Seconds from the start of the audio. */
  readonly startTime: number;
  /** The word as it is shown. */
  readonly word: string;
};

export type OffersQueryVariables = Exact<{
  deckId: string | number;
}>;


export type OffersQuery = { readonly deck: { readonly id: string, readonly name: string, readonly currency: string, readonly defaultLanguage: string, readonly slides: ReadonlyArray<{ readonly id: string, readonly title: string, readonly slideType: SlideType, readonly version: number, readonly productData: { readonly subtitle: string | null, readonly brandLogo: string | null, readonly disclaimer: string | null, readonly defaultSelectedTier: PricingTier | null, readonly backgroundColor: string | null, readonly selectionColor: string | null, readonly roundTo: number | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null }> } | null };

export type PricedSlideFragment = { readonly id: string, readonly title: string, readonly slideType: SlideType, readonly version: number, readonly productData: { readonly subtitle: string | null, readonly brandLogo: string | null, readonly disclaimer: string | null, readonly defaultSelectedTier: PricingTier | null, readonly backgroundColor: string | null, readonly selectionColor: string | null, readonly roundTo: number | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null };

export type CreateOfferMutationVariables = Exact<{
  deckId: string | number;
  input: CreateSlideInput;
}>;


export type CreateOfferMutation = { readonly createSlide: { readonly slide: { readonly deckId: string, readonly id: string, readonly title: string, readonly slideType: SlideType, readonly version: number, readonly productData: { readonly subtitle: string | null, readonly brandLogo: string | null, readonly disclaimer: string | null, readonly defaultSelectedTier: PricingTier | null, readonly backgroundColor: string | null, readonly selectionColor: string | null, readonly roundTo: number | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null } } | null };

export type UpdateOfferMutationVariables = Exact<{
  id: string | number;
  input: UpdateSlideInput;
  ifVersion?: number | null | undefined;
}>;


export type UpdateOfferMutation = { readonly updateSlide: { readonly slide: { readonly id: string, readonly title: string, readonly slideType: SlideType, readonly version: number, readonly productData: { readonly subtitle: string | null, readonly brandLogo: string | null, readonly disclaimer: string | null, readonly defaultSelectedTier: PricingTier | null, readonly backgroundColor: string | null, readonly selectionColor: string | null, readonly roundTo: number | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null } } | null };

export type PreviewOfferQueryVariables = Exact<{
  deckId: string | number;
  input: PreviewOfferInput;
}>;


export type PreviewOfferQuery = { readonly previewOffer: { readonly suggestedTier: PricingTier | null, readonly tiers: ReadonlyArray<{ readonly tier: PricingTier, readonly name: string, readonly tagline: string | null, readonly features: ReadonlyArray<string>, readonly status: TierPriceStatus, readonly missing: ReadonlyArray<string>, readonly total: string | null, readonly totalText: string | null, readonly tax: string | null, readonly deposit: string | null, readonly depositText: string | null, readonly currency: string, readonly lines: ReadonlyArray<{ readonly label: string, readonly quantity: string | null, readonly unit: string | null, readonly rate: string | null, readonly percent: string | null, readonly percentOf: string | null, readonly addOn: string | null, readonly amount: string, readonly amountText: string | null }> }>, readonly addOns: ReadonlyArray<{ readonly key: string, readonly label: string, readonly description: string | null, readonly quantity: string | null, readonly unit: string | null, readonly rate: string | null, readonly amount: string, readonly amountText: string | null, readonly tiers: ReadonlyArray<PricingTier>, readonly isSelected: boolean }>, readonly financing: ReadonlyArray<{ readonly provider: string, readonly annualPercent: string, readonly months: number, readonly text: string | null, readonly formula: string, readonly tiers: ReadonlyArray<PricingTier>, readonly payments: ReadonlyArray<{ readonly tier: PricingTier, readonly financed: string, readonly monthly: string, readonly monthlyText: string | null, readonly lastPayment: string, readonly totalPaid: string, readonly totalInterest: string }> }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }> } | null };

export const OffersDocument = operation<OffersQuery, OffersQueryVariables>(
  `query Offers($deckId:ID!){deck(id:$deckId){id name currency defaultLanguage slides{...PricedSlide}}} fragment PricedSlide on Slide{id title slideType version productData{subtitle brandLogo disclaimer defaultSelectedTier backgroundColor selectionColor roundTo good{stored}better{stored}best{stored}}}`,
);


export const CreateOfferDocument = operation<CreateOfferMutation, CreateOfferMutationVariables>(
  `mutation CreateOffer($deckId:ID!$input:CreateSlideInput!){createSlide(deckId:$deckId input:$input){slide{...PricedSlide deckId}}} fragment PricedSlide on Slide{id title slideType version productData{subtitle brandLogo disclaimer defaultSelectedTier backgroundColor selectionColor roundTo good{stored}better{stored}best{stored}}}`,
);


export const UpdateOfferDocument = operation<UpdateOfferMutation, UpdateOfferMutationVariables>(
  `mutation UpdateOffer($id:ID!$input:UpdateSlideInput!$ifVersion:Int){updateSlide(id:$id input:$input ifVersion:$ifVersion){slide{...PricedSlide}}} fragment PricedSlide on Slide{id title slideType version productData{subtitle brandLogo disclaimer defaultSelectedTier backgroundColor selectionColor roundTo good{stored}better{stored}best{stored}}}`,
);


export const PreviewOfferDocument = operation<PreviewOfferQuery, PreviewOfferQueryVariables>(
  `query PreviewOffer($deckId:ID!$input:PreviewOfferInput!){previewOffer(deckId:$deckId input:$input){suggestedTier tiers{tier name tagline features status missing total totalText tax deposit depositText currency lines{label quantity unit rate percent percentOf addOn amount amountText}}addOns{key label description quantity unit rate amount amountText tiers isSelected}financing{provider annualPercent months text formula tiers payments{tier financed monthly monthlyText lastPayment totalPaid totalInterest}}warnings{code detail}}}`,
);
