import { eventData, eventType, sampleId } from '../../kit/live/index.ts';

/** Recorded when the selected add-ons of an offer change, not when they are selected again. */
export const addOnsSelected = eventType<{ presentationId: string; sourceSlideId: string; addOns: readonly string[] }>(
  'presentation.add_ons_selected',
  'The homeowner selected add-ons; addOns has the keys of all that are selected now.',
  '{{homeowner.full_name}} changed the selected add-ons of {{deck.name}}.',
  {
    presentationId: { ...eventData.id, description: 'The presentation.' },
    sourceSlideId: { ...eventData.id, description: 'The slide of the deck that has the offer.' },
    addOns: { type: 'array', items: eventData.text, description: 'The keys of all add-ons that are selected now.' },
  },
  { presentationId: sampleId, sourceSlideId: sampleId, addOns: ['gutter-guards'] },
  'homeowner',
);
