import { beforeAll, expect, test } from '@jest/globals';
import type { GraphQLSchema } from 'graphql';
import { DocumentCache } from '../../../src/kit/graphql/execution/document-cache.ts';
import { catalogue } from '../../../src/composition/modules.ts';
import { createSchema } from '../../../src/kit/graphql/schema.ts';

const often = '{ decks { nodes { id name } } }';
/** What all documents may take, in bytes. */
const capacity = 10_000_000;
let schema: GraphQLSchema;

beforeAll(async () => {
  schema = await createSchema(catalogue);
});

/** A document of about 1,900 tokens that no other is like. */
function large(at: number): string {
  const lists = Array.from({ length: 28 }, (_, n) => `a${n}: nodes { ${'id name currency '.repeat(21)} }`);
  return `{ decks { ${lists.join(' ')} } } # ${at}`;
}

/** Asks for so many documents, each with a comment of its own. */
function askForOthers(cache: DocumentCache, count: number, between: () => void = () => undefined): void {
  for (let at = 0; at < count; at += 1) {
    expect(cache.check(large(at)).faults).toEqual([]);
    between();
  }
}

test('a document is parsed once, whichever API receives it', async () => {
  const cache = new DocumentCache(schema);
  const { document } = cache.check(often);
  expect(document).not.toBeNull();
  expect(cache.check(often).document).toBe(document);
  expect(await cache.get(often)).toBe(document);
});

test('a document that is asked for again and again is kept while others come and go', () => {
  const cache = new DocumentCache(schema);
  const { document } = cache.check(often);
  const first = cache.check(large(-1)).document;
  askForOthers(cache, 30, () => expect(cache.check(often).document).toBe(document));
  expect(cache.check(large(-1)).document).not.toBe(first);
});

test('the documents that are kept fill the memory that they may take, and no more', () => {
  const cache = new DocumentCache(schema);
  askForOthers(cache, 40);
  expect(cache.bytes).toBeLessThanOrEqual(capacity);
  expect(cache.bytes).toBeGreaterThan(0.8 * capacity);
  const last = cache.check(large(39)).document;
  expect(cache.check(large(39)).document).toBe(last);
});

test('a document with a fault is not kept', () => {
  const cache = new DocumentCache(schema);
  expect(cache.check('{ unknown }').faults).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
  expect(cache.check('{ decks').faults).toMatchObject([{ extensions: { code: 'GRAPHQL_PARSE_FAILED' } }]);
  expect(cache.bytes).toBe(0);
});
