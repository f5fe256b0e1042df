import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { buildSchema, isNonNullType } from 'graphql';

interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly parameters: readonly { readonly $ref?: string }[];
}

const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

/** Every change that REST declares; that of a PATCH is the one of its PUT. */
const changes = Object.values(paths).flatMap((methods) =>
  Object.entries(methods).flatMap(([method, it]) => (['get', 'patch'].includes(method) ? [] : [it])),
);

const takes = ({ parameters }: Operation, name: string): boolean =>
  parameters.some(({ $ref }) => $ref === `#/components/parameters/${name}`);

/** What REST alone can, each with the reason. */
const withoutMutation: Readonly<Record<string, string>> = {
  createContractStreamLink: 'a subscription follows the same over a socket, which sends a credential',
  createDeckStreamLink: 'as above',
  createEventStreamLink: 'as above',
  createPresentationStreamLink: 'as above',
  createSession: 'gives a cookie',
  deleteSession: 'takes the cookie away',
  exportHomeowner: 'is a file, which may be longer than an answer of GraphQL',
  previewPresentation: 'is a query there, for it changes nothing',
  previewEmail: 'as above',
  previewOffer: 'as above',
  searchGuestFaqs: 'as above',
  tryFilter: 'as above',
  deleteFaqTranslation: 'updateFaq sets a translation to null',
  deleteSlideTranslation: 'updateSlide sets a translation to null',
  setFaqTranslation: 'updateFaq sets translations by language',
  setSlideTranslation: 'updateSlide sets translations by language',
};

/** What GraphQL alone can. */
const withoutOperation = {
  refreshAuthorization: 'renews the credential of a socket, which a request sends anyway',
};

test('each change is a mutation of the same name, and the reverse', () => {
  const named = new Set(mutations.map(({ name }) => name));
  const ids = changes.map(({ operationId }) => operationId);
  expect(ids.filter((id) => !named.has(id)).sort()).toEqual(Object.keys(withoutMutation).sort());
  expect([...named].filter((name) => !ids.includes(name))).toEqual(Object.keys(withoutOperation));
});

test.each([
  ['IdempotencyKey', 'idempotencyKey'],
  ['IfMatch', 'ifVersion'],
])('what takes the header %s in REST takes the argument %s in GraphQL, and nothing else does', (header, argument) => {
  const both = changes.filter(({ operationId }) => mutations.some(({ name }) => name === operationId));
  expect(both.length).toBeGreaterThan(40);
  const inRest = both.filter((it) => takes(it, header)).map(({ operationId }) => operationId);
  const taking = mutations.filter(({ args }) => args.some(({ name }) => name === argument));
  expect(taking.map(({ name }) => name).sort()).toEqual(inRest.sort());
  for (const { args } of taking) {
    const it = args.find(({ name }) => name === argument);
    expect(isNonNullType(it?.type)).toBe(false);
  }
});

test('a change that takes no Idempotency-Key says why', () => {
  const refusing = changes.filter((it) => !takes(it, 'IdempotencyKey'));
  expect(refusing.length).toBeGreaterThan(8);
  for (const { operationId, description } of refusing)
    expect([operationId, description]).toEqual([
      operationId,
      expect.stringMatching(/\bso it takes no Idempotency-Key\b/),
    ]);
});
