import { eventData, eventType, sampleId } from '../../events/event-type.ts';
import { PricingTier } from '../slides/slide.entity.ts';

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
export const presentationTierSelected = eventType<{ id: string; tier: PricingTier }>(
  'presentation.tier_selected',
  'The homeowner chose a tier.',
  { id: eventData.id, tier: { type: 'string', enum: Object.values(PricingTier) } },
  { id: sampleId, tier: 'better' },
);
export const presentationFailed = eventType<{ id: string; slideId: string; code: string }>(
  'presentation.failed',
  'A slide of a presentation could not be spoken. It can be tried again.',
  { id: eventData.id, slideId: eventData.id, code: eventData.text },
  { id: sampleId, slideId: sampleId, code: 'unavailable' },
);
export const presentationProgressed = eventType<{ id: string; done: number; total: number }>(
  'presentation.progressed',
  'Another slide of a presentation was spoken. For live views only: no subscription is told.',
  { id: eventData.id, done: { type: 'integer' }, total: { type: 'integer' } },
  { id: sampleId, done: 3, total: 12 },
);
