import { eventData, eventType, sampleId } from '../../kit/live/index.ts';

/** Fields of every slide event: they identify the slide also after it is deleted. */
interface SlideFacts {
  sourceSlideId: string;
  slideId: string;
  title: string;
}

const { id, text, changed } = eventData;
const facts = {
  sourceSlideId: { ...id, description: 'The slide of the deck.' },
  slideId: { ...text, description: "The client's own key of the slide, unique within the deck." },
  title: { ...text, description: 'The heading of the slide.' },
};
const sample = { sourceSlideId: sampleId, slideId: 'welcome', title: 'Welcome' };

export const slideCreated = eventType<SlideFacts>(
  'slide.created',
  'A slide was added to a deck.',
  'The slide {{data.title}} was added to {{deck.name}}.',
  facts,
  sample,
);
/** Recorded with each change; `changed` names the fields. */
export const slideUpdated = eventType<SlideFacts & { changed: string[] }>(
  'slide.updated',
  'A slide was changed.',
  'The slide {{data.title}} of {{deck.name}} was changed.',
  { ...facts, changed },
  { ...sample, changed: ['title'] },
);
/** Recorded when a slide is deleted by itself, not with its deck. */
export const slideDeleted = eventType<SlideFacts>(
  'slide.deleted',
  'A slide was deleted from a deck.',
  'The slide {{data.title}} was deleted from {{deck.name}}.',
  facts,
  sample,
);
/** Recorded once per reordering, instead of `slide.updated` for each slide. */
export const slidesReordered = eventType<{ sourceSlideIds: string[] }>(
  'slide.reordered',
  "A deck's slides were reordered.",
  'The slides of {{deck.name}} are in a new order.',
  { sourceSlideIds: { type: 'array', items: id, description: 'All slides of the deck in their new order.' } },
  { sourceSlideIds: [sampleId] },
);
