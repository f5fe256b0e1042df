import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createDeck, createPresentation, createSlide } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
}

const { paths, components } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: { parameters: Record<string, Parameter> };
};

function queryOf({ parameters }: Operation): string[] {
  return parameters
    .map((it) => ('$ref' in it ? components.parameters[it.$ref.split('/').at(-1) ?? ''] : it))
    .flatMap((it) => (it?.in === 'query' ? [it.name] : []));
}

const operations = Object.entries(paths).flatMap(([path, byMethod]) =>
  Object.entries(byMethod).map(([method, it]) => [it.operationId, method.toUpperCase(), path, queryOf(it)] as const),
);

const app = useApp();
const nobody = '01900000-0000-7000-8000-000000000000';
let link = '';
beforeAll(async () => {
  const { id: deckId } = await createDeck(app.rest);
  await createSlide(app.rest, deckId);
  const { id } = await createPresentation(app.rest, deckId);
  const { body } = await app.rest.post<{ token: string }>(`/api/presentations/${id}/links`, {
    name: 'Phone',
    scope: 'view_and_sign',
  });
  link = body.token;
});

/** Asks with nothing right but the credential: what is unknown in the query is refused before all else. */
async function asked(method: string, path: string, query: string) {
  const url = `${path.replaceAll(/\{\w+\}/g, nobody)}?${query}`;
  const headers = path.startsWith('/api/guest/') ? { authorization: `Link ${link}` } : {};
  const { status, headers: answered, body } = await app.rest.send(method, url, undefined, headers);
  return { status, ignored: answered.get('x-ignored-fields'), faults: body.errors };
}

describe('every operation refuses an unknown query parameter', () => {
  test('and there are operations of all kinds', () => {
    expect(operations.length).toBeGreaterThan(120);
    expect(operations.filter(([, , , query]) => query.length > 0).length).toBeGreaterThan(25);
  });

  test.each(operations)('%s: %s %s', async (_id, method, path, known) => {
    const { status, ignored, faults } = await asked(method, path, 'dry_run=true');
    expect({ status, ignored, faults }).toMatchObject({
      status: 400,
      ignored: null,
      faults: [{ pointer: '/dry_run', code: 'unknown' }],
    });
    expect(faults[0]?.detail).toContain(
      known.length === 0 ? 'It takes no parameters' : `It takes ${known.join(', ')}.`,
    );
  });

  test.each(operations.filter(([, , , query]) => query.length > 0))(
    '%s names the parameter that was most likely meant: %s %s',
    async (_id, method, path, [meant = '']) => {
      const { status, faults } = await asked(method, path, `${meant}${meant.at(-1)}=1`);
      expect([status, faults[0]?.pointer]).toEqual([400, `/${meant}${meant.at(-1)}`]);
      expect(faults[0]?.detail).toContain(`; did you mean ${meant}?`);
    },
  );

  test('several are named at once, and beside those that are known', async () => {
    const { faults } = await asked('GET', '/api/events', 'limit=1&type=a.b&deck=1');
    expect(faults.map(({ pointer }) => pointer)).toEqual(['/type', '/deck']);
  });

  test('but not what jQuery adds against caches', async () => {
    for (const path of ['/api/decks', '/api/openapi.json', '/healthz'])
      expect([path, (await app.rest.get(`${path}?_=1700000000000`)).status]).toEqual([path, 200]);
  });
});
