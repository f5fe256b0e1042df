// Written by "npm run documents" from translations.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
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

/** Changes to a FAQ. Absent fields keep their values. null clears an optional field and leaves a required one unchanged. */
export type UpdateFaqInput = {
  /** URL or path of the author's recording of the answer; null without one. */
  readonly audioUrl?: string | null | undefined;
  /** The answer. May contain placeholders. */
  readonly cannedAnswer?: string | null | undefined;
  /** The slideId of the slide that the answer belongs to. */
  readonly relatedSlideId?: string | null | undefined;
  /** Texts in other languages, by BCP 47 tag. Languages that are absent keep their texts; null deletes a language. */
  readonly translations?: Record<string, unknown> | null | undefined;
  /** The question. May contain placeholders. */
  readonly userQuestion?: string | null | undefined;
  /** When each word of the recording is spoken, in the order of their starts; empty without a recording. */
  readonly wordTimings?: ReadonlyArray<WordTimingInput> | null | undefined;
};

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

export type StateOfTranslationFragment = { readonly language: string, readonly isStale: boolean, readonly staleFields: ReadonlyArray<string>, readonly isMachineMade: boolean };

export type TranslatedSlideFragment = { readonly id: string, readonly version: number, readonly title: string, readonly bullets: ReadonlyArray<string>, readonly narrationScript: string, readonly slideContext: string | null, readonly productData: { readonly subtitle: string | null, readonly disclaimer: string | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null, readonly translations: ReadonlyArray<{ readonly language: string, readonly title: string, readonly bullets: ReadonlyArray<string> | null, readonly narrationScript: string, readonly slideContext: string | null, readonly productData: { readonly subtitle: string | null, readonly disclaimer: string | null, readonly good: Record<string, unknown> | null, readonly better: Record<string, unknown> | null, readonly best: Record<string, unknown> | null } | null }>, readonly translationStates: ReadonlyArray<{ readonly language: string, readonly isStale: boolean, readonly staleFields: ReadonlyArray<string>, readonly isMachineMade: boolean }> };

export type TranslatedFaqFragment = { readonly id: string, readonly version: number, readonly userQuestion: string, readonly cannedAnswer: string, readonly translations: ReadonlyArray<{ readonly language: string, readonly userQuestion: string, readonly cannedAnswer: string }>, readonly translationStates: ReadonlyArray<{ readonly language: string, readonly isStale: boolean, readonly staleFields: ReadonlyArray<string>, readonly isMachineMade: boolean }> };

export type TranslationsOfDeckQueryVariables = Exact<{
  deckId: string | number;
}>;


export type TranslationsOfDeckQuery = { readonly deck: { readonly id: string, readonly defaultLanguage: string, readonly slides: ReadonlyArray<{ readonly id: string, readonly version: number, readonly title: string, readonly bullets: ReadonlyArray<string>, readonly narrationScript: string, readonly slideContext: string | null, readonly productData: { readonly subtitle: string | null, readonly disclaimer: string | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null, readonly translations: ReadonlyArray<{ readonly language: string, readonly title: string, readonly bullets: ReadonlyArray<string> | null, readonly narrationScript: string, readonly slideContext: string | null, readonly productData: { readonly subtitle: string | null, readonly disclaimer: string | null, readonly good: Record<string, unknown> | null, readonly better: Record<string, unknown> | null, readonly best: Record<string, unknown> | null } | null }>, readonly translationStates: ReadonlyArray<{ readonly language: string, readonly isStale: boolean, readonly staleFields: ReadonlyArray<string>, readonly isMachineMade: boolean }> }>, readonly faqs: ReadonlyArray<{ readonly id: string, readonly version: number, readonly userQuestion: string, readonly cannedAnswer: string, readonly translations: ReadonlyArray<{ readonly language: string, readonly userQuestion: string, readonly cannedAnswer: string }>, readonly translationStates: ReadonlyArray<{ readonly language: string, readonly isStale: boolean, readonly staleFields: ReadonlyArray<string>, readonly isMachineMade: boolean }> }> } | null };

export type TranslateSlideMutationVariables = Exact<{
  id: string | number;
  input: UpdateSlideInput;
  ifVersion?: number | null | undefined;
}>;


export type TranslateSlideMutation = { readonly updateSlide: { readonly slide: { readonly id: string, readonly version: number, readonly title: string, readonly bullets: ReadonlyArray<string>, readonly narrationScript: string, readonly slideContext: string | null, readonly productData: { readonly subtitle: string | null, readonly disclaimer: string | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null, readonly translations: ReadonlyArray<{ readonly language: string, readonly title: string, readonly bullets: ReadonlyArray<string> | null, readonly narrationScript: string, readonly slideContext: string | null, readonly productData: { readonly subtitle: string | null, readonly disclaimer: string | null, readonly good: Record<string, unknown> | null, readonly better: Record<string, unknown> | null, readonly best: Record<string, unknown> | null } | null }>, readonly translationStates: ReadonlyArray<{ readonly language: string, readonly isStale: boolean, readonly staleFields: ReadonlyArray<string>, readonly isMachineMade: boolean }> } } | null };

export type TranslateFaqMutationVariables = Exact<{
  id: string | number;
  input: UpdateFaqInput;
  ifVersion?: number | null | undefined;
}>;


export type TranslateFaqMutation = { readonly updateFaq: { readonly faq: { readonly id: string, readonly version: number, readonly userQuestion: string, readonly cannedAnswer: string, readonly translations: ReadonlyArray<{ readonly language: string, readonly userQuestion: string, readonly cannedAnswer: string }>, readonly translationStates: ReadonlyArray<{ readonly language: string, readonly isStale: boolean, readonly staleFields: ReadonlyArray<string>, readonly isMachineMade: boolean }> } } | null };

export type TranslateDeckMutationVariables = Exact<{
  deckId: string | number;
  language: string;
}>;


export type TranslateDeckMutation = { readonly translateDeck: { readonly translation: { readonly slideCount: number, readonly faqCount: number, readonly translator: string, readonly skipped: ReadonlyArray<{ readonly detail: string, readonly sourceSlide: { readonly id: string, readonly title: string } | null, readonly faq: { readonly id: string, readonly userQuestion: string } | null }> } } | null };

export const TranslationsOfDeckDocument = operation<TranslationsOfDeckQuery, TranslationsOfDeckQueryVariables>(
  `query TranslationsOfDeck($deckId:ID!){deck(id:$deckId){id defaultLanguage slides{...TranslatedSlide}faqs{...TranslatedFaq}}} fragment TranslatedSlide on Slide{id version title bullets narrationScript slideContext productData{subtitle disclaimer good{stored}better{stored}best{stored}}translations{language title bullets narrationScript slideContext productData{subtitle disclaimer good better best}}translationStates{...StateOfTranslation}} fragment StateOfTranslation on TranslationState{language isStale staleFields isMachineMade} fragment TranslatedFaq on Faq{id version userQuestion cannedAnswer translations{language userQuestion cannedAnswer}translationStates{...StateOfTranslation}}`,
);


export const TranslateSlideDocument = operation<TranslateSlideMutation, TranslateSlideMutationVariables>(
  `mutation TranslateSlide($id:ID!$input:UpdateSlideInput!$ifVersion:Int){updateSlide(id:$id input:$input ifVersion:$ifVersion){slide{...TranslatedSlide}}} fragment TranslatedSlide on Slide{id version title bullets narrationScript slideContext productData{subtitle disclaimer good{stored}better{stored}best{stored}}translations{language title bullets narrationScript slideContext productData{subtitle disclaimer good better best}}translationStates{...StateOfTranslation}} fragment StateOfTranslation on TranslationState{language isStale staleFields isMachineMade}`,
);


export const TranslateFaqDocument = operation<TranslateFaqMutation, TranslateFaqMutationVariables>(
  `mutation TranslateFaq($id:ID!$input:UpdateFaqInput!$ifVersion:Int){updateFaq(id:$id input:$input ifVersion:$ifVersion){faq{...TranslatedFaq}}} fragment TranslatedFaq on Faq{id version userQuestion cannedAnswer translations{language userQuestion cannedAnswer}translationStates{...StateOfTranslation}} fragment StateOfTranslation on TranslationState{language isStale staleFields isMachineMade}`,
);


export const TranslateDeckDocument = operation<TranslateDeckMutation, TranslateDeckMutationVariables>(
  `mutation TranslateDeck($deckId:ID!$language:String!){translateDeck(deckId:$deckId language:$language){translation{slideCount faqCount translator skipped{detail sourceSlide{id title}faq{id userQuestion}}}}}`,
);
