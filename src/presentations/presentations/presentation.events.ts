import { eventData, eventType, sampleId } from '../../kit/live/index.ts';
import { PricingTier } from '../../engines/pricing/tier-price.ts';
import { PresentationStatus } from './presentation.entity.ts';

/** Ids only: data of the homeowner stays out of notifications and logs. */
interface PresentationFacts {
  presentationId: string;
  status: PresentationStatus;
}

const presentation = { presentationId: { ...eventData.id, description: 'The presentation.' } };
const facts = {
  ...presentation,
  status: { type: 'string', enum: Object.values(PresentationStatus), description: 'Its state at that moment.' },
};
const counts = {
  doneCount: { type: 'integer', description: 'How many are spoken.' },
  failedCount: { type: 'integer', description: 'How many have failed.' },
  totalCount: { type: 'integer', description: 'How many there are.' },
};
const sample = { presentationId: sampleId, status: PresentationStatus.READY };

/** Recorded when a presentation is stored; its status shows whether a narration follows. */
export const presentationCreated = eventType<PresentationFacts>(
  'presentation.created',
  'A presentation was made from a deck for one homeowner.',
  'A presentation of {{deck.name}} was made for {{homeowner.full_name}}.',
  facts,
  sample,
  'homeowner',
);
/** Recorded when its details were changed, and it was made again with them; `changed` names the fields. */
export const presentationUpdated = eventType<{ presentationId: string; changed: string[] }>(
  'presentation.updated',
  'A presentation was changed: the details of its request, and what was made again with them.',
  'The presentation of {{deck.name}} for {{homeowner.full_name}} was changed.',
  { ...presentation, changed: eventData.changed },
  { presentationId: sampleId, changed: ['homeowner', 'slides'] },
  'homeowner',
);
/** Recorded when all slides are spoken, or at once where none is to be. */
export const presentationReady = eventType<PresentationFacts>(
  'presentation.ready',
  'A presentation is complete and can be shown.',
  'The presentation of {{deck.name}} for {{homeowner.full_name}} is ready.',
  facts,
  sample,
  'homeowner',
);
/** Recorded when the selected tier changes, not when it is selected again. */
export const presentationTierSelected = eventType<{ presentationId: string; tier: PricingTier; sourceSlideId: string }>(
  'presentation.tier_selected',
  'The homeowner selected a tier.',
  '{{homeowner.full_name}} selected {{data.tier | title}} for {{deck.name}}.',
  {
    ...presentation,
    tier: { type: 'string', enum: Object.values(PricingTier), description: 'The tier.' },
    sourceSlideId: { ...eventData.id, description: 'The slide of the deck that has the offer.' },
  },
  { presentationId: sampleId, tier: 'better', sourceSlideId: sampleId },
  'homeowner',
);
/** Recorded when a narration ends with failed slides; `code` is that of the last one. */
export const presentationFailed = eventType<{
  presentationId: string;
  sourceSlideId: string;
  code: string;
  failedCount: number;
}>(
  'presentation.failed',
  'The narration of a presentation ended with failed slides; sourceSlideId and code are those of the last one. It can be retried.',
  'The narration of {{deck.name}} for {{homeowner.full_name}} failed.',
  {
    ...presentation,
    sourceSlideId: { ...eventData.id, description: 'The slide of the deck that has failed last.' },
    code: { ...eventData.text, description: 'Why it has failed.' },
    failedCount: counts.failedCount,
  },
  { presentationId: sampleId, sourceSlideId: sampleId, code: 'unavailable', failedCount: 1 },
  'homeowner',
);
/** Recorded after each slide, for streams only: channels never deliver it. */
export const presentationProgressed = eventType<{
  presentationId: string;
  doneCount: number;
  failedCount: number;
  totalCount: number;
}>(
  'presentation.progressed',
  'A slide of a presentation was spoken or has failed. Sent to streams only, never delivered.',
  '{{data.doneCount}} of {{data.totalCount}} slides of {{deck.name}} for {{homeowner.full_name}} are spoken.',
  { ...presentation, ...counts },
  { presentationId: sampleId, doneCount: 3, failedCount: 0, totalCount: 12 },
  'homeowner',
);
/** Recorded after each answer of a FAQ, for streams only: channels never deliver it. */
export const presentationAnswersProgressed = eventType<{
  presentationId: string;
  doneCount: number;
  failedCount: number;
  totalCount: number;
}>(
  'presentation.answers_progressed',
  'The answer of a FAQ of a presentation was spoken or has failed. Sent to streams only, never delivered.',
  '{{data.doneCount}} of {{data.totalCount}} answers of {{deck.name}} for {{homeowner.full_name}} are spoken.',
  { ...presentation, ...counts },
  { presentationId: sampleId, doneCount: 3, failedCount: 0, totalCount: 8 },
  'homeowner',
);
/** Recorded when a presentation is erased, also with its deck. */
export const presentationDeleted = eventType<{ presentationId: string }>(
  'presentation.deleted',
  'A presentation was erased. Receivers that keep data of it should erase that too.',
  'A presentation of {{deck.name}} was erased.',
  presentation,
  { presentationId: sampleId },
  'homeowner',
);
