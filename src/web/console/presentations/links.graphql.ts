// Written by "npm run documents" from links.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** A new link to a presentation. */
export type CreatePresentationLinkInput = {
  /** Time of expiry, in ISO 8601, at most 366 days from now; by default 30 days from now. */
  readonly expiresAt?: string | null | undefined;
  /** Whether only the first browser can open it. */
  readonly isOneTime?: boolean | null | undefined;
  /** Its purpose or its user. */
  readonly name: string;
  /** What it gives. */
  readonly scope?: LinkScope | null | undefined;
};

/** What a link gives. */
export type LinkScope =
  /** To watch the presentation, to choose a tier, and to ask. */
  | 'VIEW'
  /** Also to read its contracts, with the personal data in them, and to sign them. */
  | 'VIEW_AND_SIGN';

export type CreatePresentationLinkMutationVariables = Exact<{
  presentationId: string | number;
  input: CreatePresentationLinkInput;
}>;


export type CreatePresentationLinkMutation = { readonly createPresentationLink: { readonly url: string, readonly link: { readonly id: string, readonly name: string, readonly isOneTime: boolean, readonly presentation: { readonly id: string, readonly links: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly version: number, readonly name: string, readonly scope: LinkScope, readonly isOneTime: boolean, readonly createdAt: string, readonly expiresAt: string, readonly revokedAt: string | null, readonly visitCount: number, readonly lastVisitedAt: string | null }> } } | null } } | null };

export type RevokePresentationLinkMutationVariables = Exact<{
  id: string | number;
  playerUrl: boolean;
}>;


export type RevokePresentationLinkMutation = { readonly revokePresentationLink: { readonly link: { readonly id: string, readonly version: number, readonly revokedAt: string | null, readonly presentation: { readonly id: string, readonly playerUrl?: string | null } | null } } | null };

export const CreatePresentationLinkDocument = operation<CreatePresentationLinkMutation, CreatePresentationLinkMutationVariables>(
  `mutation CreatePresentationLink($presentationId:ID!$input:CreatePresentationLinkInput!){createPresentationLink(presentationId:$presentationId input:$input){url link{id name isOneTime presentation{id links(first:20){pageInfo{hasNextPage endCursor}nodes{id version name scope isOneTime createdAt expiresAt revokedAt visitCount lastVisitedAt}}}}}}`,
);


export const RevokePresentationLinkDocument = operation<RevokePresentationLinkMutation, RevokePresentationLinkMutationVariables>(
  `mutation RevokePresentationLink($id:ID!$playerUrl:Boolean!){revokePresentationLink(id:$id){link{id version revokedAt presentation{id playerUrl@include(if:$playerUrl)}}}}`,
);
