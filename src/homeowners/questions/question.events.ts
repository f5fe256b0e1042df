import { eventData, eventType, sampleId } from '../../kit/live/index.ts';

interface AskedFacts {
  presentationId: string;
  linkId: string;
  sourceSlideId: string | null;
  question: string;
}

const asked = {
  presentationId: { ...eventData.id, description: 'The presentation.' },
  linkId: { ...eventData.id, description: 'The link through which it was asked.' },
  sourceSlideId: {
    anyOf: [eventData.id, { type: 'null' }],
    description: 'The slide of the deck at which it was asked; null where it was asked at none.',
  },
  question: { ...eventData.text, description: "The homeowner's words." },
};
const sample = {
  presentationId: sampleId,
  linkId: sampleId,
  sourceSlideId: null,
  question: 'Is the gutter part of it?',
};

/** Recorded when a homeowner asks a question through a link. Its text is the homeowner's. */
export const questionAsked = eventType<AskedFacts>(
  'question.asked',
  'A homeowner asked a question through a link; sourceSlideId is that of the slide of the deck, if it was asked at one.',
  '{{homeowner.full_name}} asked a question about {{deck.name}}.',
  asked,
  sample,
);

/** Recorded when no FAQ answers a question. Its text is the homeowner's. */
export const questionUnanswered = eventType<AskedFacts>(
  'question.unanswered',
  'A homeowner asked what no FAQ of the presentation answers: recorded once for each question of a presentation, which is cut to 200 characters. It is no change of a FAQ: faq.* does not match it.',
  '{{homeowner.full_name}} asked a question about {{deck.name}} that no FAQ answers.',
  asked,
  sample,
);
