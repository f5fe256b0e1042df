import { Int, ObjectType } from 'type-graphql';
import { answerOf, attributes, shown, shownOrNull, shownTyped } from '../../kit/data/index.ts';

/** GraphQL type of `blanks`. */
@ObjectType('CancellationBlanks', {
  simpleResolvers: true,
  description: 'What the blanks of a notice of cancellation are for.',
})
class BlanksType extends answerOf(
  attributes({
    date: shown(String, 'The blank for the date.'),
    signature: shown(String, 'The blank for the signature.'),
  }),
) {}

/** GraphQL type of `CancellationNotice`. */
@ObjectType('CancellationNotice', {
  simpleResolvers: true,
  description: 'The form by which a contract is canceled, with its dates.',
})
export class CancellationNoticeType extends answerOf(
  attributes({
    signedOn: shown(String, 'The day of the transaction, YYYY-MM-DD in the time zone of the document.'),
    until: shown(Date, 'The first moment in which it is too late.'),
    seller: shown(String, 'To whom the notice goes.'),
    address: shown(String, 'Where the notice goes.'),
    title: shown(String, 'The heading of the form.'),
    dated: shown(String, 'The date of the transaction, with what it is.'),
    paragraphs: shown([String], 'The text of the form.'),
    declaration: shown(String, 'What the homeowner declares by the signature of the notice.'),
    blanks: shownTyped(BlanksType, 'What the blanks of the form are for.'),
  }),
) {}

/** GraphQL type of `CancellationTerms`, and of those of earlier releases. */
@ObjectType('CancellationTerms', {
  simpleResolvers: true,
  description: 'The right to cancel, as the document of a contract has it.',
})
export class CancellationTermsType extends answerOf(
  attributes({
    rule: shown(String, 'us, by 16 CFR 429, or calendar_days.'),
    days: shownOrNull(Int, 'How many days, as the rule counts them; null in old signed contracts.'),
    seller: shown(String, 'To whom the notice goes.'),
    address: shown(String, 'Where the notice goes.'),
    statement: shown(String, 'Stands beside the signature.'),
  }),
) {}
