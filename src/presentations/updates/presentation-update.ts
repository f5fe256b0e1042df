import { Field, ID, ObjectType } from 'type-graphql';
import { listOf } from '../../kit/core/index.ts';
import { answerOf, attributes, shown, shownList } from '../../kit/data/index.ts';
import { PresentationWarning, presentationWarningView } from '../personalisation/presentation.snapshot.ts';
import { Presentation } from '../presentations/presentation.entity.ts';
import type { WholePresentation } from '../presentations/presentation-part.reader.ts';

/** What an update did. */
export const updateAttributes = attributes({
  changed: shown(
    [String],
    'What changed: details of the request, such as homeowner, and of what was made again pricing, slides, faqs and warnings. Empty when nothing did.',
  ),
  changedSlideIds: shown([ID], 'The ids of its slides that are new, differ, or are spoken again.'),
  changedFaqIds: shown([ID], 'The ids of its FAQs that are new, differ, or are spoken again.'),
  warnings: shownList(
    PresentationWarning,
    presentationWarningView,
    'Selected tiers and add-ons that its prices no longer have (tier_not_kept, add_on_not_kept), and the defects of the deck.',
    listOf(10),
  ),
});

@ObjectType({ simpleResolvers: true, description: 'A presentation after a change, and what changed.' })
export class UpdatePresentationPayload extends answerOf(updateAttributes) {
  @Field(() => Presentation, { description: 'The presentation after the change.' })
  presentation!: WholePresentation;
}
