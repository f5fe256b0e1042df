import { GraphQLScalarType, Kind } from 'graphql';
import { GraphQLISODateTime } from 'type-graphql';
import { isDecimalText } from './decimal-text.ts';
import { isTime } from './time.ts';

/** Takes a text of the right form as it is. The error of a variable says what the format in `extensions` requires. */
function textThat(is: (text: string) => boolean, rule: string): (value: unknown) => string {
  return (value) => {
    if (typeof value === 'string' && is(value)) return value;
    throw new TypeError(rule);
  };
}

const anyTime = textThat(isTime, 'A DateTimeISO must be a time with its zone in ISO 8601.');
const anyDecimal = textThat(isDecimalText, 'A Decimal must be decimal text.');

/**
 * The scalar of times. A time of an answer is a `Date`. In input it stays text, as in REST: the rule of the field or
 * `requireTime` reads it for both. They also refuse the text of a literal, because they can name its field.
 */
export const DateTimeISO = new GraphQLScalarType<string, unknown>({
  name: 'DateTimeISO',
  description:
    'A time with its zone in ISO 8601 (RFC 3339), such as `2026-01-31T12:00:00Z`. Answers are in UTC, to the millisecond.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  serialize: (value) => GraphQLISODateTime.serialize(value),
  parseValue: anyTime,
  parseLiteral: (literal) => (literal.kind === Kind.STRING ? literal.value : anyTime(null)),
  extensions: { format: 'date-time' },
});

/** The scalar of amounts, quantities and rates. No float: it has all digits. */
export const Decimal = new GraphQLScalarType<string, string>({
  name: 'Decimal',
  description:
    'A decimal number as text, such as `"40050.00"`: digits without leading zeros, behind a minus sign where it is negative, with a point and more digits where there is a fraction. A float would lose digits: compute with a type for decimals.',
  serialize: anyDecimal,
  parseValue: anyDecimal,
  extensions: { format: 'decimal' },
});
