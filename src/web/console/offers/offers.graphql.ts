// Written by "npm run documents" from offers.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../api/schema.graphql.ts';

export type OffersQueryVariables = Exact<{
  deckId: string | number;
}>;


export type OffersQuery = { readonly deck: { readonly id: string, readonly name: string, readonly currency: string, readonly defaultLanguage: string, readonly slides: ReadonlyArray<{ readonly id: string, readonly title: string, readonly slideType: Types.SlideType, readonly version: number, readonly productData: { readonly subtitle: string | null, readonly brandLogo: string | null, readonly disclaimer: string | null, readonly defaultSelectedTier: Types.PricingTier | null, readonly backgroundColor: string | null, readonly selectionColor: string | null, readonly roundTo: number | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null }> } | null };

export type PricedSlideFragment = { readonly id: string, readonly title: string, readonly slideType: Types.SlideType, readonly version: number, readonly productData: { readonly subtitle: string | null, readonly brandLogo: string | null, readonly disclaimer: string | null, readonly defaultSelectedTier: Types.PricingTier | null, readonly backgroundColor: string | null, readonly selectionColor: string | null, readonly roundTo: number | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null };

export type CreateOfferMutationVariables = Exact<{
  deckId: string | number;
  input: Types.CreateSlideInput;
}>;


export type CreateOfferMutation = { readonly createSlide: { readonly slide: { readonly deckId: string, readonly id: string, readonly title: string, readonly slideType: Types.SlideType, readonly version: number, readonly productData: { readonly subtitle: string | null, readonly brandLogo: string | null, readonly disclaimer: string | null, readonly defaultSelectedTier: Types.PricingTier | null, readonly backgroundColor: string | null, readonly selectionColor: string | null, readonly roundTo: number | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null } } | null };

export type UpdateOfferMutationVariables = Exact<{
  id: string | number;
  input: Types.UpdateSlideInput;
  ifVersion?: number | null | undefined;
}>;


export type UpdateOfferMutation = { readonly updateSlide: { readonly slide: { readonly id: string, readonly title: string, readonly slideType: Types.SlideType, readonly version: number, readonly productData: { readonly subtitle: string | null, readonly brandLogo: string | null, readonly disclaimer: string | null, readonly defaultSelectedTier: Types.PricingTier | null, readonly backgroundColor: string | null, readonly selectionColor: string | null, readonly roundTo: number | null, readonly good: { readonly stored: Record<string, unknown> } | null, readonly better: { readonly stored: Record<string, unknown> } | null, readonly best: { readonly stored: Record<string, unknown> } | null } | null } } | null };

export type PreviewOfferQueryVariables = Exact<{
  deckId: string | number;
  input: Types.PreviewOfferInput;
}>;


export type PreviewOfferQuery = { readonly previewOffer: { readonly suggestedTier: Types.PricingTier | null, readonly tiers: ReadonlyArray<{ readonly tier: Types.PricingTier, readonly name: string, readonly tagline: string | null, readonly features: ReadonlyArray<string>, readonly status: Types.TierPriceStatus, readonly missing: ReadonlyArray<string>, readonly total: string | null, readonly totalText: string | null, readonly tax: string | null, readonly deposit: string | null, readonly depositText: string | null, readonly currency: string, readonly lines: ReadonlyArray<{ readonly label: string, readonly quantity: string | null, readonly unit: string | null, readonly rate: string | null, readonly percent: string | null, readonly percentOf: string | null, readonly addOn: string | null, readonly amount: string, readonly amountText: string | null }> }>, readonly addOns: ReadonlyArray<{ readonly key: string, readonly label: string, readonly description: string | null, readonly quantity: string | null, readonly unit: string | null, readonly rate: string | null, readonly amount: string, readonly amountText: string | null, readonly tiers: ReadonlyArray<Types.PricingTier>, readonly isSelected: boolean }>, readonly financing: ReadonlyArray<{ readonly provider: string, readonly annualPercent: string, readonly months: number, readonly text: string | null, readonly formula: string, readonly tiers: ReadonlyArray<Types.PricingTier>, readonly payments: ReadonlyArray<{ readonly tier: Types.PricingTier, readonly financed: string, readonly monthly: string, readonly monthlyText: string | null, readonly lastPayment: string, readonly totalPaid: string, readonly totalInterest: string }> }>, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }> } | null };

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
