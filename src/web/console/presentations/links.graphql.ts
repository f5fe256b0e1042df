// Written by "npm run documents" from links.graphql.

import { operation } from '../api/operation.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../api/schema.graphql.ts';

export type CreatePresentationLinkMutationVariables = Exact<{
  presentationId: string | number;
  input: Types.CreatePresentationLinkInput;
}>;


export type CreatePresentationLinkMutation = { readonly createPresentationLink: { readonly url: string, readonly link: { readonly id: string, readonly name: string, readonly isOneTime: boolean, readonly presentation: { readonly id: string, readonly links: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly version: number, readonly name: string, readonly scope: Types.LinkScope, readonly isOneTime: boolean, readonly createdAt: string, readonly expiresAt: string, readonly revokedAt: string | null, readonly visitCount: number, readonly lastVisitedAt: string | null }> } } | null } } | null };

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
