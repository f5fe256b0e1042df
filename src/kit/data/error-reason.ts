import { registerEnumType } from 'type-graphql';
import { type ErrorReason, errorReasons } from '../core/index.ts';

/** The reasons of refusals as an enum of the schema. Its values are the texts that stand in `extensions.reason`. */
export const ErrorReasonEnum = Object.fromEntries(errorReasons.map(({ reason }) => [reason, reason])) as {
  readonly [Reason in ErrorReason]: Reason;
};

registerEnumType(ErrorReasonEnum, {
  name: 'ErrorReason',
  description:
    'Why something was refused: `extensions.reason` of every error, in these letters. Later versions add values: a client takes one that it does not know as its `extensions.code`.',
  valuesConfig: Object.fromEntries(
    errorReasons.map(({ reason, code, description }) => [reason, { description: `${code}: ${description}` }]),
  ),
});
