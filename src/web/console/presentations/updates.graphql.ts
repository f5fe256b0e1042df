// Written by "npm run documents" from updates.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** How the deck differs from the presentation. */
export type DriftKind =
  /** The deck has it, the presentation does not. */
  | 'ADDED'
  /** Both have it; fields names what differs. */
  | 'CHANGED'
  /** The presentation has it, the deck no longer does. */
  | 'REMOVED';

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

/** State of a presentation. */
export type PresentationStatus =
  /** Some slides could not be spoken: narration.failures lists which and why. narratePresentation retries them. */
  | 'FAILED'
  /** Its slides are being spoken, one by one. */
  | 'NARRATING'
  /** It can be shown. */
  | 'READY';

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

/** Whether a tier has a total, or why not. */
export type TierPriceStatus =
  /** It has no total without the price inputs in missing. */
  | 'NEEDS_INPUT'
  /** The deck gives no usable price, or the price comes to 0 or less. */
  | 'NO_PRICE'
  /** It has a total above 0. */
  | 'PRICED';

/** Changes to a presentation. Absent fields keep their values. null clears an optional field and leaves a required one unchanged. */
export type UpdatePresentationInput = {
  /** The homeowner whom it is for. */
  readonly homeowner?: HomeownerInput | null | undefined;
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

/** The voice of the narration. */
export type VoiceSettingsInput = {
  /** 0 to 1, for ElevenLabs only; by default 0.75. */
  readonly similarityBoost?: number | null | undefined;
  /** 0 (lively) to 1 (steady); by default 0.5. */
  readonly stability?: number | null | undefined;
  /** The speaker's own id of a voice; by default the speaker's choice. */
  readonly voiceId?: string | null | undefined;
};

export type PresentationDriftQueryVariables = Exact<{
  id: string | number;
}>;


export type PresentationDriftQuery = { readonly presentation: { readonly id: string, readonly drift: { readonly isCurrent: boolean, readonly slides: ReadonlyArray<{ readonly sourceSlideId: string, readonly slideId: string, readonly kind: DriftKind, readonly fields: ReadonlyArray<string> }>, readonly faqs: ReadonlyArray<{ readonly faqId: string, readonly kind: DriftKind, readonly fields: ReadonlyArray<string> }>, readonly prices: ReadonlyArray<{ readonly sourceSlideId: string, readonly tier: PricingTier, readonly before: { readonly name: string, readonly totalText: string | null } | null, readonly now: { readonly name: string, readonly totalText: string | null } | null }> } | null } | null };

export type UpdatePresentationMutationVariables = Exact<{
  id: string | number;
  input: UpdatePresentationInput;
  idempotencyKey: string;
}>;


export type UpdatePresentationMutation = { readonly updatePresentation: { readonly changed: ReadonlyArray<string>, readonly changedSlideIds: ReadonlyArray<string>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }>, readonly presentation: { readonly id: string, readonly version: number, readonly status: PresentationStatus, readonly updatedAt: string, readonly homeowner: { readonly firstName: string, readonly lastName: string, readonly email: string | null, readonly phone: string | null, readonly address: string | null, readonly city: string | null, readonly state: string | null, readonly zip: string | null, readonly country: string | null }, readonly languageSettings: { readonly languageCode: string | null } | null, readonly priceInputs: { readonly roofSquares: number | null, readonly systemSizeKw: number | null } | null, readonly pricing: { readonly offers: ReadonlyArray<{ readonly sourceSlideId: string, readonly title: string | null, readonly selectedTier: PricingTier | null, readonly suggestedTier: PricingTier | null, readonly isAgreed: boolean, readonly addOns: ReadonlyArray<{ readonly key: string, readonly label: string, readonly amountText: string | null, readonly isSelected: boolean }>, readonly tiers: ReadonlyArray<{ readonly tier: PricingTier, readonly name: string, readonly tagline: string | null, readonly status: TierPriceStatus, readonly totalText: string | null, readonly missing: ReadonlyArray<string> }> }> }, readonly slides: ReadonlyArray<{ readonly id: string, readonly sourceSlideId: string, readonly title: string }> } } | null };

export const PresentationDriftDocument = operation<PresentationDriftQuery, PresentationDriftQueryVariables>(
  `query PresentationDrift($id:ID!){presentation(id:$id){id drift{isCurrent slides{sourceSlideId slideId kind fields}faqs{faqId kind fields}prices{sourceSlideId tier before{name totalText}now{name totalText}}}}}`,
);


export const UpdatePresentationDocument = operation<UpdatePresentationMutation, UpdatePresentationMutationVariables>(
  `mutation UpdatePresentation($id:ID!$input:UpdatePresentationInput!$idempotencyKey:String!){updatePresentation(id:$id input:$input idempotencyKey:$idempotencyKey){changed changedSlideIds warnings{code detail}presentation{id version status updatedAt homeowner{firstName lastName email phone address city state zip country}languageSettings{languageCode}priceInputs{roofSquares systemSizeKw}pricing{offers{sourceSlideId title selectedTier suggestedTier isAgreed addOns{key label amountText isSelected}tiers{tier name tagline status totalText missing}}}slides{id sourceSlideId title}}}}`,
);
