// Written by "npm run documents" from deck-settings.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../api/schema.graphql.ts';

export type DeckSettingsFragment = { readonly id: string, readonly version: number, readonly name: string, readonly description: string | null, readonly brandName: string | null, readonly currency: string, readonly defaultLanguage: string, readonly timeZone: string | null, readonly variables: Record<string, unknown>, readonly isEngagementTracked: boolean, readonly embedOrigins: ReadonlyArray<string> | null, readonly brand: { readonly color: string | null, readonly logo: string | null } | null, readonly rightToCancel: { readonly rule: Types.CancellationRule, readonly days: number | null, readonly sellerName: string | null, readonly sellerAddress: string } | null };

export type SettingsOfDeckQueryVariables = Exact<{
  deckId: string | number;
}>;


export type SettingsOfDeckQuery = { readonly deck: { readonly id: string, readonly version: number, readonly name: string, readonly description: string | null, readonly brandName: string | null, readonly currency: string, readonly defaultLanguage: string, readonly timeZone: string | null, readonly variables: Record<string, unknown>, readonly isEngagementTracked: boolean, readonly embedOrigins: ReadonlyArray<string> | null, readonly brand: { readonly color: string | null, readonly logo: string | null } | null, readonly rightToCancel: { readonly rule: Types.CancellationRule, readonly days: number | null, readonly sellerName: string | null, readonly sellerAddress: string } | null } | null };

export type PlaceholdersOfDeckQueryVariables = Exact<{
  deckId: string | number;
}>;


export type PlaceholdersOfDeckQuery = { readonly deck: { readonly id: string, readonly placeholders: ReadonlyArray<{ readonly name: string, readonly isKnown: boolean, readonly nearest: string | null, readonly problem: string | null }> } | null };

export type UpdateDeckSettingsMutationVariables = Exact<{
  id: string | number;
  input: Types.UpdateDeckInput;
  ifVersion?: number | null | undefined;
}>;


export type UpdateDeckSettingsMutation = { readonly updateDeck: { readonly deck: { readonly id: string, readonly version: number, readonly name: string, readonly description: string | null, readonly brandName: string | null, readonly currency: string, readonly defaultLanguage: string, readonly timeZone: string | null, readonly variables: Record<string, unknown>, readonly isEngagementTracked: boolean, readonly embedOrigins: ReadonlyArray<string> | null, readonly brand: { readonly color: string | null, readonly logo: string | null } | null, readonly rightToCancel: { readonly rule: Types.CancellationRule, readonly days: number | null, readonly sellerName: string | null, readonly sellerAddress: string } | null } } | null };

export const SettingsOfDeckDocument = operation<SettingsOfDeckQuery, SettingsOfDeckQueryVariables>(
  `query SettingsOfDeck($deckId:ID!){deck(id:$deckId){...DeckSettings}} fragment DeckSettings on Deck{id version name description brandName currency defaultLanguage timeZone variables isEngagementTracked embedOrigins brand{color logo}rightToCancel{rule days sellerName sellerAddress}}`,
);

export const PlaceholdersOfDeckDocument = operation<PlaceholdersOfDeckQuery, PlaceholdersOfDeckQueryVariables>(
  `query PlaceholdersOfDeck($deckId:ID!){deck(id:$deckId){id placeholders(first:100){name isKnown nearest problem}}}`,
);

export const UpdateDeckSettingsDocument = operation<UpdateDeckSettingsMutation, UpdateDeckSettingsMutationVariables>(
  `mutation UpdateDeckSettings($id:ID!$input:UpdateDeckInput!$ifVersion:Int){updateDeck(id:$id input:$input ifVersion:$ifVersion){deck{...DeckSettings}}} fragment DeckSettings on Deck{id version name description brandName currency defaultLanguage timeZone variables isEngagementTracked embedOrigins brand{color logo}rightToCancel{rule days sellerName sellerAddress}}`,
);
