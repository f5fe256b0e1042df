import {
  changeDepth,
  created,
  etag,
  listResponse,
  noContent,
  pageQuery,
  pageRequest,
  type Route,
  route,
  versioned,
  wrapped,
  wrappedList,
} from '../../kit/http/index.ts';
import { id, integer, nullable, text, time, view, viewOf } from '../../kit/data/index.ts';
import { type LinkAddress, linkUrl } from './link-url.ts';
import { linkAttributes, type PresentationLink } from './presentation-link.entity.ts';
import { CreatePresentationLinkInput, UpdatePresentationLinkInput } from './presentation-link.inputs.ts';
import { listLinks, readLink } from './presentation-link.reader.ts';
import type { PresentationLinkService } from './presentation-link.service.ts';

/** A link without what opens it. */
export const linkView = view<
  PresentationLink,
  'deckId' | 'hourly' | 'questions' | 'askingSince' | 'rightsChangedAt' | 'lookup' | 'digest' | 'version'
>('PresentationLink', {
  id,
  presentationId: id,
  ...viewOf(linkAttributes),
  visitCount: integer,
  lastVisitedAt: nullable(time),
  createdAt: time,
  updatedAt: time,
});

const ofPresentation = '/api/presentations/{presentationId}/links';
const one = '/api/links/{linkId}';
const shared = { tag: 'Links', extension: true } as const;

export function presentationLinkRoutes(links: PresentationLinkService, address: LinkAddress): Route[] {
  return [creationRoute(links, address), ...readRoutes(), updateRoute(links), revocationRoute(links)];
}

function creationRoute(links: PresentationLinkService, address: LinkAddress): Route {
  return route({
    ...shared,
    method: 'POST',
    path: ofPresentation,
    operationId: 'createPresentationLink',
    summary: 'Create a link to a presentation',
    description:
      'The answer has its URL, which nothing shows again and which is never stored, so it takes no Idempotency-Key. A link with the scope view_and_sign needs contracts:write as well.',
    isStored: false,
    body: CreatePresentationLinkInput,
    responses: { 201: created(wrapped('link', linkView, 'The new link and its URL.', { url: text, token: text })) },
    errors: ['NOT_FOUND', 'UNPROCESSABLE'],
    handle: async ({ scope, path, body, client }) => {
      const { link, token } = await links.create(scope, path('presentationId'), body);
      return {
        status: 201,
        body: { link: linkView.write(link), url: linkUrl(address, client, token), token },
        headers: { Location: `/api/links/${link.id}`, ...etag(link) },
      };
    },
  });
}

function readRoutes(): Route[] {
  return [
    route({
      ...shared,
      method: 'GET',
      path: ofPresentation,
      operationId: 'listPresentationLinks',
      summary: 'List the links of a presentation, newest first',
      description: 'Expired and revoked ones too. No answer has a URL. Pages follow the Link header.',
      query: pageQuery,
      responses: { 200: wrappedList('links', linkView, 'A page of links.') },
      errors: ['NOT_FOUND'],
      handle: async (request) =>
        listResponse(
          'links',
          linkView,
          await listLinks(request.scope, request.path('presentationId'), pageRequest(request)),
        ),
    }),
    route({
      ...shared,
      method: 'GET',
      path: one,
      operationId: 'getPresentationLink',
      summary: 'Read a link to a presentation',
      description: 'The ETag is its version; a visit does not raise it.',
      responses: { 200: versioned(wrapped('link', linkView, 'The link.')) },
      errors: ['NOT_FOUND'],
      handle: async ({ scope, path }) => {
        const link = await readLink(scope, path('linkId'));
        return { body: { link: linkView.write(link) }, headers: etag(link) };
      },
    }),
  ];
}

function updateRoute(links: PresentationLinkService): Route {
  return route({
    ...shared,
    method: 'PUT',
    path: one,
    operationId: 'updatePresentationLink',
    summary: 'Change a link to a presentation',
    description: `${changeDepth} Its URL stays. It takes effect within a second, also for what is open by it. A change of the scope or the expiry of a link with the scope view_and_sign needs contracts:write as well. Refused for a revoked link.`,
    body: UpdatePresentationLinkInput,
    responses: { 200: versioned(wrapped('link', linkView, 'The link after the change.')) },
    errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED', 'UNPROCESSABLE'],
    handle: async ({ scope, path, body, ifVersion }) => {
      const link = await links.update(scope, path('linkId'), body, ifVersion);
      return { body: { link: linkView.write(link) }, headers: etag(link) };
    },
  });
}

function revocationRoute(links: PresentationLinkService): Route {
  return route({
    ...shared,
    method: 'DELETE',
    path: one,
    operationId: 'revokePresentationLink',
    summary: 'Revoke a link to a presentation',
    description: 'It never opens again, and what is open by it ends within a second. It is still listed.',
    responses: { 204: noContent },
    errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
    handle: async ({ scope, path, ifVersion }) => {
      await links.revoke(scope, path('linkId'), ifVersion);
      return { status: 204 };
    },
  });
}
