import { describe, expect, test } from '@jest/globals';
import { graphQLChanges } from '../../scripts/breaking/graphql-changes.js';

const common = 'type Deck { name: String! } type Slide { title: String! }';

async function changes(before: string, after: string): Promise<string[]> {
  const found = await graphQLChanges(`${common} ${before}`, `${common} ${after}`);
  return found.map(({ isBreaking, text }) => `${isBreaking ? '! ' : ''}${text}`);
}

describe('a GraphQL schema', () => {
  test.each<[string, string, string, string]>([
    ['a new field', 'a: Int', 'a: Int b(x: Int!): Int', "Field 'b' was added to object type 'Query'"],
    ['a new optional argument', 'a: Int', 'a(x: Int): Int', "Argument 'x: Int' added to field 'Query.a'"],
    ['a new required argument', 'a: Int', 'a(x: Int!): Int', "! Argument 'x: Int!' added to field 'Query.a'"],
    ['a field that is gone', 'a: Int b: Int', 'a: Int', "! Field 'b' was removed from object type 'Query'"],
    ['a field that may be null now', 'a: Int!', 'a: Int', "! Field 'Query.a' changed type from 'Int!' to 'Int'"],
    ['a field that is never null now', 'a: Int', 'a: Int!', "Field 'Query.a' changed type from 'Int' to 'Int!'"],
    [
      'a deprecation',
      'a: Int',
      'a: Int @deprecated(reason: "b")',
      "Directive 'deprecated' was added to field 'Query.a'",
    ],
  ])('reports %s', async (_what, before, after, expected) => {
    expect(await changes(`type Query { ${before} }`, `type Query { ${after} }`)).toEqual([expected]);
  });

  test.each<[string, string, string, string]>([
    ['a value more', 'enum E { A }', 'enum E { A B }', "Enum value 'B' was added to enum 'E'"],
    ['a value less', 'enum E { A B }', 'enum E { A }', "! Enum value 'B' was removed from enum 'E'"],
    ['a member more', 'union U = Deck', 'union U = Deck | Slide', "Member 'Slide' was added to Union type 'U'"],
    ['an optional input field', 'input I { a: Int }', 'input I { a: Int b: Int = 1 }', 'Input field'],
    ['a required input field', 'input I { a: Int }', 'input I { a: Int b: Int! }', '! Input field'],
    ['another default', 'input I { a: Int = 1 }', 'input I { a: Int = 2 }', '! Input field'],
  ])('reports %s', async (_what, before, after, expected) => {
    const query = 'type Query { a: Int }';
    expect(await changes(`${query} ${before}`, `${query} ${after}`)).toEqual([expect.stringContaining(expected)]);
  });

  test('has no changes in other words', async () => {
    const query = (words: string): string => `type Query { "${words}" a("${words}" x: Int): Int }`;
    expect(await changes(query('One.'), query('Two.'))).toEqual([]);
  });

  test('shows what was there, and what is', async () => {
    const [change] = await graphQLChanges('type Query { a(x: Int): Int! }', 'type Query { a(x: Int): Int }');
    expect(change).toMatchObject({ was: 'a(x: Int): Int!', is: 'a(x: Int): Int' });
  });
});
