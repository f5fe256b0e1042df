import { documentTextOf } from '../../contracts/contracts/document-text.resolver.ts';
import { GuestContract } from './guest.contract.ts';
import { guestScopes, needs } from '../../kit/rights/index.ts';
import type { Semaphore } from '../../kit/core/index.ts';
import type { Streams } from '../../kit/live/index.ts';
import type { Module } from '../../kit/module.ts';
import type { PresentationLinkService } from '../links/presentation-link.service.ts';
import { presentationStream } from '../../presentations/presentation-streams/presentation.stream.ts';
import { presenterStream } from '../presenting/presenter-position.stream.ts';
import { GuestResolver } from './guest.resolver.ts';
import { guestRoutes } from './guest.routes.ts';
import type { GuestService } from './guest.service.ts';

interface Dependencies {
  readonly guests: GuestService;
  readonly links: PresentationLinkService;
  readonly streams: Streams;
  readonly liveReads: Semaphore;
}

const { open, view, sign } = guestScopes;

/** What homeowners do who were given a link: all that a link gives, and nothing that a key does. */
export const guestModule: Module<Dependencies> = {
  operations: {
    createGuestVisit: needs(open),
    getGuestPresentation: needs(view, 'Query.guestPresentation'),
    streamGuestPresentation: needs(
      view,
      'Subscription.guestPresentationChanged',
      'Subscription.guestPresenterPositionChanged',
    ),
    selectGuestTier: needs(view),
    selectGuestAddOns: needs(view),
    listGuestContracts: needs(sign, 'Query.guestContracts'),
    signGuestContract: needs(sign),
    declineGuestContract: needs(sign),
    rescindGuestContract: needs(sign),
  },
  tags: { Guests: 'What homeowners do who were given a link to a presentation.' },
  resolvers: [GuestResolver, documentTextOf(GuestContract)],
  instances: ({ guests, links }) => [new GuestResolver(guests, links)],
  routes: ({ guests, links, streams, liveReads: reads }) =>
    guestRoutes({
      guests,
      links,
      follow: streams.of(presentationStream),
      presenter: streams.of(presenterStream),
      reads,
    }),
};
