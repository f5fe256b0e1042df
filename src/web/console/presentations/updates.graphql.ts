// Written by "npm run documents" from updates.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../api/schema.graphql.ts';

export type PresentationDriftQueryVariables = Exact<{
  id: string | number;
}>;


export type PresentationDriftQuery = { readonly presentation: { readonly id: string, readonly drift: { readonly isCurrent: boolean, readonly slides: ReadonlyArray<{ readonly sourceSlideId: string, readonly slideId: string, readonly kind: Types.DriftKind, readonly fields: ReadonlyArray<string> }>, readonly faqs: ReadonlyArray<{ readonly faqId: string, readonly kind: Types.DriftKind, readonly fields: ReadonlyArray<string> }>, readonly prices: ReadonlyArray<{ readonly sourceSlideId: string, readonly tier: Types.PricingTier, readonly before: { readonly name: string, readonly totalText: string | null } | null, readonly now: { readonly name: string, readonly totalText: string | null } | null }> } | null } | null };

export type UpdatePresentationMutationVariables = Exact<{
  id: string | number;
  input: Types.UpdatePresentationInput;
  idempotencyKey: string;
}>;


export type UpdatePresentationMutation = { readonly updatePresentation: { readonly changed: ReadonlyArray<string>, readonly changedSlideIds: ReadonlyArray<string>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }>, readonly presentation: { readonly id: string, readonly version: number, readonly status: Types.PresentationStatus, readonly updatedAt: string, readonly homeowner: { readonly firstName: string, readonly lastName: string, readonly email: string | null, readonly phone: string | null, readonly address: string | null, readonly city: string | null, readonly state: string | null, readonly zip: string | null, readonly country: string | null }, readonly languageSettings: { readonly languageCode: string | null } | null, readonly priceInputs: { readonly roofSquares: number | null, readonly systemSizeKw: number | null } | null, readonly pricing: { readonly offers: ReadonlyArray<{ readonly sourceSlideId: string, readonly title: string | null, readonly selectedTier: Types.PricingTier | null, readonly suggestedTier: Types.PricingTier | null, readonly isAgreed: boolean, readonly addOns: ReadonlyArray<{ readonly key: string, readonly label: string, readonly amountText: string | null, readonly isSelected: boolean }>, readonly tiers: ReadonlyArray<{ readonly tier: Types.PricingTier, readonly name: string, readonly tagline: string | null, readonly status: Types.TierPriceStatus, readonly totalText: string | null, readonly missing: ReadonlyArray<string> }> }> }, readonly slides: ReadonlyArray<{ readonly id: string, readonly sourceSlideId: string, readonly title: string }> } } | null };

export const PresentationDriftDocument = operation<PresentationDriftQuery, PresentationDriftQueryVariables>(
  `query PresentationDrift($id:ID!){presentation(id:$id){id drift{isCurrent slides{sourceSlideId slideId kind fields}faqs{faqId kind fields}prices{sourceSlideId tier before{name totalText}now{name totalText}}}}}`,
);

export const UpdatePresentationDocument = operation<UpdatePresentationMutation, UpdatePresentationMutationVariables>(
  `mutation UpdatePresentation($id:ID!$input:UpdatePresentationInput!$idempotencyKey:String!){updatePresentation(id:$id input:$input idempotencyKey:$idempotencyKey){changed changedSlideIds warnings{code detail}presentation{id version status updatedAt homeowner{firstName lastName email phone address city state zip country}languageSettings{languageCode}priceInputs{roofSquares systemSizeKw}pricing{offers{sourceSlideId title selectedTier suggestedTier isAgreed addOns{key label amountText isSelected}tiers{tier name tagline status totalText missing}}}slides{id sourceSlideId title}}}}`,
);
