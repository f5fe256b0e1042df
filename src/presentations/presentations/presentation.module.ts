import { needs } from '../../kit/rights/index.ts';
import type { Metrics } from '../../kit/core/index.ts';
import { uuidParameter } from '../../kit/http/index.ts';
import { tableNode } from '../../kit/graphql/index.ts';
import type { RequestScope } from '../../kit/data/index.ts';
import type { EventLog } from '../../delivery/events/event-log.ts';
import type { Module } from '../../kit/module.ts';
import type { AudioStore } from '../../engines/audio/audio-store.ts';
import type { ChosenSpeaker } from '../../engines/speech/speech.ts';
import { narrateTask } from './narrate.task.ts';
import { countNarrations } from './narration-meter.ts';
import { StoredFaq, StoredSlide } from './presentation-part.entity.ts';
import { PresentationFaq, PresentationSlide } from '../personalisation/presentation.snapshot.ts';
import { presentationFaqsById, presentationSlidesById } from './presentation-part.reader.ts';
import { PresentationFaqResolver, presentationOfPart } from './presentation-part.resolver.ts';
import { Presentation } from './presentation.entity.ts';
import * as presentationEvents from './presentation.events.ts';
import { presentationsById } from './presentation.reader.ts';
import {
  DeckPresentationsResolver,
  PresentationCreationResolver,
  PresentationResolver,
} from './presentation.resolver.ts';
import { presentationRoutes } from './presentation.routes.ts';
import type { PresentationService } from './presentation.service.ts';

interface Work {
  readonly newScope: () => RequestScope;
  readonly events: EventLog;
  readonly metrics: Metrics;
  readonly speech: ChosenSpeaker & { readonly store: AudioStore };
}

/** Presentations: copies of decks for one homeowner, with prices and narration. */
export const presentationModule: Module<{ readonly presentations: PresentationService }, Work> = {
  operations: {
    createPresentation: needs('presentations:write'),
    createPresentations: needs('presentations:write'),
    previewPresentation: needs('presentations:read', 'Query.previewPresentation'),
    getPresentation: needs('presentations:read', 'Query.presentation'),
    listPresentations: needs('presentations:read'),
    listAllPresentations: needs('presentations:read', 'Query.presentations'),
    selectTier: needs('presentations:write'),
    retryNarration: needs('presentations:write'),
  },
  tags: { Presentations: 'A deck made for one homeowner: personalised, priced and spoken.' },
  pathParameters: { presentationId: uuidParameter('The id of the presentation.') },
  entities: [Presentation, StoredSlide, StoredFaq],
  events: Object.values(presentationEvents),
  nodes: {
    Presentation: tableNode(Presentation, presentationsById, 'presentations:read', {
      namedBy: { presentationId: 'The presentation; null after it was deleted.' },
    }),
    PresentationSlide: tableNode(StoredSlide, presentationSlidesById, 'presentations:read'),
    PresentationFaq: tableNode(StoredFaq, presentationFaqsById, 'presentations:read'),
  },
  resolvers: [
    PresentationResolver,
    PresentationFaqResolver,
    presentationOfPart(PresentationSlide),
    presentationOfPart(PresentationFaq),
    PresentationCreationResolver,
    DeckPresentationsResolver,
  ],
  instances: ({ presentations }) => [new PresentationResolver(presentations)],
  routes: ({ presentations }) => presentationRoutes(presentations),
  tasks: ({ newScope, events, metrics, speech: { speaker, ...speech } }) => {
    const narrations = countNarrations(metrics);
    return speaker === null ? [] : [narrateTask({ newScope, events, narrations, speaker, ...speech })];
  },
};
