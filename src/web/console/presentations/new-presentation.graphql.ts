// Written by "npm run documents" from new-presentation.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../api/schema.graphql.ts';

export type DeckDetailsQueryVariables = Exact<{
  id: string | number;
}>;


export type DeckDetailsQuery = { readonly deck: { readonly id: string, readonly name: string, readonly defaultLanguage: string, readonly placeholders: ReadonlyArray<{ readonly name: string, readonly isKnown: boolean, readonly hasVariable: boolean }>, readonly slides: ReadonlyArray<{ readonly id: string, readonly translationStates: ReadonlyArray<{ readonly language: string }> }> } | null };

export type PreviewPresentationQueryVariables = Exact<{
  deckId: string | number;
  input: Types.CreatePresentationInput;
}>;


export type PreviewPresentationQuery = { readonly previewPresentation: { readonly pricing: { readonly offers: ReadonlyArray<{ readonly sourceSlideId: string, readonly title: string | null, readonly suggestedTier: Types.PricingTier | null, readonly tiers: ReadonlyArray<{ readonly tier: Types.PricingTier, readonly name: string, readonly status: Types.TierPriceStatus, readonly totalText: string | null, readonly missing: ReadonlyArray<string> }> }> }, readonly slides: ReadonlyArray<{ readonly id: string, readonly slideId: string, readonly title: string, readonly bullets: ReadonlyArray<string>, readonly narrationScript: string }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }> } | null };

export type CreatePresentationMutationVariables = Exact<{
  deckId: string | number;
  input: Types.CreatePresentationInput;
  idempotencyKey: string;
}>;


export type CreatePresentationMutation = { readonly createPresentation: { readonly presentation: { readonly id: string, readonly deckId: string, readonly status: Types.PresentationStatus } } | null };

export const DeckDetailsDocument = operation<DeckDetailsQuery, DeckDetailsQueryVariables>(
  `query DeckDetails($id:ID!){deck(id:$id){id name defaultLanguage placeholders(first:100){name isKnown hasVariable}slides{id translationStates{language}}}}`,
);

export const PreviewPresentationDocument = operation<PreviewPresentationQuery, PreviewPresentationQueryVariables>(
  `query PreviewPresentation($deckId:ID!$input:CreatePresentationInput!){previewPresentation(deckId:$deckId input:$input){pricing{offers{sourceSlideId title suggestedTier tiers{tier name status totalText missing}}}slides{id slideId title bullets narrationScript}warnings{code detail}}}`,
);

export const CreatePresentationDocument = operation<CreatePresentationMutation, CreatePresentationMutationVariables>(
  `mutation CreatePresentation($deckId:ID!$input:CreatePresentationInput!$idempotencyKey:String!){createPresentation(deckId:$deckId input:$input idempotencyKey:$idempotencyKey){presentation{id deckId status}}}`,
);
