import { tableNode } from '../../kit/graphql/index.ts';
import { needs } from '../../kit/rights/index.ts';
import { uuidParameter } from '../../kit/http/index.ts';
import type { Module } from '../../kit/module.ts';
import { ErasedLink } from './erased-link.entity.ts';
import type { LinkAddress } from './link-url.ts';
import { PresentationLink } from './presentation-link.entity.ts';
import * as linkEvents from './presentation-link.events.ts';
import { deckOf } from '../../authoring/decks/deck-of.resolver.ts';
import { linksById } from './presentation-link.reader.ts';
import { PresentationLinkResolver, PresentationLinksResolver } from './presentation-link.resolver.ts';
import { presentationLinkRoutes } from './presentation-link.routes.ts';
import type { PresentationLinkService } from './presentation-link.service.ts';

interface Dependencies {
  readonly links: PresentationLinkService;
  readonly address: LinkAddress;
}

/** Links by which homeowners open presentations. What they open is the module of guests. */
export const linkModule: Module<Dependencies> = {
  operations: {
    createPresentationLink: needs('presentations:write'),
    listPresentationLinks: needs('presentations:read', 'Query.presentationLinks'),
    getPresentationLink: needs('presentations:read', 'Query.presentationLink'),
    updatePresentationLink: needs('presentations:write'),
    revokePresentationLink: needs('presentations:write'),
  },
  tags: { Links: 'Links by which homeowners open presentations.' },
  pathParameters: { linkId: uuidParameter('The id of the link.') },
  entities: [PresentationLink, ErasedLink],
  events: Object.values(linkEvents),
  nodes: {
    PresentationLink: tableNode(PresentationLink, linksById, 'presentations:read', {
      namedBy: { linkId: 'The link, as it is now; null without one, and after it was deleted.' },
    }),
  },
  resolvers: [
    PresentationLinkResolver,
    PresentationLinksResolver,
    deckOf(PresentationLink, 'The deck of its presentation, as it is now.'),
  ],
  instances: ({ links, address }) => [new PresentationLinkResolver(links, address)],
  routes: ({ links, address }) => presentationLinkRoutes(links, address),
};
