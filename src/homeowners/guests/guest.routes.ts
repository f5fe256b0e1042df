import { followStates } from '../../kit/live/index.ts';
import { AppError, type Semaphore } from '../../kit/core/index.ts';
import { replaced } from '../../kit/input/index.ts';
import {
  etag,
  joinedResponse,
  namedResponse,
  type Route,
  route,
  type RouteResponse,
  type ServerSentEvent,
  stateResponse,
  streamed,
  versioned,
  versionsBefore,
  wrapped,
} from '../../kit/http/index.ts';
import { SelectAddOnsInput } from '../../contracts/add-ons/add-on.inputs.ts';
import type { presentationFollower } from '../../presentations/presentation-streams/presentation.stream.ts';
import type { PresenterFollower } from '../presenting/presenter-position.stream.ts';
import { presenterPositionView } from '../presenting/presenter-position.ts';
import { SelectTierInput } from '../../presentations/presentations/presentation.inputs.ts';
import { presentationOf, sentLink } from '../links/guest-link.ts';
import type { PresentationLinkService } from '../links/presentation-link.service.ts';
import { visitView } from '../links/visit.ts';
import { guestContractRoutes } from './guest-contract.routes.ts';
import { guestChangesView, type PartDigests, partDigests, replacements } from './guest-changes.ts';
import { type GuestPresentation, guestPresentationView } from './guest.presentation.ts';
import { readGuestPresentation } from './guest.reader.ts';
import type { GuestService } from './guest.service.ts';

export interface GuestDependencies {
  readonly guests: GuestService;
  readonly links: PresentationLinkService;
  readonly follow: ReturnType<typeof presentationFollower>;
  readonly presenter: PresenterFollower;
  /** Limits concurrent reads after live changes. */
  readonly reads: Semaphore;
}

const shared = { tag: 'Guests', extension: true } as const;
/** The shortest time between two positions of a presenter, who may not send many: they are read from memory. */
const presenterPaceMs = 10;

export function guestRoutes({ guests, links, ...readers }: GuestDependencies): Route[] {
  return [
    visitRoute(links),
    readRoute(),
    streamRoute(readers),
    ...changeRoutes(guests),
    ...guestContractRoutes(guests),
  ];
}

function visitRoute(links: PresentationLinkService): Route {
  return route({
    ...shared,
    method: 'POST',
    path: '/api/guest/visits',
    operationId: 'createGuestVisit',
    summary: 'Open a link',
    description: `Counts a visit: send it once for each opening. The first visit of a one-time link answers with another token, which the browser sends from then on; that of the URL is never valid again. A token is never stored, so it takes no Idempotency-Key. ${sentLink}`,
    isStored: false,
    responses: { 201: wrapped('visit', visitView, 'How often it was opened, and the new token of a one-time link.') },
    handle: async ({ scope }) => ({ status: 201, body: { visit: visitView.write(await links.visit(scope)) } }),
  });
}

const presentationAnswer = versioned(wrapped('presentation', guestPresentationView, 'The presentation.'));

function readRoute(): Route {
  return route({
    ...shared,
    method: 'GET',
    path: '/api/guest/presentation',
    operationId: 'getGuestPresentation',
    summary: 'Read the presentation of a link',
    description: `Without the homeowner's contact, notes and price inputs. The lines of each price add up to its total. Links to audio and captions work without a credential for some minutes. ${sentLink}`,
    isByText: true,
    responses: { 200: presentationAnswer },
    errors: ['NOT_FOUND'],
    handle: async ({ scope }) => respond(await readGuestPresentation(scope)),
  });
}

function streamRoute({ follow, presenter, reads }: Pick<GuestDependencies, 'follow' | 'presenter' | 'reads'>): Route {
  return route({
    ...shared,
    method: 'GET',
    path: '/api/guest/presentation/stream',
    operationId: 'streamGuestPresentation',
    summary: 'Follow the presentation of a link as server-sent events',
    description: `Sends it at once and after each change, such as a spoken slide, a chosen tier or a contract that is sent. With after, the stateTag of the presentation that the client has, it begins behind that state: it sends the presentation at once only if it has another tag, and then events named "changes", each a JSON Patch against the state before. With presenter=true it also sends events named "presenter", at once and after each change: where the presenter is, as PresenterPosition. Ends within a second of a revocation. ${sentLink}`,
    query: {
      after: {
        schema: { type: 'string', maxLength: 64 },
        description:
          'The stateTag of the state that the client has; empty for none. Requests changes in place of whole states.',
      },
      presenter: { schema: { type: 'boolean' }, description: 'Whether to follow the presenter too.' },
    },
    responses: {
      200: streamed(
        guestPresentationView,
        'The presentation, after each change.',
        guestChangesView,
        presenterPositionView,
      ),
    },
    errors: ['NOT_FOUND'],
    handle: async ({ scope, query }) => {
      const id = presentationOf(scope);
      const read = () => readGuestPresentation(scope).catch(nullWhenDeleted);
      const states = await followStates(await follow(scope, id), () => reads.run(read));
      const { after, presenter: isFollowed } = query;
      const response =
        typeof after === 'string' ? changesResponse(states, after) : stateResponse(states, guestPresentationView);
      if (isFollowed !== true) return response;
      const positions = await followStates(
        await presenter.follow(scope, id),
        async () => presenter.now(id),
        presenterPaceMs,
      );
      return joinedResponse(response, namedResponse('presenter', positions, presenterPositionView));
    },
  });
}

/** Streams what changes behind the state that a client has: all of it first, where the client has another one. */
function changesResponse(states: AsyncIterator<GuestPresentation | null>, after: string): RouteResponse {
  let known: PartDigests | null = null;
  const eventOf = (state: GuestPresentation | null): ServerSentEvent | null => {
    if (state === null) return { id: null, data: null };
    const written = guestPresentationView.write(state);
    const before = known;
    known = partDigests(written);
    const id = String(state.version);
    if (before === null) return state.stateTag === after ? null : { id, data: written };
    const changes = replacements(before, known, written);
    return changes.length === 0 ? null : { id, name: 'changes', data: { changes } };
  };
  const next = async (): Promise<IteratorResult<ServerSentEvent, undefined>> => {
    for (;;) {
      const { done, value } = (await states.next()) as IteratorResult<GuestPresentation | null, undefined>;
      if (done === true) return { done, value: undefined };
      const event = eventOf(value);
      if (event !== null) return { done: false, value: event };
    }
  };
  return { stream: { startId: null, next, return: async () => states.return?.() } };
}

function changeRoutes(guests: GuestService): Route[] {
  const choice = {
    ...shared,
    method: 'PUT',
    responses: { 200: presentationAnswer },
    errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED', 'UNPROCESSABLE'],
  } as const;
  return [
    route({
      ...choice,
      path: '/api/guest/tier',
      operationId: 'selectGuestTier',
      summary: 'Select a tier by a link',
      description: `Refused once a contract for another tier is signed. ${sentLink}`,
      body: SelectTierInput,
      handle: async ({ scope, body, ifMatch }) =>
        respond(await guests.selectTier(scope, replaced(body), versionsBefore(ifMatch))),
    }),
    route({
      ...choice,
      path: '/api/guest/add-ons',
      operationId: 'selectGuestAddOns',
      summary: 'Select add-ons by a link',
      description: `In place of those that were selected; each tier of the offer is priced again. Refused once a contract for the offer is signed, also by the first of two owners. ${sentLink}`,
      body: SelectAddOnsInput,
      handle: async ({ scope, body, ifMatch }) =>
        respond(await guests.selectAddOns(scope, replaced(body), versionsBefore(ifMatch))),
    }),
  ];
}

function respond(presentation: GuestPresentation): RouteResponse {
  return { body: { presentation: guestPresentationView.write(presentation) }, headers: etag(presentation) };
}

function nullWhenDeleted(error: unknown): null {
  if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
  throw error;
}
