import { Float, Int, ObjectType } from 'type-graphql';
import { listOf, QuotaName } from '../core/index.ts';
import { attributes } from './attributes/attribute.ts';
import { answerOf } from './attributes/rows.ts';
import { ErrorReasonEnum } from './error-reason.ts';
import { shown, shownOrNull, shownTyped, shownTypedOrNull } from './attributes/shown.ts';

/** GraphQL type of `Fault`. */
@ObjectType('ProblemFault', { simpleResolvers: true, description: 'What is wrong with one value of a request.' })
class FaultType extends answerOf(
  attributes({
    pointer: shown(String, 'JSON Pointer to the value.'),
    code: shown(String, 'The rule that it breaks.'),
    detail: shown(String, 'The rule and the fix, for people.'),
  }),
) {}

/** GraphQL type of `quota`. */
@ObjectType('ProblemQuota', { simpleResolvers: true, description: 'A quota that a key has used up.' })
class QuotaType extends answerOf(
  attributes({ name: shown(QuotaName, 'Which quota.'), limit: shown(Float, 'How much it allows.') }),
) {}

/** GraphQL type of `Problem`, for one of several results. The errors of a whole operation stand in `errors`. */
@ObjectType('Problem', { simpleResolvers: true, description: 'An error as RFC 9457 problem details.' })
export class ProblemType extends answerOf(
  attributes({
    type: shown(String, 'A URN of the kind of problem.'),
    title: shown(String, 'The kind of problem, for people.'),
    status: shown(Int, 'The HTTP status that it would have by itself.'),
    detail: shown(String, 'What is wrong, and how to mend it.'),
    code: shown(String, 'The kind of problem, for programs.'),
    reason: shown(ErrorReasonEnum, 'Why, below the code: what a program decides by.'),
    requestId: shown(String, 'Names the request in the log.'),
    errors: shownTyped([FaultType], 'The values that are wrong; empty where none is.', listOf(2)),
    retryAfterSeconds: shownOrNull(Int, 'When the same may be sent again; null where that is not known.'),
    quota: shownTypedOrNull(QuotaType, 'The quota that the key has used up; null for none.'),
  }),
) {}
