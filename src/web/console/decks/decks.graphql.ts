// Written by "npm run documents" from decks.graphql.

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

/** A new deck. */
export type CreateDeckInput = {
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
  readonly name: string;
  /** The right to cancel that its contracts give, with a notice in two copies. Null for none: ask a lawyer which one the law gives. */
  readonly rightToCancel?: RightToCancelInput | null | undefined;
  /** IANA time zone of the dates in presentations and contracts; by default TIME_ZONE of the server. */
  readonly timeZone?: string | null | undefined;
  /** Default values for placeholders, by placeholder name. */
  readonly variables?: Record<string, unknown> | null | undefined;
};

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

export type DecksQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type DecksQuery = { readonly decks: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly slideCount: number, readonly updatedAt: string }> } | null };

export type DeckRowFragment = { readonly id: string, readonly name: string, readonly slideCount: number, readonly updatedAt: string };

export type CreateDeckMutationVariables = Exact<{
  input: CreateDeckInput;
}>;


export type CreateDeckMutation = { readonly createDeck: { readonly deck: { readonly id: string, readonly name: string, readonly slideCount: number, readonly updatedAt: string } } | null };

export type ImportDeckMutationVariables = Exact<{
  file: Record<string, unknown>;
  idempotencyKey: string;
}>;


export type ImportDeckMutation = { readonly importDeck: { readonly deck: { readonly id: string, readonly name: string, readonly slideCount: number, readonly updatedAt: string } } | null };

export type DuplicateDeckMutationVariables = Exact<{
  deckId: string | number;
  idempotencyKey: string;
}>;


export type DuplicateDeckMutation = { readonly duplicateDeck: { readonly deck: { readonly id: string, readonly name: string, readonly slideCount: number, readonly updatedAt: string } } | null };

export type DeleteDeckMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteDeckMutation = { readonly deleteDeck: { readonly deck: { readonly id: string } } | null };

export const DecksDocument = operation<DecksQuery, DecksQueryVariables>(
  `query Decks($first:Int!$after:String$search:String){decks(first:$first after:$after search:$search orderBy:UPDATED_DESC){pageInfo{hasNextPage endCursor}nodes{...DeckRow}}} fragment DeckRow on Deck{id name slideCount updatedAt}`,
);


export const CreateDeckDocument = operation<CreateDeckMutation, CreateDeckMutationVariables>(
  `mutation CreateDeck($input:CreateDeckInput!){createDeck(input:$input){deck{...DeckRow}}} fragment DeckRow on Deck{id name slideCount updatedAt}`,
);


export const ImportDeckDocument = operation<ImportDeckMutation, ImportDeckMutationVariables>(
  `mutation ImportDeck($file:JSONObject!$idempotencyKey:String!){importDeck(input:{file:$file}idempotencyKey:$idempotencyKey){deck{...DeckRow}}} fragment DeckRow on Deck{id name slideCount updatedAt}`,
);


export const DuplicateDeckDocument = operation<DuplicateDeckMutation, DuplicateDeckMutationVariables>(
  `mutation DuplicateDeck($deckId:ID!$idempotencyKey:String!){duplicateDeck(deckId:$deckId idempotencyKey:$idempotencyKey){deck{...DeckRow}}} fragment DeckRow on Deck{id name slideCount updatedAt}`,
);


export const DeleteDeckDocument = operation<DeleteDeckMutation, DeleteDeckMutationVariables>(
  `mutation DeleteDeck($id:ID!){deleteDeck(id:$id){deck{id}}}`,
);
