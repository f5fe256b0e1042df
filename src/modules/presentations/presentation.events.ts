import { eventData, eventType, sampleId } from '../../events/event-type.ts';

/** Ids only: who the homeowner is stays out of notifications and logs. */
interface PresentationFacts {
  id: string;
  status: string;
}

const facts = { id: eventData.id, status: eventData.text };
const sample = { id: sampleId, status: 'ready' };

export const presentationCreated = eventType<PresentationFacts>(
  'presentation.created',
  'A presentation was made from a deck for one homeowner.',
  facts,
  sample,
);
export const presentationReady = eventType<PresentationFacts>(
  'presentation.ready',
  'A presentation is complete and can be shown.',
  facts,
  sample,
);
