import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { buildSchema, getNamedType, type GraphQLType, isInputObjectType, isObjectType, parseValue } from 'graphql';
import { DateTimeISO, Decimal } from '../../../src/kit/input/scalars.ts';
import type { ProblemAnswer } from '../../helpers/answers.ts';
import { createDeck } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';

interface Described {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly type: GraphQLType;
}

describe('Decimal', () => {
  test.each(['0', '0.00', '40050.00', '-12.5', '-0.01', '1234567890123456789012345678901234567890.1'])(
    'takes and gives %s with all its digits',
    (text) => {
      expect([
        Decimal.serialize(text),
        Decimal.parseValue(text),
        Decimal.parseLiteral(parseValue(`"${text}"`)),
      ]).toEqual([text, text, text]);
    },
  );

  test.each<unknown>([
    '',
    ' 1',
    '1 ',
    '+1',
    '01',
    '1.',
    '.5',
    '1e3',
    '1,000.00',
    '0x1',
    'NaN',
    '١',
    '1\n',
    5,
    0.5,
    null,
  ])('takes and gives no %j', (value) => {
    expect(() => Decimal.serialize(value)).toThrow('A Decimal must be decimal text.');
    expect(() => Decimal.parseValue(value)).toThrow('A Decimal must be decimal text.');
  });
});

describe('DateTimeISO', () => {
  const app = useApp();
  const asked =
    'query ($id: ID!, $since: DateTimeISO) { unansweredQuestions(deckId: $id, since: $since) { presentationCount } }';

  test('gives times in UTC, to the millisecond', () => {
    expect(DateTimeISO.serialize(new Date('2026-01-31T12:00:00+02:00'))).toBe('2026-01-31T10:00:00.000Z');
  });

  test.each(['2026-01-31T12:00Z', '2026-01-31T12:00:00.123456789-07:00', '2028-02-29T00:00:00Z'])(
    'takes %s, in a variable and in a literal',
    async (since) => {
      const { id } = await createDeck(app.rest);
      const literal = `{ unansweredQuestions(deckId: "${id}", since: "${since}") { presentationCount } }`;
      expect(await app.graphql.data(asked, { id, since })).toEqual({ unansweredQuestions: [] });
      expect(await app.graphql.data(literal)).toEqual({ unansweredQuestions: [] });
    },
  );

  test.each(['yesterday', '2026-01-31', '2026-01-31T12:00:00', '2026-02-30T12:00:00Z', '2026-01-31T25:00:00Z'])(
    'refuses %s in a variable and in a literal in the words of REST',
    async (since) => {
      const { id } = await createDeck(app.rest);
      const detail = 'since must be a time with its zone in ISO 8601, such as 2026-01-31T12:00:00Z.';
      const errors = [{ pointer: '/since', code: 'format', detail }];
      const search = new URLSearchParams({ since }).toString();
      const rest = await app.rest.get<ProblemAnswer>(`/api/decks/${id}/unanswered-questions?${search}`);
      expect(rest).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', errors } });
      const literal = `{ unansweredQuestions(deckId: "${id}", since: "${since}") { presentationCount } }`;
      for (const answer of [await app.graphql.send(asked, { id, since }), await app.graphql.send(literal)]) {
        expect(answer.errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', problem: { errors } } }]);
      }
    },
  );
});

test('what the schema describes as decimal text is Decimal, and as ISO 8601 DateTimeISO', () => {
  const schema = buildSchema(readFileSync(path.join(import.meta.dirname, '../../../schema.graphql'), 'utf8'));
  const wrong: string[] = [];
  const look = ({ name, description, type }: Described): void => {
    const text = description ?? '';
    const scalar = /\bISO 8601\b/.test(text) ? DateTimeISO : /\bdecimal text\b/i.test(text) ? Decimal : null;
    const found = getNamedType(type).name;
    if (scalar !== null && ![scalar.name, 'JSONObject'].includes(found)) wrong.push(`${name}: ${found}`);
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (isInputObjectType(type)) Object.values(type.getFields()).forEach(look);
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) [field, ...field.args].forEach(look);
  }
  expect(wrong).toEqual([]);
});
