import { PricingTier } from '../../engines/pricing/tier-price.ts';
import { eventData, eventType, sampleId } from '../../kit/live/index.ts';

/** Which slide of which presentation, and who watched it. */
export interface SlideFacts {
  presentationId: string;
  linkId: string;
  viewerId: string;
  sourceSlideId: string;
}

const { id } = eventData;
const count = { type: 'integer' } as const;
const facts = { presentationId: id, linkId: id, viewerId: id, sourceSlideId: id };
const sample = { presentationId: sampleId, linkId: sampleId, viewerId: sampleId, sourceSlideId: sampleId };

/** Recorded when a browser opens a presentation; a reload opens nothing. */
export const presentationOpened = eventType<{
  presentationId: string;
  linkId: string;
  viewerId: string;
  openCount: number;
  viewerCount: number;
}>(
  'presentation.opened',
  'A homeowner opened a presentation; openCount counts how often in this browser, viewerCount the browsers of this link.',
  { presentationId: id, linkId: id, viewerId: id, openCount: count, viewerCount: count },
  { presentationId: sampleId, linkId: sampleId, viewerId: sampleId, openCount: 1, viewerCount: 1 },
);
/** Recorded when a second browser, or a further one, opens a link. */
export const linkOpened = eventType<{ linkId: string; presentationId: string; viewerId: string; viewerCount: number }>(
  'link.opened',
  'A link was opened in another browser than before; viewerCount counts them.',
  { linkId: id, presentationId: id, viewerId: id, viewerCount: count },
  { linkId: sampleId, presentationId: sampleId, viewerId: sampleId, viewerCount: 2 },
);
/** Recorded while a slide is watched, some seconds apart. Its numbers are sums, so that a later one replaces it. */
export const slideViewed = eventType<SlideFacts & { seconds: number; isCompleted: boolean }>(
  'slide.viewed',
  'A homeowner watched a slide: how many seconds so far, in all visits of this browser, and whether its end was reached.',
  { ...facts, seconds: { type: 'number' }, isCompleted: { type: 'boolean' } },
  { ...sample, seconds: 21.5, isCompleted: true },
);
/** Recorded once for each tier and viewer. */
export const tierViewed = eventType<SlideFacts & { tier: PricingTier }>(
  'tier.viewed',
  'A homeowner had the price of a tier on the screen for a second.',
  { ...facts, tier: { type: 'string', enum: Object.values(PricingTier) } },
  { ...sample, tier: 'better' },
);
/** Recorded after each report, for streams only: channels never deliver it. */
export const presentationEngagementChanged = eventType<{ presentationId: string }>(
  'presentation.engagement_changed',
  'The engagement of a presentation has changed. Sent to streams only, never delivered.',
  { presentationId: id },
  { presentationId: sampleId },
);
