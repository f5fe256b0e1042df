import { describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { startApp } from '../../../src/app.ts';
import { SelectTierInput } from '../../../src/presentations/presentations/presentation.inputs.ts';
import { catalogueOf } from '../../../src/composition/catalogue.ts';
import { catalogue } from '../../../src/composition/modules.ts';
import { loadConfig } from '../../../src/config.ts';
import { AppError } from '../../../src/kit/core/errors.ts';
import { pageQuery } from '../../../src/kit/http/rest/paging.ts';
import { type Route, route } from '../../../src/kit/http/rest/route.ts';
import { needs } from '../../../src/kit/rights/requirement.ts';
import { RestClient } from '../../helpers/rest-client.ts';
import { createTestDatabase } from '../../helpers/test-database.ts';
import { use } from '../../helpers/use.ts';

const shared = { tag: 'Lists', extension: true, summary: 'For a test', description: 'For a test.' } as const;
const answer = { description: 'Words.', schema: { type: 'object', additionalProperties: true } };
const oldList = route({
  ...shared,
  method: 'GET',
  path: '/api/lists/old',
  operationId: 'listOld',
  deprecated: { since: '2026-11-26', sunset: '2027-06-01', instead: 'listNew' },
  query: pageQuery,
  responses: { 200: answer },
  errors: ['CONFLICT'],
  handle: async ({ query: { after } }) => {
    if (after === 'never') throw new AppError('duplicate_key', 'There is no such page.');
    return { body: { words: ['one'] }, nextCursor: 'Mg' };
  },
});
const oldChange = route({
  ...shared,
  method: 'PUT',
  path: '/api/lists/{deckId}/old',
  operationId: 'updateOld',
  deprecated: { since: '2026-11-26', sunset: '2027-06-01' },
  body: SelectTierInput,
  responses: { 200: answer },
  handle: async () => ({ body: {} }),
});
const newList = route({
  ...shared,
  method: 'GET',
  path: '/api/lists/new',
  operationId: 'listNew',
  query: pageQuery,
  responses: { 200: answer },
  handle: async () => ({ body: { words: ['one'] }, nextCursor: 'Mg' }),
});
const lists = (routes: readonly Route[]) => ({
  tags: { Lists: 'Lists of a test.' },
  operations: Object.fromEntries(routes.map(({ operationId }) => [operationId, needs('decks:read')])),
  routes: () => routes,
});

const log = pino({ level: 'silent' });
let rest: RestClient;

use(async () => {
  const { connection, remove } = await createTestDatabase();
  const config = loadConfig({
    PORT: '0',
    DATA_DIR: 'memory:',
    LOG_LEVEL: 'silent',
    SEED_DEMO: 'off',
    SPEECH: 'none',
    ROLES: 'web',
    ALLOWED_ORIGINS: 'https://app.example',
  });
  const withLists = catalogueOf([...catalogue.modules, lists([oldList, oldChange, newList])]);
  const app = await startApp(config, log, { connection, catalogue: withLists });
  rest = await new RestClient(`http://127.0.0.1:${app.address?.port ?? 0}`).open();
  return async () => {
    await app.stop();
    await remove();
  };
});

interface Operation {
  readonly deprecated?: boolean;
  readonly description: string;
  readonly responses: Record<string, { readonly headers: object }>;
}

async function operation(path: string, method: string): Promise<Operation> {
  const { body } = await rest.get<{ paths: Record<string, Record<string, Operation>> }>('/api/openapi.json');
  const found = body.paths[path]?.[method];
  if (found === undefined) throw new Error(`The document has no ${method} ${path}`);
  return found;
}

function announced({ headers }: { readonly headers: Headers }): (string | null)[] {
  return [headers.get('deprecation'), headers.get('sunset'), headers.get('link')];
}

const announcement = ['@1795651200', 'Tue, 01 Jun 2027 00:00:00 GMT'];
const itself = '</api/openapi.json#/paths/~1api~1lists~1old>; rel="deprecation"; type="application/json"';

describe('the answers of a deprecated operation', () => {
  test('say since when, until when, and where that is described, beside the link to the next page', async () => {
    const next = '</api/lists/old?limit=1&after=Mg>; rel="next"';
    expect(announced(await rest.get('/api/lists/old?limit=1'))).toEqual([...announcement, `${itself}, ${next}`]);
  });

  test('link to what is found in the document', async () => {
    const { headers } = await rest.get('/api/lists/old');
    const [, target = ''] = /<[^>#]*#([^>]*)>; rel="deprecation"/.exec(headers.get('link') ?? '') ?? [];
    const [, first = '', second = ''] = decodeURI(target).split('/');
    expect([first, second.replaceAll('~1', '/')]).toEqual(['paths', oldList.path]);
  });

  test.each([
    ['refused input', '/api/lists/old?limit=0', 400],
    ['an error of its own', '/api/lists/old?after=never', 409],
  ])('say the same with %s', async (_what, path, status) => {
    const refused = await rest.get(path);
    expect([refused.status, ...announced(refused)]).toEqual([status, ...announcement, itself]);
  });

  test('say the same to HEAD, PUT and PATCH', async () => {
    const path = '/api/lists/01900000-0000-7000-8000-000000000001/old';
    const answers = [
      await rest.send('HEAD', '/api/lists/old'),
      await rest.put(path, { tier: 'good' }),
      await rest.send('PATCH', path, { tier: 'good' }),
    ];
    for (const { status, headers } of answers)
      expect([status, headers.get('deprecation'), headers.get('sunset')]).toEqual([200, ...announcement]);
  });

  test('can be read by pages of other origins', async () => {
    const { headers } = await rest.get('/api/lists/old', { origin: 'https://app.example' });
    expect(headers.get('access-control-expose-headers')?.split(',')).toEqual(
      expect.arrayContaining(['Deprecation', 'Sunset', 'Link']),
    );
  });

  test('are unlike those of other operations', async () => {
    expect(announced(await rest.get('/api/lists/new'))).toEqual([null, null, '</api/lists/new?after=Mg>; rel="next"']);
  });
});

describe('the OpenAPI document', () => {
  test('marks a deprecated operation, and says until when it stays and what replaces it', async () => {
    const { deprecated, description, responses } = await operation('/api/lists/old', 'get');
    expect([deprecated, description]).toEqual([
      true,
      'For a test. Deprecated since 2026-11-26. Use `listNew` instead. A major release removes it, on 2027-06-01 at the earliest.',
    ]);
    expect(Object.keys(responses['200']?.headers ?? {})).toEqual(
      expect.arrayContaining(['Deprecation', 'Sunset', 'Link']),
    );
  });

  test.each(['put', 'patch'])('marks a deprecated change by %s', async (method) => {
    const { deprecated, description } = await operation('/api/lists/{deckId}/old', method);
    expect([deprecated, description]).toEqual([true, expect.stringContaining('Nothing replaces it.')]);
  });

  test('marks no other operation', async () => {
    const { deprecated, description, responses } = await operation('/api/lists/new', 'get');
    expect([deprecated, description]).toEqual([undefined, 'For a test.']);
    expect(responses['200']?.headers).not.toHaveProperty('Deprecation');
  });
});
