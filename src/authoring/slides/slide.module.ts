import { needs } from '../../kit/rights/index.ts';
import { tableNode } from '../../kit/graphql/index.ts';
import type { Module } from '../../kit/module.ts';
import { OfferTiersResolver } from '../offers/offer.resolver.ts';
import { Slide } from './slide.entity.ts';
import * as slideEvents from './slide.events.ts';
import { slidesById } from './slide.reader.ts';
import { DeckSlidesResolver, SlideResolver } from './slide.resolver.ts';
import { type SlideDependencies, slideRoutes } from './slide.routes.ts';

/** Slides of decks, with their offers, translations and audio. */
export const slideModule: Module<SlideDependencies> = {
  operations: {
    createSlide: needs('decks:write'),
    createSlides: needs('decks:write'),
    listSlides: needs('decks:read'),
    getSlide: needs('decks:read', 'Query.slide'),
    updateSlide: needs('decks:write'),
    deleteSlide: needs('decks:write'),
    reorderSlides: needs('decks:write'),
  },
  tags: { Slides: 'The slides of a deck, their order and their texts in other languages.' },
  pathParameters: {
    slideId: { schema: { type: 'string' }, description: 'The id of the slide, or its slideId.', example: 'welcome' },
  },
  entities: [Slide],
  events: Object.values(slideEvents),
  nodes: {
    Slide: tableNode(Slide, slidesById, 'decks:read', {
      namedBy: { sourceSlideId: 'The slide of the deck, as it is now; null without one, and after it was deleted.' },
    }),
  },
  resolvers: [SlideResolver, DeckSlidesResolver, OfferTiersResolver],
  instances: ({ slides }) => [new SlideResolver(slides)],
  routes: slideRoutes,
};
