import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { catalogue } from '../../../src/composition/modules.ts';
import { useApp } from '../../helpers/test-app.ts';

const app = useApp();
const publicApp = useApp({ PUBLIC_URL: 'https://deckcast.example.com' });
const pathOf = (type: string): string => `/api/notifications/event-types/${type}/schema`;
const types = catalogue.eventTypes.map((type) => [type.name, type] as const);

describe('the schema of an event type', () => {
  test.each(types)('of %s is JSON Schema 2020-12, which its sample fits', async (name, { schema, sample }) => {
    const { status, headers, body } = await app.rest.get<object>(pathOf(name));
    expect([status, headers.get('content-type')]).toEqual([200, 'application/schema+json']);
    const base = { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: pathOf(name), title: name };
    expect(body).toMatchObject({ ...base, ...schema });
    const ajv = new Ajv2020({ allowUnionTypes: true });
    formats.default(ajv);
    const validate = ajv.compile(body);
    expect([validate(sample), validate.errors]).toEqual([true, null]);
    expect(validate({})).toBe(false);
  });

  test('is 304 for a client that has it', async () => {
    const first = await app.rest.get(pathOf('contract.signed'));
    const tag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const again = await app.rest.get(pathOf('contract.signed'), { 'if-none-match': tag });
    expect([again.status, again.headers.get('etag'), again.body]).toEqual([304, tag, '']);
    const other = await app.rest.get(pathOf('contract.sent'), { 'if-none-match': tag });
    expect([other.status, other.headers.get('etag') === tag]).toEqual([200, false]);
  });

  test.each([
    ['contract.sign', 'This service has no event type contract.sign; did you mean contract.signed?'],
    ['Contract.Signed', 'This service has no event type Contract.Signed; did you mean contract.signed?'],
    ['visit.started', 'This service has no event type visit.started.'],
    ['__proto__', 'This service has no event type __proto__.'],
  ])('of %s does not exist, and the answer names a near one', async (type, detail) => {
    const { status, body } = await app.rest.get(pathOf(type));
    expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
    expect(body.detail).toBe(`${detail} GET /api/notifications/event-types lists those that subscriptions receive.`);
  });

  test('has the URL that both APIs list, absolute with PUBLIC_URL', async () => {
    for (const [server, origin] of [
      [app, ''],
      [publicApp, 'https://deckcast.example.com'],
    ] as const) {
      const { body } = await server.rest.get<{ eventTypes: { name: string; schemaUrl: string }[] }>(
        '/api/notifications/event-types',
      );
      const { eventTypes } = await server.graphql.data<{ eventTypes: object[] }>('{ eventTypes { name schemaUrl } }');
      const listed = body.eventTypes.map(({ name, schemaUrl }) => ({ name, schemaUrl }));
      expect(eventTypes).toEqual(listed);
      for (const { name, schemaUrl } of listed) expect(schemaUrl).toBe(`${origin}${pathOf(name)}`);
      const { body: schema } = await server.rest.get<{ $id: string }>(pathOf('contract.signed'));
      expect(schema.$id).toBe(`${origin}${pathOf('contract.signed')}`);
    }
  });
});
