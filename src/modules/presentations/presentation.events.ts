import { eventType } from '../../events/event-type.ts';

/** Ids only: who the homeowner is stays out of notifications and logs. */
interface PresentationFacts {
  id: string;
  status: string;
}

export const presentationCreated = eventType<PresentationFacts>(
  'presentation.created',
  'A presentation was made from a deck for one homeowner.',
);
export const presentationReady = eventType<PresentationFacts>(
  'presentation.ready',
  'A presentation is complete and can be shown.',
);
