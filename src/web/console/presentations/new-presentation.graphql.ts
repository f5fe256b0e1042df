// Written by "npm run documents" from new-presentation.graphql.

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

/** The voice of the narration. */
export type VoiceSettingsInput = {
  /** 0 to 1, for ElevenLabs only; by default 0.75. */
  readonly similarityBoost?: number | null | undefined;
  /** 0 (lively) to 1 (steady); by default 0.5. */
  readonly stability?: number | null | undefined;
  /** The speaker's own id of a voice; by default the speaker's choice. */
  readonly voiceId?: string | null | undefined;
};

export type DeckDetailsQueryVariables = Exact<{
  id: string | number;
}>;


export type DeckDetailsQuery = { readonly deck: { readonly id: string, readonly name: string, readonly defaultLanguage: string, readonly placeholders: ReadonlyArray<{ readonly name: string, readonly isKnown: boolean, readonly hasVariable: boolean }>, readonly slides: ReadonlyArray<{ readonly id: string, readonly translationStates: ReadonlyArray<{ readonly language: string }> }> } | null };

export type PreviewPresentationQueryVariables = Exact<{
  deckId: string | number;
  input: CreatePresentationInput;
}>;


export type PreviewPresentationQuery = { readonly previewPresentation: { readonly pricing: { readonly offers: ReadonlyArray<{ readonly sourceSlideId: string, readonly title: string | null, readonly suggestedTier: PricingTier | null, readonly tiers: ReadonlyArray<{ readonly tier: PricingTier, readonly name: string, readonly status: TierPriceStatus, readonly totalText: string | null, readonly missing: ReadonlyArray<string> }> }> }, readonly slides: ReadonlyArray<{ readonly id: string, readonly slideId: string, readonly title: string, readonly bullets: ReadonlyArray<string>, readonly narrationScript: string }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }> } | null };

export type CreatePresentationMutationVariables = Exact<{
  deckId: string | number;
  input: CreatePresentationInput;
  idempotencyKey: string;
}>;


export type CreatePresentationMutation = { readonly createPresentation: { readonly presentation: { readonly id: string, readonly deckId: string, readonly status: PresentationStatus } } | null };

export const DeckDetailsDocument = operation<DeckDetailsQuery, DeckDetailsQueryVariables>(
  `query DeckDetails($id:ID!){deck(id:$id){id name defaultLanguage placeholders(first:100){name isKnown hasVariable}slides{id translationStates{language}}}}`,
);


export const PreviewPresentationDocument = operation<PreviewPresentationQuery, PreviewPresentationQueryVariables>(
  `query PreviewPresentation($deckId:ID!$input:CreatePresentationInput!){previewPresentation(deckId:$deckId input:$input){pricing{offers{sourceSlideId title suggestedTier tiers{tier name status totalText missing}}}slides{id slideId title bullets narrationScript}warnings{code detail}}}`,
);


export const CreatePresentationDocument = operation<CreatePresentationMutation, CreatePresentationMutationVariables>(
  `mutation CreatePresentation($deckId:ID!$input:CreatePresentationInput!$idempotencyKey:String!){createPresentation(deckId:$deckId input:$input idempotencyKey:$idempotencyKey){presentation{id deckId status}}}`,
);
