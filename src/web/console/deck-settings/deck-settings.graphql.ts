// Written by "npm run documents" from deck-settings.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** What contracts and pages of a deck look like. */
export type BrandInput = {
  /** Accent color. Pages darken or lighten it until it can be read. */
  readonly color?: string | null | undefined;
  /** A PNG of at most 100,000 bytes, 2,000 pixels on each side and 1,000,000 in all, as a data URL: data:image/png;base64,… The answer has the path where it is, which may be sent back to keep it. */
  readonly logo?: string | null | undefined;
};

/** How the days are counted in which a homeowner may cancel what they have signed. */
export type CancellationRule =
  /** A number of calendar days. */
  | 'CALENDAR_DAYS'
  /** Three business days, as 16 CFR 429 counts them: Saturdays are, federal holidays are not. */
  | 'US_FTC_COOLING_OFF';

/** The right of a homeowner to cancel what they have signed. */
export type RightToCancelInput = {
  /** How many calendar days; 14 by default. us has its own. */
  readonly days?: number | null | undefined;
  /** How the days are counted. */
  readonly rule: CancellationRule;
  /** Address of the seller's place of business, to which a notice of cancellation goes. */
  readonly sellerAddress: string;
  /** Legal name of the seller; by default the seller of the contract. */
  readonly sellerName?: string | null | undefined;
};

/** Changes to a deck. Absent fields keep their values. null clears an optional field and leaves a required one unchanged. */
export type UpdateDeckInput = {
  /** What its contracts and the pages of its links look like, replaced as a whole; null for none. The name is brandName. */
  readonly brand?: BrandInput | null | undefined;
  /** The company that the deck speaks for, and the seller in contracts; by default the name of the deck. */
  readonly brandName?: string | null | undefined;
  /** ISO 4217 code of all prices in the deck. */
  readonly currency?: string | null | undefined;
  /** BCP 47 tag of the language that the deck is written in. */
  readonly defaultLanguage?: string | null | undefined;
  /** What the deck is for. */
  readonly description?: string | null | undefined;
  /** The origins whose pages may embed the pages of its links, such as https://app.example.com, or *.example.com for all subdomains; null for none. */
  readonly embedOrigins?: ReadonlyArray<string> | null | undefined;
  /** Whether what homeowners watch of its presentations is kept. */
  readonly isEngagementTracked?: boolean | null | undefined;
  /** Name of the deck. */
  readonly name?: string | null | undefined;
  /** The right to cancel that its contracts give, with a notice in two copies. Null for none: ask a lawyer which one the law gives. */
  readonly rightToCancel?: RightToCancelInput | null | undefined;
  /** IANA time zone of the dates in presentations and contracts; by default TIME_ZONE of the server. */
  readonly timeZone?: string | null | undefined;
  /** Default values for placeholders, by placeholder name. */
  readonly variables?: Record<string, unknown> | null | undefined;
};

export type DeckSettingsFragment = { readonly id: string, readonly version: number, readonly name: string, readonly description: string | null, readonly brandName: string | null, readonly currency: string, readonly defaultLanguage: string, readonly timeZone: string | null, readonly variables: Record<string, unknown>, readonly isEngagementTracked: boolean, readonly embedOrigins: ReadonlyArray<string> | null, readonly brand: { readonly color: string | null, readonly logo: string | null } | null, readonly rightToCancel: { readonly rule: CancellationRule, readonly days: number | null, readonly sellerName: string | null, readonly sellerAddress: string } | null };

export type SettingsOfDeckQueryVariables = Exact<{
  deckId: string | number;
}>;


export type SettingsOfDeckQuery = { readonly deck: { readonly id: string, readonly version: number, readonly name: string, readonly description: string | null, readonly brandName: string | null, readonly currency: string, readonly defaultLanguage: string, readonly timeZone: string | null, readonly variables: Record<string, unknown>, readonly isEngagementTracked: boolean, readonly embedOrigins: ReadonlyArray<string> | null, readonly brand: { readonly color: string | null, readonly logo: string | null } | null, readonly rightToCancel: { readonly rule: CancellationRule, readonly days: number | null, readonly sellerName: string | null, readonly sellerAddress: string } | null } | null };

export type PlaceholdersOfDeckQueryVariables = Exact<{
  deckId: string | number;
}>;


export type PlaceholdersOfDeckQuery = { readonly deck: { readonly id: string, readonly placeholders: ReadonlyArray<{ readonly name: string, readonly isKnown: boolean, readonly nearest: string | null, readonly problem: string | null }> } | null };

export type UpdateDeckSettingsMutationVariables = Exact<{
  id: string | number;
  input: UpdateDeckInput;
  ifVersion?: number | null | undefined;
}>;


export type UpdateDeckSettingsMutation = { readonly updateDeck: { readonly deck: { readonly id: string, readonly version: number, readonly name: string, readonly description: string | null, readonly brandName: string | null, readonly currency: string, readonly defaultLanguage: string, readonly timeZone: string | null, readonly variables: Record<string, unknown>, readonly isEngagementTracked: boolean, readonly embedOrigins: ReadonlyArray<string> | null, readonly brand: { readonly color: string | null, readonly logo: string | null } | null, readonly rightToCancel: { readonly rule: CancellationRule, readonly days: number | null, readonly sellerName: string | null, readonly sellerAddress: string } | null } } | null };

export const SettingsOfDeckDocument = operation<SettingsOfDeckQuery, SettingsOfDeckQueryVariables>(
  `query SettingsOfDeck($deckId:ID!){deck(id:$deckId){...DeckSettings}} fragment DeckSettings on Deck{id version name description brandName currency defaultLanguage timeZone variables isEngagementTracked embedOrigins brand{color logo}rightToCancel{rule days sellerName sellerAddress}}`,
);


export const PlaceholdersOfDeckDocument = operation<PlaceholdersOfDeckQuery, PlaceholdersOfDeckQueryVariables>(
  `query PlaceholdersOfDeck($deckId:ID!){deck(id:$deckId){id placeholders(first:100){name isKnown nearest problem}}}`,
);


export const UpdateDeckSettingsDocument = operation<UpdateDeckSettingsMutation, UpdateDeckSettingsMutationVariables>(
  `mutation UpdateDeckSettings($id:ID!$input:UpdateDeckInput!$ifVersion:Int){updateDeck(id:$id input:$input ifVersion:$ifVersion){deck{...DeckSettings}}} fragment DeckSettings on Deck{id version name description brandName currency defaultLanguage timeZone variables isEngagementTracked embedOrigins brand{color logo}rightToCancel{rule days sellerName sellerAddress}}`,
);
