// Written by "npm run documents" from presentation.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../api/schema.graphql.ts';

export type LinkRowFragment = { readonly id: string, readonly version: number, readonly name: string, readonly scope: Types.LinkScope, readonly isOneTime: boolean, readonly createdAt: string, readonly expiresAt: string, readonly revokedAt: string | null, readonly visitCount: number, readonly lastVisitedAt: string | null };

export type ContractLineFragment = { readonly id: string, readonly status: Types.ContractStatus, readonly createdAt: string, readonly sourceSlideId: string | null, readonly total: string | null, readonly currency: string | null, readonly document: { readonly offer: string | null, readonly language: string | null } };

export type PresentationNowFragment = { readonly id: string, readonly version: number, readonly deckId: string, readonly status: Types.PresentationStatus, readonly createdAt: string, readonly updatedAt: string, readonly timeZone: string, readonly slideCount: number, readonly playerUrl?: string | null, readonly homeowner: { readonly firstName: string, readonly lastName: string, readonly email: string | null, readonly phone: string | null, readonly address: string | null, readonly city: string | null, readonly state: string | null, readonly zip: string | null, readonly country: string | null }, readonly languageSettings: { readonly languageCode: string | null } | null, readonly priceInputs: { readonly roofSquares: number | null, readonly systemSizeKw: number | null } | null, readonly narration: { readonly doneCount: number, readonly totalCount: number, readonly failure: { readonly code: string, readonly detail: string, readonly isRetryable: boolean } | null, readonly failures: ReadonlyArray<{ readonly sourceSlideId: string, readonly code: string, readonly detail: string, readonly isRetryable: boolean }> } | null, readonly faqNarration: { readonly doneCount: number, readonly totalCount: number, readonly failure: { readonly code: string, readonly detail: string, readonly isRetryable: boolean } | null, readonly failures: ReadonlyArray<{ readonly faqId: string, readonly code: string, readonly detail: string, readonly isRetryable: boolean }> } | null, readonly pricing: { readonly offers: ReadonlyArray<{ readonly sourceSlideId: string, readonly title: string | null, readonly selectedTier: Types.PricingTier | null, readonly suggestedTier: Types.PricingTier | null, readonly isAgreed: boolean, readonly addOns: ReadonlyArray<{ readonly key: string, readonly label: string, readonly amountText: string | null, readonly isSelected: boolean }>, readonly tiers: ReadonlyArray<{ readonly tier: Types.PricingTier, readonly name: string, readonly tagline: string | null, readonly status: Types.TierPriceStatus, readonly totalText: string | null, readonly missing: ReadonlyArray<string> }> }> }, readonly engagement: { readonly viewerCount: number, readonly openCount: number, readonly seconds: number, readonly completedCount: number, readonly lastViewedAt: string | null, readonly slides: ReadonlyArray<{ readonly sourceSlideId: string, readonly seconds: number, readonly viewerCount: number, readonly completedCount: number }> }, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }>, readonly deck?: { readonly id: string, readonly name: string } | null, readonly links: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly version: number, readonly name: string, readonly scope: Types.LinkScope, readonly isOneTime: boolean, readonly createdAt: string, readonly expiresAt: string, readonly revokedAt: string | null, readonly visitCount: number, readonly lastVisitedAt: string | null }> } };

export type PresentationQueryVariables = Exact<{
  id: string | number;
  isWriter: boolean;
  withDecks: boolean;
  withContracts: boolean;
}>;


export type PresentationQuery = { readonly presentation: { readonly id: string, readonly version: number, readonly deckId: string, readonly status: Types.PresentationStatus, readonly createdAt: string, readonly updatedAt: string, readonly timeZone: string, readonly slideCount: number, readonly playerUrl?: string | null, readonly slides: ReadonlyArray<{ readonly id: string, readonly sourceSlideId: string, readonly title: string }>, readonly contracts?: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly status: Types.ContractStatus, readonly createdAt: string, readonly sourceSlideId: string | null, readonly total: string | null, readonly currency: string | null, readonly document: { readonly offer: string | null, readonly language: string | null } }> }, readonly homeowner: { readonly firstName: string, readonly lastName: string, readonly email: string | null, readonly phone: string | null, readonly address: string | null, readonly city: string | null, readonly state: string | null, readonly zip: string | null, readonly country: string | null }, readonly languageSettings: { readonly languageCode: string | null } | null, readonly priceInputs: { readonly roofSquares: number | null, readonly systemSizeKw: number | null } | null, readonly narration: { readonly doneCount: number, readonly totalCount: number, readonly failure: { readonly code: string, readonly detail: string, readonly isRetryable: boolean } | null, readonly failures: ReadonlyArray<{ readonly sourceSlideId: string, readonly code: string, readonly detail: string, readonly isRetryable: boolean }> } | null, readonly faqNarration: { readonly doneCount: number, readonly totalCount: number, readonly failure: { readonly code: string, readonly detail: string, readonly isRetryable: boolean } | null, readonly failures: ReadonlyArray<{ readonly faqId: string, readonly code: string, readonly detail: string, readonly isRetryable: boolean }> } | null, readonly pricing: { readonly offers: ReadonlyArray<{ readonly sourceSlideId: string, readonly title: string | null, readonly selectedTier: Types.PricingTier | null, readonly suggestedTier: Types.PricingTier | null, readonly isAgreed: boolean, readonly addOns: ReadonlyArray<{ readonly key: string, readonly label: string, readonly amountText: string | null, readonly isSelected: boolean }>, readonly tiers: ReadonlyArray<{ readonly tier: Types.PricingTier, readonly name: string, readonly tagline: string | null, readonly status: Types.TierPriceStatus, readonly totalText: string | null, readonly missing: ReadonlyArray<string> }> }> }, readonly engagement: { readonly viewerCount: number, readonly openCount: number, readonly seconds: number, readonly completedCount: number, readonly lastViewedAt: string | null, readonly slides: ReadonlyArray<{ readonly sourceSlideId: string, readonly seconds: number, readonly viewerCount: number, readonly completedCount: number }> }, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }>, readonly deck?: { readonly id: string, readonly name: string } | null, readonly links: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly version: number, readonly name: string, readonly scope: Types.LinkScope, readonly isOneTime: boolean, readonly createdAt: string, readonly expiresAt: string, readonly revokedAt: string | null, readonly visitCount: number, readonly lastVisitedAt: string | null }> } } | null };

export type MoreLinksQueryVariables = Exact<{
  id: string | number;
  after: string;
}>;


export type MoreLinksQuery = { readonly presentation: { readonly id: string, readonly links: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly version: number, readonly name: string, readonly scope: Types.LinkScope, readonly isOneTime: boolean, readonly createdAt: string, readonly expiresAt: string, readonly revokedAt: string | null, readonly visitCount: number, readonly lastVisitedAt: string | null }> } } | null };

export type MoreContractsQueryVariables = Exact<{
  id: string | number;
  after: string;
}>;


export type MoreContractsQuery = { readonly presentation: { readonly id: string, readonly contracts: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly status: Types.ContractStatus, readonly createdAt: string, readonly sourceSlideId: string | null, readonly total: string | null, readonly currency: string | null, readonly document: { readonly offer: string | null, readonly language: string | null } }> } } | null };

export type PresentationChangedSubscriptionVariables = Exact<{
  id: string | number;
  isWriter: boolean;
  withDecks: boolean;
}>;


export type PresentationChangedSubscription = { readonly presentationChanged: { readonly id: string, readonly version: number, readonly deckId: string, readonly status: Types.PresentationStatus, readonly createdAt: string, readonly updatedAt: string, readonly timeZone: string, readonly slideCount: number, readonly playerUrl?: string | null, readonly homeowner: { readonly firstName: string, readonly lastName: string, readonly email: string | null, readonly phone: string | null, readonly address: string | null, readonly city: string | null, readonly state: string | null, readonly zip: string | null, readonly country: string | null }, readonly languageSettings: { readonly languageCode: string | null } | null, readonly priceInputs: { readonly roofSquares: number | null, readonly systemSizeKw: number | null } | null, readonly narration: { readonly doneCount: number, readonly totalCount: number, readonly failure: { readonly code: string, readonly detail: string, readonly isRetryable: boolean } | null, readonly failures: ReadonlyArray<{ readonly sourceSlideId: string, readonly code: string, readonly detail: string, readonly isRetryable: boolean }> } | null, readonly faqNarration: { readonly doneCount: number, readonly totalCount: number, readonly failure: { readonly code: string, readonly detail: string, readonly isRetryable: boolean } | null, readonly failures: ReadonlyArray<{ readonly faqId: string, readonly code: string, readonly detail: string, readonly isRetryable: boolean }> } | null, readonly pricing: { readonly offers: ReadonlyArray<{ readonly sourceSlideId: string, readonly title: string | null, readonly selectedTier: Types.PricingTier | null, readonly suggestedTier: Types.PricingTier | null, readonly isAgreed: boolean, readonly addOns: ReadonlyArray<{ readonly key: string, readonly label: string, readonly amountText: string | null, readonly isSelected: boolean }>, readonly tiers: ReadonlyArray<{ readonly tier: Types.PricingTier, readonly name: string, readonly tagline: string | null, readonly status: Types.TierPriceStatus, readonly totalText: string | null, readonly missing: ReadonlyArray<string> }> }> }, readonly engagement: { readonly viewerCount: number, readonly openCount: number, readonly seconds: number, readonly completedCount: number, readonly lastViewedAt: string | null, readonly slides: ReadonlyArray<{ readonly sourceSlideId: string, readonly seconds: number, readonly viewerCount: number, readonly completedCount: number }> }, readonly warnings: ReadonlyArray<{ readonly code: string, readonly detail: string }>, readonly deck?: { readonly id: string, readonly name: string } | null, readonly links: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly version: number, readonly name: string, readonly scope: Types.LinkScope, readonly isOneTime: boolean, readonly createdAt: string, readonly expiresAt: string, readonly revokedAt: string | null, readonly visitCount: number, readonly lastVisitedAt: string | null }> } } | null };

export type PresentationEventsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
  deckId: string | number;
}>;


export type PresentationEventsSubscription = { readonly events:
    | { readonly id: string, readonly type: string, readonly timestamp: string, readonly cursor: string, readonly payload: Record<string, unknown> }
    | { readonly id: string, readonly type: string, readonly timestamp: string, readonly cursor: string, readonly payload: Record<string, unknown> }
    | { readonly id: string, readonly type: string, readonly timestamp: string, readonly cursor: string, readonly payload: Record<string, unknown> }
   };

export type AskedQuestionsQueryVariables = Exact<{
  deckId: string | number;
  since: string;
  filter: Record<string, unknown>;
}>;


export type AskedQuestionsQuery = { readonly tryFilter: { readonly matches: ReadonlyArray<
      | { readonly id: string, readonly timestamp: string, readonly payload: Record<string, unknown> }
      | { readonly id: string, readonly timestamp: string, readonly payload: Record<string, unknown> }
      | { readonly id: string, readonly timestamp: string, readonly payload: Record<string, unknown> }
    > } | null };

export type RetryNarrationMutationVariables = Exact<{
  id: string | number;
}>;


export type RetryNarrationMutation = { readonly retryNarration: { readonly presentation: { readonly id: string, readonly version: number, readonly status: Types.PresentationStatus, readonly narration: { readonly doneCount: number, readonly totalCount: number, readonly failure: { readonly code: string, readonly detail: string, readonly isRetryable: boolean } | null, readonly failures: ReadonlyArray<{ readonly sourceSlideId: string, readonly code: string, readonly detail: string, readonly isRetryable: boolean }> } | null } } | null };

export type NarrationNowFragment = { readonly id: string, readonly version: number, readonly status: Types.PresentationStatus, readonly narration: { readonly doneCount: number, readonly totalCount: number, readonly failure: { readonly code: string, readonly detail: string, readonly isRetryable: boolean } | null, readonly failures: ReadonlyArray<{ readonly sourceSlideId: string, readonly code: string, readonly detail: string, readonly isRetryable: boolean }> } | null };

export type CreateContractMutationVariables = Exact<{
  presentationId: string | number;
  input?: Types.CreateContractInput | null | undefined;
  idempotencyKey: string;
}>;


export type CreateContractMutation = { readonly createContract: { readonly contract: { readonly id: string, readonly status: Types.ContractStatus } } | null };

export type DeletePresentationMutationVariables = Exact<{
  id: string | number;
}>;


export type DeletePresentationMutation = { readonly deletePresentation: { readonly erasure: { readonly presentationIds: ReadonlyArray<string>, readonly isComplete: boolean, readonly heldContracts: ReadonlyArray<{ readonly contractId: string, readonly heldUntil: string }> } } | null };

export type EraseHomeownerMutationVariables = Exact<{
  input: Types.HomeownerSelectorInput;
}>;


export type EraseHomeownerMutation = { readonly eraseHomeowner: { readonly erasure: { readonly presentationIds: ReadonlyArray<string>, readonly isComplete: boolean, readonly heldContracts: ReadonlyArray<{ readonly contractId: string, readonly heldUntil: string }> } } | null };

export const PresentationDocument = operation<PresentationQuery, PresentationQueryVariables>(
  `query Presentation($id:ID!$isWriter:Boolean!$withDecks:Boolean!$withContracts:Boolean!){presentation(id:$id){...PresentationNow slides{id sourceSlideId title}contracts(first:20)@include(if:$withContracts){pageInfo{hasNextPage endCursor}nodes{...ContractLine}}}} fragment PresentationNow on Presentation{id version deckId status createdAt updatedAt timeZone slideCount playerUrl@include(if:$isWriter)homeowner{firstName lastName email phone address city state zip country}languageSettings{languageCode}priceInputs{roofSquares systemSizeKw}narration{doneCount totalCount failure{code detail isRetryable}failures{sourceSlideId code detail isRetryable}}faqNarration{doneCount totalCount failure{code detail isRetryable}failures{faqId code detail isRetryable}}pricing{offers{sourceSlideId title selectedTier suggestedTier isAgreed addOns{key label amountText isSelected}tiers{tier name tagline status totalText missing}}}engagement{viewerCount openCount seconds completedCount lastViewedAt slides{sourceSlideId seconds viewerCount completedCount}}warnings{code detail}deck@include(if:$withDecks){id name}links(first:20){pageInfo{hasNextPage endCursor}nodes{...LinkRow}}} fragment LinkRow on PresentationLink{id version name scope isOneTime createdAt expiresAt revokedAt visitCount lastVisitedAt} fragment ContractLine on Contract{id status createdAt sourceSlideId total currency document{offer language}}`,
);

export const MoreLinksDocument = operation<MoreLinksQuery, MoreLinksQueryVariables>(
  `query MoreLinks($id:ID!$after:String!){presentation(id:$id){id links(first:20 after:$after){pageInfo{hasNextPage endCursor}nodes{...LinkRow}}}} fragment LinkRow on PresentationLink{id version name scope isOneTime createdAt expiresAt revokedAt visitCount lastVisitedAt}`,
);

export const MoreContractsDocument = operation<MoreContractsQuery, MoreContractsQueryVariables>(
  `query MoreContracts($id:ID!$after:String!){presentation(id:$id){id contracts(first:20 after:$after){pageInfo{hasNextPage endCursor}nodes{...ContractLine}}}} fragment ContractLine on Contract{id status createdAt sourceSlideId total currency document{offer language}}`,
);

export const PresentationChangedDocument = operation<PresentationChangedSubscription, PresentationChangedSubscriptionVariables>(
  `subscription PresentationChanged($id:ID!$isWriter:Boolean!$withDecks:Boolean!){presentationChanged(presentationId:$id){...PresentationNow}} fragment PresentationNow on Presentation{id version deckId status createdAt updatedAt timeZone slideCount playerUrl@include(if:$isWriter)homeowner{firstName lastName email phone address city state zip country}languageSettings{languageCode}priceInputs{roofSquares systemSizeKw}narration{doneCount totalCount failure{code detail isRetryable}failures{sourceSlideId code detail isRetryable}}faqNarration{doneCount totalCount failure{code detail isRetryable}failures{faqId code detail isRetryable}}pricing{offers{sourceSlideId title selectedTier suggestedTier isAgreed addOns{key label amountText isSelected}tiers{tier name tagline status totalText missing}}}engagement{viewerCount openCount seconds completedCount lastViewedAt slides{sourceSlideId seconds viewerCount completedCount}}warnings{code detail}deck@include(if:$withDecks){id name}links(first:20){pageInfo{hasNextPage endCursor}nodes{...LinkRow}}} fragment LinkRow on PresentationLink{id version name scope isOneTime createdAt expiresAt revokedAt visitCount lastVisitedAt}`,
);

export const PresentationEventsDocument = operation<PresentationEventsSubscription, PresentationEventsSubscriptionVariables>(
  `subscription PresentationEvents($after:String$deckId:ID!){events(types:["contract.*" "question.asked"]deckId:$deckId after:$after){id type timestamp cursor payload}}`,
);

export const AskedQuestionsDocument = operation<AskedQuestionsQuery, AskedQuestionsQueryVariables>(
  `query AskedQuestions($deckId:ID!$since:DateTimeISO!$filter:JSONObject!){tryFilter(eventType:"question.asked" deckId:$deckId since:$since filter:$filter first:50){matches{id timestamp payload}}}`,
);

export const RetryNarrationDocument = operation<RetryNarrationMutation, RetryNarrationMutationVariables>(
  `mutation RetryNarration($id:ID!){retryNarration(id:$id){presentation{...NarrationNow}}} fragment NarrationNow on Presentation{id version status narration{doneCount totalCount failure{code detail isRetryable}failures{sourceSlideId code detail isRetryable}}}`,
);

export const CreateContractDocument = operation<CreateContractMutation, CreateContractMutationVariables>(
  `mutation CreateContract($presentationId:ID!$input:CreateContractInput$idempotencyKey:String!){createContract(presentationId:$presentationId input:$input idempotencyKey:$idempotencyKey){contract{id status}}}`,
);

export const DeletePresentationDocument = operation<DeletePresentationMutation, DeletePresentationMutationVariables>(
  `mutation DeletePresentation($id:ID!){deletePresentation(id:$id){erasure{presentationIds isComplete heldContracts{contractId heldUntil}}}}`,
);

export const EraseHomeownerDocument = operation<EraseHomeownerMutation, EraseHomeownerMutationVariables>(
  `mutation EraseHomeowner($input:HomeownerSelectorInput!){eraseHomeowner(input:$input){erasure{presentationIds isComplete heldContracts{contractId heldUntil}}}}`,
);
