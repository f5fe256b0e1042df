import { Float, Int, ObjectType } from 'type-graphql';
import { answerOf, attributes, shown, view, viewOf } from '../../kit/data/index.ts';
import type { FoundFaq } from './faq-index.ts';

const guestFaqMatchAttributes = attributes({
  position: shown(Int, 'Its index among the faqs of the presentation, from 0.'),
  userQuestion: shown(String, 'Its question.'),
  relevance: shown(Float, 'How much of what was typed it has, from 0 to 1.'),
});

/** GraphQL type of `FoundFaq`. */
@ObjectType('GuestFaqMatch', { simpleResolvers: true, description: 'A FAQ that answers what was typed.' })
export class GuestFaqMatch extends answerOf(guestFaqMatchAttributes) implements FoundFaq {}

export const faqMatchView = view<GuestFaqMatch>('GuestFaqMatch', viewOf(guestFaqMatchAttributes));
