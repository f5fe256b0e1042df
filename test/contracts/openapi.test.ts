import { beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { useApp } from '../helpers/test-app.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: { type: string; format?: string };
}

interface Operation {
  operationId: string;
  summary: string;
  'x-extension'?: true;
  security?: [];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: { $ref: string } }> };
  responses: Record<string, { content?: Record<string, { schema: Record<string, unknown> }> }>;
}

interface Schema {
  properties: Record<string, Record<string, unknown>>;
  required?: string[];
}

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const app = useApp();
let document: Document;
let operations: [string, Operation][];

beforeAll(async () => {
  document = (await app.rest.get<Document>('/api/openapi.json')).body;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
});

/** The endpoints of the documented interface: body, answer, and the statuses that DESIGN section 8 decided. */
const documented: [endpoint: string, body: string | null, status: number, answer: unknown, refusals: number[]][] = [
  ['POST /api/decks/{deckId}/slides', 'CreateSlideInput', 201, { slide: ref('Slide') }, [404, 409, 422]],
  ['PUT /api/slides/{slideId}', 'UpdateSlideInput', 200, { slide: ref('Slide') }, [404, 409, 412]],
  ['GET /api/decks/{deckId}/faqs', null, 200, { faqs: { type: 'array', items: ref('FAQ') } }, [404]],
  [
    'POST /api/decks/{deckId}/presentations',
    'CreatePresentationInput',
    201,
    { presentation: ref('Presentation') },
    [404, 422],
  ],
  ['POST /api/notifications/subscriptions', 'CreateSubscriptionInput', 201, ref('Subscription'), [404]],
  [
    'PUT /api/notifications/subscriptions/{subscriptionId}',
    'UpdateSubscriptionInput',
    200,
    ref('Subscription'),
    [404, 412],
  ],
];

describe('the documented endpoints', () => {
  test.each(documented)('%s is declared', (endpoint, body, status, answer, refusals) => {
    const operation = new Map(operations).get(endpoint);
    const schema = operation?.responses[status]?.content?.['application/json']?.schema;
    expect(schema?.['properties'] ?? schema).toEqual(answer);
    expect(operation?.requestBody?.content['application/json']?.schema).toEqual(body === null ? undefined : ref(body));
    const always = body === null ? [400, 401, 403, 503] : [400, 401, 403, 413, 415, 503];
    expect(Object.keys(operation?.responses ?? {}).map(Number)).toEqual(
      [status, ...always, ...refusals].sort((a, b) => a - b),
    );
  });

  test('they alone are no extensions', () => {
    const plain = operations.filter(([, operation]) => operation['x-extension'] !== true).map(([endpoint]) => endpoint);
    expect(plain.sort()).toEqual(documented.map(([endpoint]) => endpoint).sort());
  });

  /** Fields as section 2 and section 4 of the interface list them. */
  test.each([
    [
      'Slide',
      'id slideId title bullets narrationScript slideContext audioUrl heroImg wordTimings orderIndex slideType productData',
    ],
    ['WordTiming', 'word startTime endTime'],
    [
      'ProductData',
      'subtitle brandLogo disclaimer defaultSelectedTier backgroundColor selectionColor roundTo good better best',
    ],
    ['FAQ', 'id deckId userQuestion cannedAnswer relatedSlideId audioUrl wordTimings createdAt updatedAt'],
    ['Subscription', 'id name eventType channel channelConfig deckId isActive createdAt updatedAt'],
  ])('%s always shows exactly its documented fields', (name, fields) => {
    const { properties = {}, required } = document.components.schemas[name] ?? {};
    expect(Object.keys(properties)).toEqual(fields.split(' '));
    expect(required).toEqual(fields.split(' '));
  });

  test.each([
    ['CreateSlideInput', 'slideId title narrationScript'],
    ['UpdateSlideInput', ''],
    ['CreatePresentationInput', 'homeowner'],
    ['HomeownerInput', 'first_name last_name'],
    ['CreateSubscriptionInput', 'name eventType channel channelConfig'],
    ['UpdateSubscriptionInput', ''],
  ])('%s requires "%s"', (name, required) => {
    expect((document.components.schemas[name]?.required ?? []).join(' ')).toBe(required);
  });

  test('enums are the documented ones', () => {
    const { schemas } = document.components;
    expect(schemas['Slide']?.properties['slideType']?.['enum']).toEqual(['standard', 'product_pricing_v1']);
    expect(schemas['CreateSlideInput']?.properties['slideType']).toMatchObject({ default: 'standard' });
    expect(schemas['Subscription']?.properties['channel']?.['enum']).toEqual(['webhook', 'email', 'console']);
    expect(schemas['CreateSubscriptionInput']?.properties['isActive']).toMatchObject({ default: true });
    expect(schemas['CreatePresentationInput']?.properties['measurement_strategy']).toMatchObject({ enum: ['manual'] });
  });
});

describe('the document', () => {
  test('every reference resolves', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to = '']) => to);
    expect(references.length).toBeGreaterThan(50);
    const known = new Set(Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`));
    expect(references.filter((to) => !known.has(to))).toEqual([]);
  });

  test('every schema is one that JSON Schema 2020-12 knows', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, keywords: ['example', 'components'] });
    formats.default(ajv);
    for (const name of [
      'country',
      'currency',
      'event-pattern',
      'event-type',
      'http-url',
      'language-tag',
      'person-name',
      'phone',
      'sha256',
    ]) {
      ajv.addFormat(name, true);
    }
    ajv.addSchema({ $id: 'openapi', components: document.components });
    for (const name of Object.keys(document.components.schemas)) {
      expect(() => ajv.compile({ $ref: `openapi#/components/schemas/${name}` })).not.toThrow();
    }
  });

  test('operation ids are unique identifiers', () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]+$/);
  });

  test('every path parameter is declared once, and required', () => {
    for (const [endpoint, { parameters }] of operations) {
      const inPath = [...endpoint.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = parameters.filter((parameter) => parameter.in === 'path');
      expect([endpoint, declared.map(({ name }) => name)]).toEqual([endpoint, inPath]);
      expect(declared.every(({ required }) => required === true)).toBe(true);
    }
  });

  test('every operation has a summary, an answer, and refusals as problem details', () => {
    for (const [endpoint, { summary, responses }] of operations) {
      expect([endpoint, summary.length > 5]).toEqual([endpoint, true]);
      const [good = '', ...others] = Object.keys(responses);
      expect(Number(good)).toBeLessThan(300);
      for (const status of others.filter((it) => Number(it) >= 400)) {
        expect(responses[status]?.content).toEqual({ 'application/problem+json': { schema: ref('Problem') } });
      }
    }
  });

  test('a body is declared by what writes, and by nothing else', () => {
    for (const [endpoint, { requestBody }] of operations) {
      const isBare = /\/(test|resend|contracts|view|cancel|narrate|\{language\})$/.test(endpoint);
      const writes = endpoint.startsWith('PUT ') || (endpoint.startsWith('POST ') && !isBare);
      const required = !/\/(rotate|send|decline)$/.test(endpoint);
      expect([endpoint, requestBody?.required]).toEqual([endpoint, writes ? required : undefined]);
    }
  });
});

function ref(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}
