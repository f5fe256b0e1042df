// Written by "npm run documents" from translations.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../api/schema.graphql.ts';

export type StateOfTranslationFragment = { readonly language: string, readonly isStale: boolean, readonly staleFields: ReadonlyArray<string>, readonly isMachineMade: boolean };

export type TranslatedSlideFragment = { readonly id: string, readonly version: number, readonly title: string, readonly bullets: ReadonlyArray<string>, readonly narrationScript: string, readonly slideContext: string | null, readonly productData: { readonly subtitle: string | null, readonly disclaimer: string | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null, readonly translations: ReadonlyArray<{ readonly language: string, readonly title: string, readonly bullets: ReadonlyArray<string> | null, readonly narrationScript: string, readonly slideContext: string | null, readonly productData: { readonly subtitle: string | null, readonly disclaimer: string | null, readonly good: Record<string, unknown> | null, readonly better: Record<string, unknown> | null, readonly best: Record<string, unknown> | null } | null }>, readonly translationStates: ReadonlyArray<{ readonly language: string, readonly isStale: boolean, readonly staleFields: ReadonlyArray<string>, readonly isMachineMade: boolean }> };

export type TranslatedFaqFragment = { readonly id: string, readonly version: number, readonly userQuestion: string, readonly cannedAnswer: string, readonly translations: ReadonlyArray<{ readonly language: string, readonly userQuestion: string, readonly cannedAnswer: string }>, readonly translationStates: ReadonlyArray<{ readonly language: string, readonly isStale: boolean, readonly staleFields: ReadonlyArray<string>, readonly isMachineMade: boolean }> };

export type TranslationsOfDeckQueryVariables = Exact<{
  deckId: string | number;
}>;


export type TranslationsOfDeckQuery = { readonly deck: { readonly id: string, readonly defaultLanguage: string, readonly slides: ReadonlyArray<{ readonly id: string, readonly version: number, readonly title: string, readonly bullets: ReadonlyArray<string>, readonly narrationScript: string, readonly slideContext: string | null, readonly productData: { readonly subtitle: string | null, readonly disclaimer: string | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null, readonly translations: ReadonlyArray<{ readonly language: string, readonly title: string, readonly bullets: ReadonlyArray<string> | null, readonly narrationScript: string, readonly slideContext: string | null, readonly productData: { readonly subtitle: string | null, readonly disclaimer: string | null, readonly good: Record<string, unknown> | null, readonly better: Record<string, unknown> | null, readonly best: Record<string, unknown> | null } | null }>, readonly translationStates: ReadonlyArray<{ readonly language: string, readonly isStale: boolean, readonly staleFields: ReadonlyArray<string>, readonly isMachineMade: boolean }> }>, readonly faqs: ReadonlyArray<{ readonly id: string, readonly version: number, readonly userQuestion: string, readonly cannedAnswer: string, readonly translations: ReadonlyArray<{ readonly language: string, readonly userQuestion: string, readonly cannedAnswer: string }>, readonly translationStates: ReadonlyArray<{ readonly language: string, readonly isStale: boolean, readonly staleFields: ReadonlyArray<string>, readonly isMachineMade: boolean }> }> } | null };

export type TranslateSlideMutationVariables = Exact<{
  id: string | number;
  input: Types.UpdateSlideInput;
  ifVersion?: number | null | undefined;
}>;


export type TranslateSlideMutation = { readonly updateSlide: { readonly slide: { readonly id: string, readonly version: number, readonly title: string, readonly bullets: ReadonlyArray<string>, readonly narrationScript: string, readonly slideContext: string | null, readonly productData: { readonly subtitle: string | null, readonly disclaimer: string | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null, readonly translations: ReadonlyArray<{ readonly language: string, readonly title: string, readonly bullets: ReadonlyArray<string> | null, readonly narrationScript: string, readonly slideContext: string | null, readonly productData: { readonly subtitle: string | null, readonly disclaimer: string | null, readonly good: Record<string, unknown> | null, readonly better: Record<string, unknown> | null, readonly best: Record<string, unknown> | null } | null }>, readonly translationStates: ReadonlyArray<{ readonly language: string, readonly isStale: boolean, readonly staleFields: ReadonlyArray<string>, readonly isMachineMade: boolean }> } } | null };

export type TranslateFaqMutationVariables = Exact<{
  id: string | number;
  input: Types.UpdateFaqInput;
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
