import { describe, expect, test } from '@jest/globals';
import { openApiChanges } from '../../scripts/breaking/openapi-changes.js';

type Json = Record<string, unknown>;

const text = { type: 'string' };
const object = (properties: Json, required: readonly string[] = []): Json => ({ type: 'object', properties, required });
const content = (name: string): Json => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});

/** A document with one operation and one webhook. */
function documentOf({ sent = object({}), received = object({}), operation = {}, webhook = {}, root = {} }): Json {
  return {
    openapi: '3.1.0',
    security: [{ apiKey: [] }, {}],
    paths: {
      '/api/decks': {
        post: {
          operationId: 'createDeck',
          description: 'Makes a deck.',
          parameters: [{ $ref: '#/components/parameters/Limit' }],
          requestBody: { required: true, ...content('Sent') },
          responses: { 201: { description: 'Done.', ...content('Received') }, 409: { description: 'Not done.' } },
          ...operation,
        },
      },
    },
    webhooks: {
      'deck.created': {
        post: {
          operationId: 'receiveDeckCreated',
          requestBody: { required: true, ...content('Payload') },
          responses: { '2XX': { description: 'Taken.' }, 410: { description: 'Switches it off.' } },
          ...webhook,
        },
      },
    },
    components: {
      schemas: { Sent: sent, Received: received, Payload: received },
      parameters: { Limit: { name: 'limit', in: 'query', schema: { type: 'integer' } } },
    },
    ...root,
  };
}

/** @returns each change, with an exclamation mark before those that are breaking */
function changes(before: Parameters<typeof documentOf>[0], after: Parameters<typeof documentOf>[0]): string[] {
  return openApiChanges(documentOf(before), documentOf(after)).map((one) => `${one.isBreaking ? '! ' : ''}${one.text}`);
}

/** @returns the changes of a field that clients send, or receive */
const sent = (was: Json, is: Json): string[] => changes({ sent: object({ a: was }) }, { sent: object({ a: is }) });
const received = (was: Json, is: Json): string[] =>
  changes({ received: object({ a: was }) }, { received: object({ a: is }) }).filter((one) => !one.includes('Payload'));

test('two equal documents have no changes, and words are none', () => {
  expect(changes({}, {})).toEqual([]);
  const words = { summary: 'New', description: 'New words.', tags: ['Other'], 'x-extension': true };
  expect(changes({}, { operation: words })).toEqual([]);
  expect(sent(text, { ...text, description: 'New words.', examples: ['one'] })).toEqual([]);
});

describe('an operation', () => {
  const path = (paths: Json) => ({ root: { paths } });
  const get = { get: { operationId: 'listDecks', responses: {} } };

  test('is added without a break, and removed with one', () => {
    expect(changes(path({}), path({ '/api/decks': get }))).toEqual(['operation GET /api/decks was added']);
    expect(changes(path({ '/api/decks': get }), path({}))).toEqual(['! operation GET /api/decks was removed']);
  });

  test('is deprecated without a break', () => {
    expect(changes({}, { operation: { deprecated: true } })).toEqual(['POST /api/decks is deprecated']);
  });

  test('breaks clients with another operationId', () => {
    expect(changes({}, { operation: { operationId: 'makeDeck' } })).toEqual([
      '! POST /api/decks changed its operationId',
    ]);
  });

  test('breaks clients when it takes a credential less', () => {
    expect(changes({}, { operation: { security: [{ apiKey: [] }] } })).toEqual([
      '! POST /api/decks: access by everybody was removed',
    ]);
    expect(changes({ operation: { security: [] } }, {})).toEqual(['POST /api/decks: access by apiKey was added']);
  });

  test('breaks clients when a part of it changes that the check does not know', () => {
    expect(changes({}, { operation: { callbacks: { done: {} } } })).toEqual(['! POST /api/decks: callbacks changed']);
    expect(changes({}, { root: { servers: [{ url: '/v2' }] } })).toEqual(['! the document: servers changed']);
    expect(sent(text, { ...text, not: { const: '' } })).toEqual(['! Sent.a: not changed']);
  });
});

describe('what clients send', () => {
  test.each<[string, Json[], Json[], string[]]>([
    ['a new optional parameter', [], [{ name: 'a', in: 'query' }], ['POST /api/decks: parameter a (query) was added']],
    [
      'a new required parameter',
      [],
      [{ name: 'a', in: 'query', required: true }],
      ['! POST /api/decks: required parameter a (query) was added'],
    ],
    [
      'a parameter that is gone',
      [{ name: 'a', in: 'header' }],
      [],
      ['! POST /api/decks: parameter a (header) was removed'],
    ],
    [
      'a parameter that becomes required',
      [{ name: 'a', in: 'query' }],
      [{ name: 'a', in: 'query', required: true }],
      ['! POST /api/decks: parameter a (query) became required'],
    ],
    [
      'a shared parameter',
      [{ $ref: '#/components/parameters/Limit' }],
      [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 5 } }],
      ['! POST /api/decks: parameter limit (query): maximum changed from none to 5'],
    ],
  ])('%s', (_what, was, is, expected) => {
    expect(changes({ operation: { parameters: was } }, { operation: { parameters: is } })).toEqual(expected);
  });

  test('may have a new optional field, and breaks with a required or missing one', () => {
    const a = { sent: object({ a: text }) };
    expect(changes({}, a)).toEqual(['Sent: field a was added']);
    expect(changes(a, {})).toEqual(['! Sent: field a was removed']);
    expect(changes({}, { sent: object({ a: text }, ['a']) })).toEqual(['! Sent: required field a was added']);
    expect(changes(a, { sent: object({ a: text }, ['a']) })).toEqual(['! Sent: field a became required']);
    expect(changes({ sent: object({ a: text }, ['a']) }, a)).toEqual(['Sent: field a became optional']);
  });

  test.each<[Json, Json, string]>([
    [{ type: 'integer' }, { type: 'number' }, 'Sent.a changed from integer to number'],
    [{ type: 'number' }, { type: 'integer' }, '! Sent.a changed from number to integer'],
    [text, { type: 'integer' }, '! Sent.a changed from string to integer'],
    [text, { anyOf: [text, { type: 'null' }] }, 'Sent.a may be null now'],
    [{ type: ['string', 'null'] }, text, '! Sent.a may no longer be null'],
    [
      { anyOf: [text, { type: 'null' }] },
      { anyOf: [{ ...text, maxLength: 5 }, { type: 'null' }] },
      '! Sent.a: maxLength changed from none to 5',
    ],
    [{ ...text, maxLength: 5 }, { ...text, maxLength: 9 }, 'Sent.a: maxLength changed from 5 to 9'],
    [{ ...text, minLength: 5 }, text, 'Sent.a: minLength changed from 5 to none'],
    [{ ...text, minLength: 0 }, { ...text, minLength: 1 }, '! Sent.a: minLength changed from 0 to 1'],
    [text, { ...text, format: 'uuid' }, '! Sent.a: format changed from none to uuid'],
    [{ ...text, pattern: 'a' }, text, 'Sent.a: pattern changed from a to none'],
    [{ ...text, default: 'a' }, { ...text, default: 'b' }, '! Sent.a: default changed from a to b'],
    [{ enum: ['a'] }, { enum: ['a', 'b'] }, 'Sent.a: value b was added'],
    [{ enum: ['a', 'b'] }, { enum: ['a'] }, '! Sent.a: value b was removed'],
    [text, { ...text, enum: ['a'] }, '! Sent.a lists its values'],
    [{ ...text, enum: ['a'] }, text, 'Sent.a lists no values any more'],
    [
      { type: 'array', items: text },
      { type: 'array', items: { type: 'integer' } },
      '! Sent.a[] changed from string to integer',
    ],
    [
      { additionalProperties: text },
      { additionalProperties: { ...text, maxLength: 9 } },
      '! Sent.a.*: maxLength changed from none to 9',
    ],
    [{ additionalProperties: true }, { additionalProperties: false }, '! Sent.a.* may be less than before'],
    [{ anyOf: [text, { type: 'boolean' }] }, { anyOf: [text] }, '! Sent.a: boolean was removed'],
    [text, { anyOf: [text, { type: 'boolean' }] }, 'Sent.a: boolean was added'],
    [{ ...text, deprecated: false }, { ...text, deprecated: true }, 'Sent.a is deprecated'],
  ])('is %j and then %j: %s', (was, is, expected) => {
    expect(sent(was, is)).toEqual([expected]);
  });
});

describe('what clients receive', () => {
  test('may have new fields, and breaks without one that it had', () => {
    const a = { received: object({ a: text }, ['a']) };
    expect(changes({}, a)).toEqual(['Received: field a was added', 'Payload: field a was added']);
    expect(changes(a, {})).toEqual(['! Received: field a was removed', '! Payload: field a was removed']);
    expect(changes(a, { received: object({ a: text }) })).toEqual([
      '! Received: field a became optional',
      '! Payload: field a became optional',
    ]);
  });

  test.each<[Json, Json, string]>([
    [{ type: 'integer' }, { type: 'number' }, '! Received.a changed from integer to number'],
    [{ type: 'number' }, { type: 'integer' }, 'Received.a changed from number to integer'],
    [text, { anyOf: [text, { type: 'null' }] }, '! Received.a may be null now'],
    [{ anyOf: [text, { type: 'null' }] }, text, 'Received.a may no longer be null'],
    [{ ...text, maxLength: 5 }, { ...text, maxLength: 9 }, '! Received.a: maxLength changed from 5 to 9'],
    [text, { ...text, format: 'uuid' }, 'Received.a: format changed from none to uuid'],
    [{ enum: ['a'] }, { enum: ['a', 'b'] }, 'Received.a: value b was added'],
    [{ const: 'a' }, { const: 'b' }, '! Received.a: value a was removed'],
    [{ ...text, enum: ['a'] }, text, '! Received.a lists no values any more'],
    [text, { anyOf: [text, { type: 'boolean' }] }, '! Received.a: boolean was added'],
  ])('is %j and then %j: %s', (was, is, expected) => {
    expect(received(was, is)).toContain(expected);
  });

  test('may be one more kind of object, which a value of its own distinguishes', () => {
    const kind = (name: string): Json => object({ kind: { const: name } }, ['kind']);
    const one = { oneOf: [kind('a'), kind('b')] };
    expect(received(one, { oneOf: [kind('c'), kind('a'), kind('b')] })).toEqual(['Received.a: kind c was added']);
    expect(received(one, { oneOf: [kind('b')] })).toEqual(['! Received.a: kind a was removed']);
  });

  test('may be one more error, or one less, and breaks without a success', () => {
    const responses = (...statuses: number[]) => ({
      operation: { responses: Object.fromEntries(statuses.map((status) => [status, { description: 'An answer.' }])) },
    });
    expect(changes(responses(200, 404), responses(200, 409))).toEqual([
      'POST /api/decks: response 404 was removed',
      'POST /api/decks: response 409 was added',
    ]);
    expect(changes(responses(200), responses(204))).toEqual([
      '! POST /api/decks: response 200 was removed',
      'POST /api/decks: response 204 was added',
    ]);
  });

  test('breaks without a header or a media type that it had', () => {
    const answer = (it: Json) => ({ operation: { responses: { 200: it } } });
    expect(changes(answer({ headers: { ETag: {} } }), answer({}))).toEqual([
      '! POST /api/decks: response 200: header ETag was removed',
    ]);
    expect(changes(answer({ content: { 'text/csv': {} } }), answer({}))).toEqual([
      '! POST /api/decks: response 200: media type text/csv was removed',
    ]);
  });
});

describe('a webhook', () => {
  const payload = (fields: Json) => ({ received: object(fields, Object.keys(fields)) });

  test('is received: a new field is no break, a missing one is', () => {
    expect(changes(payload({}), payload({ a: text }))).toContain('Payload: field a was added');
    expect(changes(payload({ a: text }), payload({}))).toContain('! Payload: field a was removed');
  });

  test('breaks receivers when it is gone, or takes a response no more', () => {
    expect(changes({}, { root: { webhooks: {} } })).toEqual(['! webhook POST deck.created was removed']);
    expect(changes({}, { webhook: { responses: { '2XX': { description: 'Taken.' } } } })).toEqual([
      '! webhook POST deck.created: response 410 was removed',
    ]);
  });
});

test('a schema has a name in generated clients: another name is a break', () => {
  const named = (name: string): Json =>
    openApiDocument({ [name]: object({ a: text }) }, { $ref: `#/components/schemas/${name}` });
  expect(openApiChanges(named('FAQ'), named('Faq')).map(({ text: it, isBreaking }) => [it, isBreaking])).toEqual([
    ['schema FAQ was removed', true],
    ['schema Faq was added', false],
  ]);
});

test('a schema that contains itself is compared once', () => {
  const tree = (leaf: Json): Json =>
    object({ leaf, children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } });
  const document = (leaf: Json): Json => openApiDocument({ Tree: tree(leaf) }, { $ref: '#/components/schemas/Tree' });
  expect(openApiChanges(document(text), document({ type: 'integer' }))).toEqual([
    { text: 'Tree.leaf changed from string to integer', isBreaking: true, was: 'string', is: 'integer' },
  ]);
});

function openApiDocument(schemas: Json, schema: Json): Json {
  const responses = { 200: { description: 'All.', content: { 'application/json': { schema } } } };
  return {
    openapi: '3.1.0',
    paths: { '/all': { get: { operationId: 'getAll', responses } } },
    components: { schemas },
  };
}
