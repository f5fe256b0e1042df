import { PricingTier } from '../../engines/pricing/tier-price.ts';
import { eventData, eventType, sampleId } from '../../kit/live/index.ts';

/** Which slide of which presentation, and who watched it. */
export interface SlideFacts {
  presentationId: string;
  linkId: string;
  viewerId: string;
  slideId: string;
}

const { id } = eventData;
const count = { type: 'integer' } as const;
const facts = { presentationId: id, linkId: id, viewerId: id, slideId: id };
const sample = { presentationId: sampleId, linkId: sampleId, viewerId: sampleId, slideId: sampleId };

/** Recorded when a browser opens a presentation; a reload opens nothing. */
export const presentationOpened = eventType<{
  id: string;
  linkId: string;
  viewerId: string;
  opens: number;
  viewers: number;
}>(
  'presentation.opened',
  'A homeowner opened a presentation; opens counts how often in this browser, viewers the browsers of this link.',
  { id, linkId: id, viewerId: id, opens: count, viewers: count },
  { id: sampleId, linkId: sampleId, viewerId: sampleId, opens: 1, viewers: 1 },
);
/** Recorded when a second browser, or a further one, opens a link. */
export const linkOpened = eventType<{ id: string; presentationId: string; viewerId: string; viewers: number }>(
  'link.opened',
  'A link was opened in another browser than before; viewers counts them.',
  { id, presentationId: id, viewerId: id, viewers: count },
  { id: sampleId, presentationId: sampleId, viewerId: sampleId, viewers: 2 },
);
/** Recorded while a slide is watched, some seconds apart. Its numbers are sums, so that a later one replaces it. */
export const slideWatched = eventType<SlideFacts & { seconds: number; completed: boolean }>(
  'slide.watched',
  'A homeowner watched a slide: how many seconds so far, in all visits of this browser, and whether its end was reached.',
  { ...facts, seconds: { type: 'number' }, completed: { type: 'boolean' } },
  { ...sample, seconds: 21.5, completed: true },
);
/** Recorded once for each tier and viewer. */
export const tierViewed = eventType<SlideFacts & { tier: PricingTier }>(
  'tier.viewed',
  'A homeowner had the price of a tier on the screen for a second.',
  { ...facts, tier: { type: 'string', enum: Object.values(PricingTier) } },
  { ...sample, tier: 'better' },
);
/** Recorded after each report, for streams only: channels never deliver it. */
export const presentationWatched = eventType<{ id: string }>(
  'presentation.watched',
  'The watching of a presentation has changed. Sent to streams only, never delivered.',
  { id },
  { id: sampleId },
);
