import type { Event } from '../../events/event.entity.ts';
import type { EventFilter, EventLog } from '../../events/event-log.ts';
import type { LiveFeed } from '../../platform/live/live-feed.ts';
import { tableNode } from '../../platform/graphql/node-catalogue.ts';
import type { Streams } from '../../platform/live/streams.ts';
import type { Module } from '../../platform/module.ts';
import type { RequestScope } from '../../platform/database/scope.ts';
import type { Semaphore } from '../../platform/limits/semaphore.ts';
import type { AudioStore } from '../../engines/audio/audio-store.ts';
import type { ChosenSpeaker } from '../../engines/speech/speech.ts';
import { narrateTask } from './narrate.ts';
import { StoredFaq, StoredSlide } from './presentation-part.entity.ts';
import { presentationFaqsById, presentationSlidesById } from './presentation-part.reader.ts';
import { presentationStreamRoutes } from './presentation-stream.routes.ts';
import { Presentation } from './presentation.entity.ts';
import {
  presentationCreated,
  presentationFailed,
  presentationProgressed,
  presentationReady,
  presentationTierSelected,
} from './presentation.events.ts';
import { presentationsById } from './presentation.reader.ts';
import {
  DeckPresentationsResolver,
  LivePresentationResolver,
  NarrationResolver,
  PresentationCreationResolver,
  PresentationPricingResolver,
  PresentationResolver,
} from './presentation.resolver.ts';
import { presentationRoutes } from './presentation.routes.ts';
import type { PresentationService } from './presentation.service.ts';
import { presentationFollower, presentationStream } from './presentation.stream.ts';

interface Doors {
  readonly presentations: PresentationService;
  readonly streams: Streams;
  readonly liveReads: Semaphore;
  readonly feeds: { readonly events: LiveFeed<Event, EventFilter> };
}

interface Work {
  readonly newScope: () => RequestScope;
  readonly events: EventLog;
  readonly speech: ChosenSpeaker & { readonly store: AudioStore };
}

export const presentationModule: Module<Doors, Work> = {
  entities: [Presentation, StoredSlide, StoredFaq],
  events: [
    presentationCreated,
    presentationProgressed,
    presentationReady,
    presentationFailed,
    presentationTierSelected,
  ],
  nodes: {
    Presentation: tableNode(Presentation, presentationsById),
    PresentationSlide: tableNode(StoredSlide, presentationSlidesById),
    PresentationFAQ: tableNode(StoredFaq, presentationFaqsById),
  },
  resolvers: [
    PresentationResolver,
    LivePresentationResolver,
    PresentationCreationResolver,
    PresentationPricingResolver,
    NarrationResolver,
    DeckPresentationsResolver,
  ],
  instances: ({ presentations }) => [new PresentationResolver(presentations)],
  streams: ({ streams, feeds }) => streams.set(presentationStream, presentationFollower(feeds.events)),
  routes: ({ presentations, streams, liveReads }) => [
    ...presentationRoutes(presentations),
    ...presentationStreamRoutes(streams.of(presentationStream), liveReads),
  ],
  tasks: ({ newScope, events, speech: { speaker, ...speech } }) =>
    speaker === null ? [] : [narrateTask({ newScope, events, speaker, ...speech })],
};
