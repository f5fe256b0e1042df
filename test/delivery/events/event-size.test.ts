import { describe, expect, test } from '@jest/globals';
import type { ProblemAnswer } from '../../helpers/answers.ts';
import { useApp } from '../../helpers/test-app.ts';

const app = useApp({ ROLES: 'web' });
const limit = 65_536;
const type = 'size.published';

/** Data whose JSON has a number of bytes; the text is of characters of one byte, or of four. */
const dataOf = (bytes: number, character = 'x'): { text: string } => {
  const room = bytes - '{"text":""}'.length;
  const each = Buffer.byteLength(character);
  return { text: character.repeat(Math.floor(room / each)) + 'x'.repeat(room % each) };
};

const published = async (): Promise<number> => (await app.events(`types=${type}`)).length;

describe.each([
  ['of letters', 'x'],
  ['of characters of four bytes', '\u{1f600}'],
])('data %s', (_kind, character) => {
  test('may have 65,536 bytes, and not one more, in both APIs', async () => {
    const before = await published();
    const fits = dataOf(limit, character);
    const large = dataOf(limit + 1, character);
    const mutation =
      'mutation ($input: PublishEventInput!) { publishEvent(input: $input) { event { data: payload } } }';
    const rest = await app.rest.post('/api/events', { type, data: fits });
    const graphql = await app.graphql.data<{ publishEvent: { event: { data: unknown } } }>(mutation, {
      input: { type, data: fits },
    });
    expect([rest.status, graphql.publishEvent.event.data]).toEqual([201, fits]);
    const fault = {
      pointer: '/data',
      code: 'length',
      detail: expect.stringMatching(/at most 65,536 bytes .* has 65,537: /) as unknown,
    };
    const refused = await app.rest.post('/api/events', { type, data: large });
    expect([refused.status, refused.body.code, refused.body.errors]).toEqual([400, 'INVALID_INPUT', [fault]]);
    const { errors } = await app.graphql.send(mutation, { input: { type, data: large } });
    expect(errors?.[0]?.extensions.problem).toMatchObject({ status: 400, code: 'INVALID_INPUT', errors: [fault] });
    expect(await published()).toBe(before + 2);
  });
});

test('numbers that are short here and long in the database are counted by their exponents', async () => {
  const publish = async (count: number) =>
    app.rest.post<ProblemAnswer>('/api/events', { type, data: { list: Array<number>(count).fill(1e300) } });
  const [few, many] = [await publish(33), await publish(34)];
  expect(few.status).toBe(201);
  expect([many.status, many.body.errors[0]?.pointer]).toEqual([400, '/data/list/0']);
  expect(many.body.errors[0]?.detail).toMatch(/together their exponents are at most 10,000/);
});
