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
const presentation = { presentationId: { ...id, description: 'The presentation.' } };
const viewer = {
  linkId: { ...id, description: 'The link that was opened.' },
  ...presentation,
  viewerId: { ...id, description: 'The browser, by an id of its own.' },
};
const viewerCount = { type: 'integer', description: 'How many browsers have opened the link.' };
const facts = { ...viewer, sourceSlideId: { ...id, description: 'The slide of the deck.' } };
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
  'The presentation of {{deck.name}} for {{homeowner.full_name}} was opened.',
  { ...viewer, openCount: { type: 'integer', description: 'How often this browser has opened it.' }, viewerCount },
  { presentationId: sampleId, linkId: sampleId, viewerId: sampleId, openCount: 1, viewerCount: 1 },
);
/** Recorded when a second browser, or a further one, opens a link. */
export const linkOpened = eventType<{ linkId: string; presentationId: string; viewerId: string; viewerCount: number }>(
  'link.opened',
  'A link was opened in another browser than before; viewerCount counts them.',
  'A link to the presentation of {{deck.name}} for {{homeowner.full_name}} was opened in another browser.',
  { ...viewer, viewerCount },
  { linkId: sampleId, presentationId: sampleId, viewerId: sampleId, viewerCount: 2 },
);
/** Recorded while a slide is watched, some seconds apart. Its numbers are sums, so that a later one replaces it. */
export const slideViewed = eventType<SlideFacts & { seconds: number; isCompleted: boolean }>(
  'slide.viewed',
  'A homeowner watched a slide: how many seconds so far, in all visits of this browser, and whether its end was reached.',
  'A slide of {{deck.name}} was watched in the presentation for {{homeowner.full_name}}.',
  {
    ...facts,
    seconds: { type: 'number', description: 'For how many seconds it was watched so far.' },
    isCompleted: { type: 'boolean', description: 'Whether its end was reached.' },
  },
  { ...sample, seconds: 21.5, isCompleted: true },
);
/** Recorded once for each tier and viewer. */
export const tierViewed = eventType<SlideFacts & { tier: PricingTier }>(
  'tier.viewed',
  'A homeowner had the price of a tier on the screen for a second.',
  'The price of {{data.tier | title}} was viewed in the presentation of {{deck.name}} for {{homeowner.full_name}}.',
  { ...facts, tier: { type: 'string', enum: Object.values(PricingTier), description: 'The tier.' } },
  { ...sample, tier: 'better' },
);
/** Recorded after each report, for streams only: channels never deliver it. */
export const presentationEngagementChanged = eventType<{ presentationId: string }>(
  'presentation.engagement_changed',
  'The engagement of a presentation has changed. Sent to streams only, never delivered.',
  'The engagement of {{homeowner.full_name}} with {{deck.name}} has changed.',
  presentation,
  { presentationId: sampleId },
);
