// Written by "npm run documents" from editor.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../api/schema.graphql.ts';

export type EditedSlideFragment = { readonly id: string, readonly slideId: string, readonly version: number, readonly title: string, readonly bullets: ReadonlyArray<string>, readonly narrationScript: string, readonly slideContext: string | null, readonly heroImg: string | null, readonly audioUrl: string | null, readonly isAudioStale: boolean, readonly slideType: Types.SlideType, readonly productData: { readonly backgroundColor: string | null, readonly brandLogo: string | null, readonly defaultSelectedTier: Types.PricingTier | null, readonly disclaimer: string | null, readonly roundTo: number | null, readonly selectionColor: string | null, readonly subtitle: string | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null, readonly translations: ReadonlyArray<{ readonly language: string }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }> };

export type RestOfSlideFragment = { readonly id: string, readonly wordTimings: ReadonlyArray<{ readonly word: string, readonly startTime: number, readonly endTime: number }>, readonly translations: ReadonlyArray<{ readonly language: string, readonly title: string, readonly bullets: ReadonlyArray<string> | null, readonly narrationScript: string, readonly slideContext: string | null, readonly productData: { readonly subtitle: string | null, readonly disclaimer: string | null, readonly good: Record<string, unknown> | null, readonly better: Record<string, unknown> | null, readonly best: Record<string, unknown> | null } | null }> };

export type EditedSlidesFragment = { readonly id: string, readonly version: number, readonly name: string, readonly defaultLanguage: string, readonly currency: string, readonly variables: Record<string, unknown>, readonly brand: { readonly color: string | null } | null, readonly slides: ReadonlyArray<{ readonly id: string, readonly slideId: string, readonly version: number, readonly title: string, readonly bullets: ReadonlyArray<string>, readonly narrationScript: string, readonly slideContext: string | null, readonly heroImg: string | null, readonly audioUrl: string | null, readonly isAudioStale: boolean, readonly slideType: Types.SlideType, readonly productData: { readonly backgroundColor: string | null, readonly brandLogo: string | null, readonly defaultSelectedTier: Types.PricingTier | null, readonly disclaimer: string | null, readonly roundTo: number | null, readonly selectionColor: string | null, readonly subtitle: string | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null, readonly translations: ReadonlyArray<{ readonly language: string }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }> }> };

export type EditedDeckQueryVariables = Exact<{
  deckId: string | number;
}>;


export type EditedDeckQuery = { readonly deck: { readonly id: string, readonly version: number, readonly name: string, readonly defaultLanguage: string, readonly currency: string, readonly variables: Record<string, unknown>, readonly brand: { readonly color: string | null } | null, readonly slides: ReadonlyArray<{ readonly id: string, readonly slideId: string, readonly version: number, readonly title: string, readonly bullets: ReadonlyArray<string>, readonly narrationScript: string, readonly slideContext: string | null, readonly heroImg: string | null, readonly audioUrl: string | null, readonly isAudioStale: boolean, readonly slideType: Types.SlideType, readonly productData: { readonly backgroundColor: string | null, readonly brandLogo: string | null, readonly defaultSelectedTier: Types.PricingTier | null, readonly disclaimer: string | null, readonly roundTo: number | null, readonly selectionColor: string | null, readonly subtitle: string | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null, readonly translations: ReadonlyArray<{ readonly language: string }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }> }> } | null };

export type EditedDeckChangedSubscriptionVariables = Exact<{
  deckId: string | number;
}>;


export type EditedDeckChangedSubscription = { readonly deckChanged: { readonly id: string, readonly version: number, readonly name: string, readonly defaultLanguage: string, readonly currency: string, readonly variables: Record<string, unknown>, readonly brand: { readonly color: string | null } | null, readonly slides: ReadonlyArray<{ readonly id: string, readonly slideId: string, readonly version: number, readonly title: string, readonly bullets: ReadonlyArray<string>, readonly narrationScript: string, readonly slideContext: string | null, readonly heroImg: string | null, readonly audioUrl: string | null, readonly isAudioStale: boolean, readonly slideType: Types.SlideType, readonly productData: { readonly backgroundColor: string | null, readonly brandLogo: string | null, readonly defaultSelectedTier: Types.PricingTier | null, readonly disclaimer: string | null, readonly roundTo: number | null, readonly selectionColor: string | null, readonly subtitle: string | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null, readonly translations: ReadonlyArray<{ readonly language: string }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }> }> } | null };

export type RestOfSlidesQueryVariables = Exact<{
  id: string | number;
}>;


export type RestOfSlidesQuery = { readonly slide: { readonly id: string, readonly wordTimings: ReadonlyArray<{ readonly word: string, readonly startTime: number, readonly endTime: number }>, readonly translations: ReadonlyArray<{ readonly language: string, readonly title: string, readonly bullets: ReadonlyArray<string> | null, readonly narrationScript: string, readonly slideContext: string | null, readonly productData: { readonly subtitle: string | null, readonly disclaimer: string | null, readonly good: Record<string, unknown> | null, readonly better: Record<string, unknown> | null, readonly best: Record<string, unknown> | null } | null }> } | null };

export type SaveSlideMutationVariables = Exact<{
  id: string | number;
  ifVersion: number;
  input: Types.UpdateSlideInput;
}>;


export type SaveSlideMutation = { readonly updateSlide: { readonly slide: { readonly id: string, readonly slideId: string, readonly version: number, readonly title: string, readonly bullets: ReadonlyArray<string>, readonly narrationScript: string, readonly slideContext: string | null, readonly heroImg: string | null, readonly audioUrl: string | null, readonly isAudioStale: boolean, readonly slideType: Types.SlideType, readonly productData: { readonly backgroundColor: string | null, readonly brandLogo: string | null, readonly defaultSelectedTier: Types.PricingTier | null, readonly disclaimer: string | null, readonly roundTo: number | null, readonly selectionColor: string | null, readonly subtitle: string | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null, readonly translations: ReadonlyArray<{ readonly language: string }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }> } } | null };

export type AddSlideMutationVariables = Exact<{
  deckId: string | number;
  input: Types.CreateSlideInput;
  idempotencyKey: string;
}>;


export type AddSlideMutation = { readonly createSlide: { readonly slide: { readonly id: string, readonly deck: { readonly id: string, readonly version: number, readonly name: string, readonly defaultLanguage: string, readonly currency: string, readonly variables: Record<string, unknown>, readonly brand: { readonly color: string | null } | null, readonly slides: ReadonlyArray<{ readonly id: string, readonly slideId: string, readonly version: number, readonly title: string, readonly bullets: ReadonlyArray<string>, readonly narrationScript: string, readonly slideContext: string | null, readonly heroImg: string | null, readonly audioUrl: string | null, readonly isAudioStale: boolean, readonly slideType: Types.SlideType, readonly productData: { readonly backgroundColor: string | null, readonly brandLogo: string | null, readonly defaultSelectedTier: Types.PricingTier | null, readonly disclaimer: string | null, readonly roundTo: number | null, readonly selectionColor: string | null, readonly subtitle: string | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null, readonly translations: ReadonlyArray<{ readonly language: string }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }> }> } | null } } | null };

export type RemoveSlideMutationVariables = Exact<{
  id: string | number;
  idempotencyKey: string;
}>;


export type RemoveSlideMutation = { readonly deleteSlide: { readonly slide: { readonly id: string, readonly deck: { readonly id: string, readonly version: number, readonly name: string, readonly defaultLanguage: string, readonly currency: string, readonly variables: Record<string, unknown>, readonly brand: { readonly color: string | null } | null, readonly slides: ReadonlyArray<{ readonly id: string, readonly slideId: string, readonly version: number, readonly title: string, readonly bullets: ReadonlyArray<string>, readonly narrationScript: string, readonly slideContext: string | null, readonly heroImg: string | null, readonly audioUrl: string | null, readonly isAudioStale: boolean, readonly slideType: Types.SlideType, readonly productData: { readonly backgroundColor: string | null, readonly brandLogo: string | null, readonly defaultSelectedTier: Types.PricingTier | null, readonly disclaimer: string | null, readonly roundTo: number | null, readonly selectionColor: string | null, readonly subtitle: string | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null, readonly translations: ReadonlyArray<{ readonly language: string }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }> }> } | null } } | null };

export type OrderSlidesMutationVariables = Exact<{
  deckId: string | number;
  slideIds: ReadonlyArray<string | number> | string | number;
  ifVersion: number;
}>;


export type OrderSlidesMutation = { readonly reorderSlides: { readonly deck: { readonly id: string, readonly version: number, readonly name: string, readonly defaultLanguage: string, readonly currency: string, readonly variables: Record<string, unknown>, readonly brand: { readonly color: string | null } | null, readonly slides: ReadonlyArray<{ readonly id: string, readonly slideId: string, readonly version: number, readonly title: string, readonly bullets: ReadonlyArray<string>, readonly narrationScript: string, readonly slideContext: string | null, readonly heroImg: string | null, readonly audioUrl: string | null, readonly isAudioStale: boolean, readonly slideType: Types.SlideType, readonly productData: { readonly backgroundColor: string | null, readonly brandLogo: string | null, readonly defaultSelectedTier: Types.PricingTier | null, readonly disclaimer: string | null, readonly roundTo: number | null, readonly selectionColor: string | null, readonly subtitle: string | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null, readonly translations: ReadonlyArray<{ readonly language: string }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }> }> } } | null };

export type DeckPlaceholdersQueryVariables = Exact<{
  deckId: string | number;
}>;


export type DeckPlaceholdersQuery = { readonly deck: { readonly id: string, readonly placeholders: ReadonlyArray<{ readonly name: string, readonly isKnown: boolean, readonly nearest: string | null, readonly problem: string | null }> } | null };

export type SamplePreviewQueryVariables = Exact<{
  deckId: string | number;
  input: Types.CreatePresentationInput;
}>;


export type SamplePreviewQuery = { readonly previewPresentation: { readonly slides: ReadonlyArray<{ readonly id: string, readonly slideId: string, readonly title: string, readonly bullets: ReadonlyArray<string>, readonly narrationScript: string, readonly heroImg: string | null, readonly language: string, readonly productData: { readonly subtitle: string | null, readonly disclaimer: string | null } | null }>, readonly pricing: { readonly offers: ReadonlyArray<{ readonly sourceSlideId: string, readonly tiers: ReadonlyArray<{ readonly tier: Types.PricingTier, readonly name: string, readonly tagline: string | null, readonly features: ReadonlyArray<string>, readonly totalText: string | null, readonly missing: ReadonlyArray<string> }> }> }, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string, readonly sourceSlideId: string | null }> } | null };

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
