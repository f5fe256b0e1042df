import { tableNode } from '../../platform/graphql/node-catalogue.ts';
import type { Module } from '../../platform/module.ts';
import { Slide } from './slide.entity.ts';
import { slideCreated, slideDeleted, slidesReordered, slideUpdated } from './slide.events.ts';
import { slidesById } from './slide.reader.ts';
import { DeckSlidesResolver, SlideResolver } from './slide.resolver.ts';
import { slideRoutes } from './slide.routes.ts';
import type { SlideService } from './slide.service.ts';

/** Slides of decks, with their offers, translations and audio. */
export const slideModule: Module<{ readonly slides: SlideService }> = {
  entities: [Slide],
  events: [slideCreated, slideUpdated, slideDeleted, slidesReordered],
  nodes: { Slide: tableNode(Slide, slidesById) },
  resolvers: [SlideResolver, DeckSlidesResolver],
  instances: ({ slides }) => [new SlideResolver(slides)],
  routes: ({ slides }) => slideRoutes(slides),
};
