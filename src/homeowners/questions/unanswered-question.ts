import { ID, Int, ObjectType } from 'type-graphql';
import { answerOf, attributes, shown, view, viewOf } from '../../kit/data/index.ts';

const unansweredQuestionAttributes = attributes({
  deckId: shown(ID, 'The deck whose FAQs do not answer it.'),
  question: shown(String, 'As it was asked last; up to 200 characters.'),
  presentationCount: shown(Int, 'In how many presentations it was asked, in the same words.'),
  lastAskedAt: shown(Date, 'When it was last asked.'),
});

/** What homeowners ask of a deck and none of its FAQs answers. */
@ObjectType({ simpleResolvers: true, description: 'A question of homeowners that no FAQ of a deck answers.' })
export class UnansweredQuestion extends answerOf(unansweredQuestionAttributes) {}

export const unansweredQuestionView = view<UnansweredQuestion>(
  'UnansweredQuestion',
  viewOf(unansweredQuestionAttributes),
);
