import { eventData, eventType, sampleId } from '../../kit/live/index.ts';
import { PricingTier } from '../../engines/pricing/tier-price.ts';

/** Ids only: data of the homeowner stays out of notifications and logs. */
interface PresentationFacts {
  id: string;
  status: string;
}

const facts = { id: eventData.id, status: eventData.text };
const sample = { id: sampleId, status: 'ready' };

/** Recorded when a presentation is stored; its status shows whether a narration follows. */
export const presentationCreated = eventType<PresentationFacts>(
  'presentation.created',
  'A presentation was made from a deck for one homeowner.',
  facts,
  sample,
  'id',
);
/** Recorded when all slides are spoken, or at once where none is to be. */
export const presentationReady = eventType<PresentationFacts>(
  'presentation.ready',
  'A presentation is complete and can be shown.',
  facts,
  sample,
  'id',
);
/** Recorded when the selected tier changes, not when it is selected again. */
export const presentationTierSelected = eventType<{ id: string; tier: PricingTier; slideId: string }>(
  'presentation.tier_selected',
  'The homeowner selected a tier.',
  { id: eventData.id, tier: { type: 'string', enum: Object.values(PricingTier) }, slideId: eventData.id },
  { id: sampleId, tier: 'better', slideId: sampleId },
  'id',
);
/** Recorded when a narration ends with failed slides; `code` is that of the last one. */
export const presentationFailed = eventType<{ id: string; slideId: string; code: string; failed: number }>(
  'presentation.failed',
  'The narration of a presentation ended with failed slides; slideId and code are those of the last one. It can be retried.',
  {
    id: eventData.id,
    slideId: { ...eventData.id, description: "The id of the deck's slide." },
    code: eventData.text,
    failed: { type: 'integer' },
  },
  { id: sampleId, slideId: sampleId, code: 'unavailable', failed: 1 },
  'id',
);
/** Recorded after each slide, for streams only: channels never deliver it. */
export const presentationProgressed = eventType<{ id: string; done: number; failed: number; total: number }>(
  'presentation.progressed',
  'A slide of a presentation was spoken or has failed. Sent to streams only, never delivered.',
  { id: eventData.id, done: { type: 'integer' }, failed: { type: 'integer' }, total: { type: 'integer' } },
  { id: sampleId, done: 3, failed: 0, total: 12 },
  'id',
);
/** Recorded after each answer of a FAQ, for streams only: channels never deliver it. */
export const presentationAnswersProgressed = eventType<{ id: string; done: number; failed: number; total: number }>(
  'presentation.answers_progressed',
  'The answer of a FAQ of a presentation was spoken or has failed. Sent to streams only, never delivered.',
  { id: eventData.id, done: { type: 'integer' }, failed: { type: 'integer' }, total: { type: 'integer' } },
  { id: sampleId, done: 3, failed: 0, total: 8 },
  'id',
);
/** Recorded when a presentation is erased, also with its deck. */
export const presentationDeleted = eventType<{ id: string }>(
  'presentation.deleted',
  'A presentation was erased. Receivers that keep data of it should erase that too.',
  { id: eventData.id },
  { id: sampleId },
  'id',
);
