import { eventData, eventType, sampleId } from '../../platform/live/event-type.ts';

/** Recorded when a homeowner asks a question through a link. Its text is the homeowner's. */
export const questionAsked = eventType<{
  presentationId: string;
  linkId: string;
  slideId: string | null;
  question: string;
}>(
  'question.asked',
  'A homeowner asked a question through a link; slideId is that of the slide of the deck, if it was asked at one.',
  {
    presentationId: eventData.id,
    linkId: eventData.id,
    slideId: { anyOf: [eventData.id, { type: 'null' }] },
    question: eventData.text,
  },
  { presentationId: sampleId, linkId: sampleId, slideId: null, question: 'Is the gutter part of it?' },
);
