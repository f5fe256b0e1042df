// Written by "npm run documents" from listening.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
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

/** A text of a deck, and the homeowner whom it is spoken for. */
export type PreviewSpeechInput = {
  /** The id of the FAQ whose answer is spoken. */
  readonly faqId?: string | null | undefined;
  /** The homeowner whom it is spoken for; by default an invented one. */
  readonly homeowner?: HomeownerInput | null | undefined;
  /** The language of the presentation. */
  readonly languageSettings?: LanguageSettingsInput | null | undefined;
  /** Measurements for the prices; by default those of an invented home. */
  readonly priceInputs?: PriceInputsInput | null | undefined;
  /** The slide whose narration is spoken, with its prices: its id or its slideId. */
  readonly slideId?: string | null | undefined;
  /** What is spoken in place of the stored text, such as a draft: in the language of languageSettings, by default that of the deck. Required without slideId and faqId. */
  readonly text?: string | null | undefined;
  /** The voice of the narration. */
  readonly voiceSettings?: VoiceSettingsInput | null | undefined;
};

/** Measurements that prices are computed from. */
export type PriceInputsInput = {
  /** Roof area in squares of 100 square feet. */
  readonly roofSquares?: number | null | undefined;
  /** Solar system size in kilowatts. */
  readonly systemSizeKw?: number | null | undefined;
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

export type PreviewSpeechMutationVariables = Exact<{
  deckId: string | number;
  input: PreviewSpeechInput;
}>;


export type PreviewSpeechMutation = { readonly previewSpeech: { readonly preview: { readonly text: string, readonly language: string, readonly audioUrl: string | null, readonly wordTimings: ReadonlyArray<{ readonly word: string, readonly startTime: number, readonly endTime: number }> } } | null };

export const PreviewSpeechDocument = operation<PreviewSpeechMutation, PreviewSpeechMutationVariables>(
  `mutation PreviewSpeech($deckId:ID!$input:PreviewSpeechInput!){previewSpeech(deckId:$deckId input:$input){preview{text language audioUrl wordTimings{word startTime endTime}}}}`,
);
