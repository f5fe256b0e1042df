// Written by "npm run documents" from editor.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** A presentation for one homeowner. */
export type CreatePresentationInput = {
  /** The homeowner whom it is for. */
  readonly homeowner: HomeownerInput;
  /** The language of the presentation. */
  readonly languageSettings?: LanguageSettingsInput | null | undefined;
  /** Where the measurements come from. */
  readonly measurementStrategy?: MeasurementStrategy | null | undefined;
  /** What happens to a placeholder without a value: it is removed (blank), stays as written (keep), or the request is refused (error). */
  readonly missing?: MissingValues | null | undefined;
  /** Measurements for the prices. */
  readonly priceInputs?: PriceInputsInput | null | undefined;
  /** The voice of the narration. */
  readonly voiceSettings?: VoiceSettingsInput | null | undefined;
};

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

/** The homeowner whom the presentation is for. */
export type HomeownerInput = {
  /** Street address. */
  readonly address?: string | null | undefined;
  /** City. */
  readonly city?: string | null | undefined;
  /** ISO 3166-1 country code: alpha-2, alpha-3, in either case, or UK. Responses have the alpha-2 code, such as US. */
  readonly country?: string | null | undefined;
  /** E-mail address. */
  readonly email?: string | null | undefined;
  /** First name. */
  readonly firstName: string;
  /** Last name. */
  readonly lastName: string;
  /** Stored in E.164 format. A number without + belongs to the homeowner's country, or without one to the region of the deck's language. */
  readonly phone?: string | null | undefined;
  /** State or region code. */
  readonly state?: string | null | undefined;
  /** Postal code. */
  readonly zip?: string | null | undefined;
};

/** The language of the presentation. */
export type LanguageSettingsInput = {
  /** BCP 47 tag; by default the language of the deck. */
  readonly languageCode?: string | null | undefined;
};

/** Where the measurements come from. */
export type MeasurementStrategy =
  /** The price inputs are taken as given. */
  | 'MANUAL';

/** What happens to a placeholder without a value. */
export type MissingValues =
  /** It is removed, and the spaces around it close up. */
  | 'BLANK'
  /** The request is refused with UNPROCESSABLE, naming the placeholders. */
  | 'ERROR'
  /** It stays in the text as written. */
  | 'KEEP';

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

/** The voice of the narration. */
export type VoiceSettingsInput = {
  /** 0 to 1, for ElevenLabs only; by default 0.75. */
  readonly similarityBoost?: number | null | undefined;
  /** 0 (lively) to 1 (steady); by default 0.5. */
  readonly stability?: number | null | undefined;
  /** The speaker's own id of a voice; by default the speaker's choice. */
  readonly voiceId?: string | null | undefined;
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

export type EditedSlideFragment = { readonly id: string, readonly slideId: string, readonly version: number, readonly title: string, readonly bullets: ReadonlyArray<string>, readonly narrationScript: string, readonly slideContext: string | null, readonly heroImg: string | null, readonly audioUrl: string | null, readonly isAudioStale: boolean, readonly slideType: SlideType, readonly productData: { readonly backgroundColor: string | null, readonly brandLogo: string | null, readonly defaultSelectedTier: PricingTier | null, readonly disclaimer: string | null, readonly roundTo: number | null, readonly selectionColor: string | null, readonly subtitle: string | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null, readonly translations: ReadonlyArray<{ readonly language: string }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }> };

export type RestOfSlideFragment = { readonly id: string, readonly wordTimings: ReadonlyArray<{ readonly word: string, readonly startTime: number, readonly endTime: number }>, readonly translations: ReadonlyArray<{ readonly language: string, readonly title: string, readonly bullets: ReadonlyArray<string> | null, readonly narrationScript: string, readonly slideContext: string | null, readonly productData: { readonly subtitle: string | null, readonly disclaimer: string | null, readonly good: Record<string, unknown> | null, readonly better: Record<string, unknown> | null, readonly best: Record<string, unknown> | null } | null }> };

export type EditedSlidesFragment = { readonly id: string, readonly version: number, readonly name: string, readonly defaultLanguage: string, readonly currency: string, readonly variables: Record<string, unknown>, readonly brand: { readonly color: string | null } | null, readonly slides: ReadonlyArray<{ readonly id: string, readonly slideId: string, readonly version: number, readonly title: string, readonly bullets: ReadonlyArray<string>, readonly narrationScript: string, readonly slideContext: string | null, readonly heroImg: string | null, readonly audioUrl: string | null, readonly isAudioStale: boolean, readonly slideType: SlideType, readonly productData: { readonly backgroundColor: string | null, readonly brandLogo: string | null, readonly defaultSelectedTier: PricingTier | null, readonly disclaimer: string | null, readonly roundTo: number | null, readonly selectionColor: string | null, readonly subtitle: string | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null, readonly translations: ReadonlyArray<{ readonly language: string }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }> }> };

export type EditedDeckQueryVariables = Exact<{
  deckId: string | number;
}>;


export type EditedDeckQuery = { readonly deck: { readonly id: string, readonly version: number, readonly name: string, readonly defaultLanguage: string, readonly currency: string, readonly variables: Record<string, unknown>, readonly brand: { readonly color: string | null } | null, readonly slides: ReadonlyArray<{ readonly id: string, readonly slideId: string, readonly version: number, readonly title: string, readonly bullets: ReadonlyArray<string>, readonly narrationScript: string, readonly slideContext: string | null, readonly heroImg: string | null, readonly audioUrl: string | null, readonly isAudioStale: boolean, readonly slideType: SlideType, readonly productData: { readonly backgroundColor: string | null, readonly brandLogo: string | null, readonly defaultSelectedTier: PricingTier | null, readonly disclaimer: string | null, readonly roundTo: number | null, readonly selectionColor: string | null, readonly subtitle: string | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null, readonly translations: ReadonlyArray<{ readonly language: string }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }> }> } | null };

export type EditedDeckChangedSubscriptionVariables = Exact<{
  deckId: string | number;
}>;


export type EditedDeckChangedSubscription = { readonly deckChanged: { readonly id: string, readonly version: number, readonly name: string, readonly defaultLanguage: string, readonly currency: string, readonly variables: Record<string, unknown>, readonly brand: { readonly color: string | null } | null, readonly slides: ReadonlyArray<{ readonly id: string, readonly slideId: string, readonly version: number, readonly title: string, readonly bullets: ReadonlyArray<string>, readonly narrationScript: string, readonly slideContext: string | null, readonly heroImg: string | null, readonly audioUrl: string | null, readonly isAudioStale: boolean, readonly slideType: SlideType, readonly productData: { readonly backgroundColor: string | null, readonly brandLogo: string | null, readonly defaultSelectedTier: PricingTier | null, readonly disclaimer: string | null, readonly roundTo: number | null, readonly selectionColor: string | null, readonly subtitle: string | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null, readonly translations: ReadonlyArray<{ readonly language: string }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }> }> } | null };

export type RestOfSlidesQueryVariables = Exact<{
  id: string | number;
}>;


export type RestOfSlidesQuery = { readonly slide: { readonly id: string, readonly wordTimings: ReadonlyArray<{ readonly word: string, readonly startTime: number, readonly endTime: number }>, readonly translations: ReadonlyArray<{ readonly language: string, readonly title: string, readonly bullets: ReadonlyArray<string> | null, readonly narrationScript: string, readonly slideContext: string | null, readonly productData: { readonly subtitle: string | null, readonly disclaimer: string | null, readonly good: Record<string, unknown> | null, readonly better: Record<string, unknown> | null, readonly best: Record<string, unknown> | null } | null }> } | null };

export type SaveSlideMutationVariables = Exact<{
  id: string | number;
  ifVersion: number;
  input: UpdateSlideInput;
}>;


export type SaveSlideMutation = { readonly updateSlide: { readonly slide: { readonly id: string, readonly slideId: string, readonly version: number, readonly title: string, readonly bullets: ReadonlyArray<string>, readonly narrationScript: string, readonly slideContext: string | null, readonly heroImg: string | null, readonly audioUrl: string | null, readonly isAudioStale: boolean, readonly slideType: SlideType, readonly productData: { readonly backgroundColor: string | null, readonly brandLogo: string | null, readonly defaultSelectedTier: PricingTier | null, readonly disclaimer: string | null, readonly roundTo: number | null, readonly selectionColor: string | null, readonly subtitle: string | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null, readonly translations: ReadonlyArray<{ readonly language: string }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }> } } | null };

export type AddSlideMutationVariables = Exact<{
  deckId: string | number;
  input: CreateSlideInput;
  idempotencyKey: string;
}>;


export type AddSlideMutation = { readonly createSlide: { readonly slide: { readonly id: string, readonly deck: { readonly id: string, readonly version: number, readonly name: string, readonly defaultLanguage: string, readonly currency: string, readonly variables: Record<string, unknown>, readonly brand: { readonly color: string | null } | null, readonly slides: ReadonlyArray<{ readonly id: string, readonly slideId: string, readonly version: number, readonly title: string, readonly bullets: ReadonlyArray<string>, readonly narrationScript: string, readonly slideContext: string | null, readonly heroImg: string | null, readonly audioUrl: string | null, readonly isAudioStale: boolean, readonly slideType: SlideType, readonly productData: { readonly backgroundColor: string | null, readonly brandLogo: string | null, readonly defaultSelectedTier: PricingTier | null, readonly disclaimer: string | null, readonly roundTo: number | null, readonly selectionColor: string | null, readonly subtitle: string | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null, readonly translations: ReadonlyArray<{ readonly language: string }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }> }> } | null } } | null };

export type RemoveSlideMutationVariables = Exact<{
  id: string | number;
  idempotencyKey: string;
}>;


export type RemoveSlideMutation = { readonly deleteSlide: { readonly slide: { readonly id: string, readonly deck: { readonly id: string, readonly version: number, readonly name: string, readonly defaultLanguage: string, readonly currency: string, readonly variables: Record<string, unknown>, readonly brand: { readonly color: string | null } | null, readonly slides: ReadonlyArray<{ readonly id: string, readonly slideId: string, readonly version: number, readonly title: string, readonly bullets: ReadonlyArray<string>, readonly narrationScript: string, readonly slideContext: string | null, readonly heroImg: string | null, readonly audioUrl: string | null, readonly isAudioStale: boolean, readonly slideType: SlideType, readonly productData: { readonly backgroundColor: string | null, readonly brandLogo: string | null, readonly defaultSelectedTier: PricingTier | null, readonly disclaimer: string | null, readonly roundTo: number | null, readonly selectionColor: string | null, readonly subtitle: string | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null, readonly translations: ReadonlyArray<{ readonly language: string }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }> }> } | null } } | null };

export type OrderSlidesMutationVariables = Exact<{
  deckId: string | number;
  slideIds: ReadonlyArray<string | number> | string | number;
  ifVersion: number;
}>;


export type OrderSlidesMutation = { readonly reorderSlides: { readonly deck: { readonly id: string, readonly version: number, readonly name: string, readonly defaultLanguage: string, readonly currency: string, readonly variables: Record<string, unknown>, readonly brand: { readonly color: string | null } | null, readonly slides: ReadonlyArray<{ readonly id: string, readonly slideId: string, readonly version: number, readonly title: string, readonly bullets: ReadonlyArray<string>, readonly narrationScript: string, readonly slideContext: string | null, readonly heroImg: string | null, readonly audioUrl: string | null, readonly isAudioStale: boolean, readonly slideType: SlideType, readonly productData: { readonly backgroundColor: string | null, readonly brandLogo: string | null, readonly defaultSelectedTier: PricingTier | null, readonly disclaimer: string | null, readonly roundTo: number | null, readonly selectionColor: string | null, readonly subtitle: string | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null, readonly translations: ReadonlyArray<{ readonly language: string }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }> }> } } | null };

export type DeckPlaceholdersQueryVariables = Exact<{
  deckId: string | number;
}>;


export type DeckPlaceholdersQuery = { readonly deck: { readonly id: string, readonly placeholders: ReadonlyArray<{ readonly name: string, readonly isKnown: boolean, readonly nearest: string | null, readonly problem: string | null }> } | null };

export type SamplePreviewQueryVariables = Exact<{
  deckId: string | number;
  input: CreatePresentationInput;
}>;


export type SamplePreviewQuery = { readonly previewPresentation: { readonly slides: ReadonlyArray<{ readonly id: string, readonly slideId: string, readonly title: string, readonly bullets: ReadonlyArray<string>, readonly narrationScript: string, readonly heroImg: string | null, readonly language: string, readonly productData: { readonly subtitle: string | null, readonly disclaimer: string | null } | null }>, readonly pricing: { readonly offers: ReadonlyArray<{ readonly sourceSlideId: string, readonly tiers: ReadonlyArray<{ readonly tier: PricingTier, readonly name: string, readonly tagline: string | null, readonly features: ReadonlyArray<string>, readonly totalText: string | null, readonly missing: ReadonlyArray<string> }> }> }, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string, readonly sourceSlideId: string | null }> } | null };

export const EditedDeckDocument = operation<EditedDeckQuery, EditedDeckQueryVariables>(
  `query EditedDeck($deckId:ID!){deck(id:$deckId){...EditedSlides}} fragment EditedSlides on Deck{id version name defaultLanguage currency variables brand{color}slides{...EditedSlide}} fragment EditedSlide on Slide{id slideId version title bullets narrationScript slideContext heroImg audioUrl isAudioStale slideType productData{backgroundColor brandLogo defaultSelectedTier disclaimer roundTo selectionColor subtitle good{stored}better{stored}best{stored}}translations{language}warnings{code detail}}`,
);


export const EditedDeckChangedDocument = operation<EditedDeckChangedSubscription, EditedDeckChangedSubscriptionVariables>(
  `subscription EditedDeckChanged($deckId:ID!){deckChanged(deckId:$deckId){...EditedSlides}} fragment EditedSlides on Deck{id version name defaultLanguage currency variables brand{color}slides{...EditedSlide}} fragment EditedSlide on Slide{id slideId version title bullets narrationScript slideContext heroImg audioUrl isAudioStale slideType productData{backgroundColor brandLogo defaultSelectedTier disclaimer roundTo selectionColor subtitle good{stored}better{stored}best{stored}}translations{language}warnings{code detail}}`,
);


export const RestOfSlidesDocument = operation<RestOfSlidesQuery, RestOfSlidesQueryVariables>(
  `query RestOfSlides($id:ID!){slide(id:$id){...RestOfSlide}} fragment RestOfSlide on Slide{id wordTimings{word startTime endTime}translations{language title bullets narrationScript slideContext productData{subtitle disclaimer good better best}}}`,
);


export const SaveSlideDocument = operation<SaveSlideMutation, SaveSlideMutationVariables>(
  `mutation SaveSlide($id:ID!$ifVersion:Int!$input:UpdateSlideInput!){updateSlide(id:$id ifVersion:$ifVersion input:$input){slide{...EditedSlide}}} fragment EditedSlide on Slide{id slideId version title bullets narrationScript slideContext heroImg audioUrl isAudioStale slideType productData{backgroundColor brandLogo defaultSelectedTier disclaimer roundTo selectionColor subtitle good{stored}better{stored}best{stored}}translations{language}warnings{code detail}}`,
);


export const AddSlideDocument = operation<AddSlideMutation, AddSlideMutationVariables>(
  `mutation AddSlide($deckId:ID!$input:CreateSlideInput!$idempotencyKey:String!){createSlide(deckId:$deckId input:$input idempotencyKey:$idempotencyKey){slide{id deck{...EditedSlides}}}} fragment EditedSlides on Deck{id version name defaultLanguage currency variables brand{color}slides{...EditedSlide}} fragment EditedSlide on Slide{id slideId version title bullets narrationScript slideContext heroImg audioUrl isAudioStale slideType productData{backgroundColor brandLogo defaultSelectedTier disclaimer roundTo selectionColor subtitle good{stored}better{stored}best{stored}}translations{language}warnings{code detail}}`,
);


export const RemoveSlideDocument = operation<RemoveSlideMutation, RemoveSlideMutationVariables>(
  `mutation RemoveSlide($id:ID!$idempotencyKey:String!){deleteSlide(id:$id idempotencyKey:$idempotencyKey){slide{id deck{...EditedSlides}}}} fragment EditedSlides on Deck{id version name defaultLanguage currency variables brand{color}slides{...EditedSlide}} fragment EditedSlide on Slide{id slideId version title bullets narrationScript slideContext heroImg audioUrl isAudioStale slideType productData{backgroundColor brandLogo defaultSelectedTier disclaimer roundTo selectionColor subtitle good{stored}better{stored}best{stored}}translations{language}warnings{code detail}}`,
);


export const OrderSlidesDocument = operation<OrderSlidesMutation, OrderSlidesMutationVariables>(
  `mutation OrderSlides($deckId:ID!$slideIds:[ID!]!$ifVersion:Int!){reorderSlides(deckId:$deckId slideIds:$slideIds ifVersion:$ifVersion){deck{...EditedSlides}}} fragment EditedSlides on Deck{id version name defaultLanguage currency variables brand{color}slides{...EditedSlide}} fragment EditedSlide on Slide{id slideId version title bullets narrationScript slideContext heroImg audioUrl isAudioStale slideType productData{backgroundColor brandLogo defaultSelectedTier disclaimer roundTo selectionColor subtitle good{stored}better{stored}best{stored}}translations{language}warnings{code detail}}`,
);


export const DeckPlaceholdersDocument = operation<DeckPlaceholdersQuery, DeckPlaceholdersQueryVariables>(
  `query DeckPlaceholders($deckId:ID!){deck(id:$deckId){id placeholders{name isKnown nearest problem}}}`,
);


export const SamplePreviewDocument = operation<SamplePreviewQuery, SamplePreviewQueryVariables>(
  `query SamplePreview($deckId:ID!$input:CreatePresentationInput!){previewPresentation(deckId:$deckId input:$input){slides{id slideId title bullets narrationScript heroImg language productData{subtitle disclaimer}}pricing{offers{sourceSlideId tiers{tier name tagline features totalText missing}}}warnings{code detail sourceSlideId}}}`,
);
