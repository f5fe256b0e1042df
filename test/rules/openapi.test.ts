import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { namedFormats } from '../../src/kit/input/formats.ts';
import { useApp } from '../helpers/test-app.ts';

interface Reference {
  $ref: string;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description: string;
  schema: { type: string; format?: string; pattern?: string };
}

interface Answer {
  headers: Record<string, Reference>;
  content?: Record<string, { schema: Record<string, unknown> }>;
}

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  'x-extension'?: true;
  security?: [];
  parameters: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Record<string, { schema: Reference }> };
  responses: Record<string, Answer | Reference>;
}

interface Schema {
  properties: Record<string, Record<string, unknown>>;
  required?: string[];
}

interface Document {
  openapi: string;
  info: { version: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Answer>;
    headers: Record<string, object>;
    securitySchemes: Record<string, object>;
  };
}

const app = useApp();
const schemaText = readFileSync('schema.graphql', 'utf8');
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
  ['POST /api/decks/{deckId}/slides', 'CreateSlideInput', 201, { slide: ref('Slide') }, [404, 409]],
  ['PUT /api/slides/{slideId}', 'UpdateSlideInput', 200, { slide: ref('Slide') }, [404, 409, 412]],
  ['GET /api/decks/{deckId}/faqs', null, 200, { faqs: { type: 'array', items: ref('Faq') } }, [304, 404]],
  [
    'POST /api/decks/{deckId}/presentations',
    'CreatePresentationInput',
    201,
    { presentation: ref('Presentation') },
    [404],
  ],
  ['POST /api/notifications/subscriptions', 'CreateSubscriptionInput', 201, ref('Subscription'), [404, 409]],
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
    const schema = answerOf(operation, status)?.content?.['application/json']?.schema;
    expect(schema?.['properties'] ?? schema).toEqual(answer);
    expect(operation?.requestBody?.content['application/json']?.schema).toEqual(body === null ? undefined : ref(body));
    const always = body === null ? [400, 401, 403, 422, 429, 503] : [400, 401, 403, 413, 415, 422, 429, 503];
    expect(Object.keys(operation?.responses ?? {}).map(Number)).toEqual(
      [status, ...always, ...refusals].sort((a, b) => a - b),
    );
  });

  test('they alone are no extensions', () => {
    const plain = operations.filter(([, operation]) => operation['x-extension'] !== true).map(([endpoint]) => endpoint);
    const puts = documented.map(([endpoint]) => endpoint).filter((endpoint) => endpoint.startsWith('PUT '));
    const aliases = puts.map((endpoint) => endpoint.replace('PUT', 'PATCH'));
    expect(plain.sort()).toEqual([...documented.map(([endpoint]) => endpoint), ...aliases].sort());
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
    ['Faq', 'id deckId userQuestion cannedAnswer relatedSlideId audioUrl wordTimings createdAt updatedAt'],
    ['Subscription', 'id name eventType channel channelConfig deckId isActive createdAt updatedAt'],
  ])('%s always shows its documented fields, in their order', (name, fields) => {
    const { properties = {}, required = [] } = document.components.schemas[name] ?? {};
    const listed = fields.split(' ');
    expect(Object.keys(properties).filter((field) => listed.includes(field))).toEqual(listed);
    expect(required).toEqual(Object.keys(properties));
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
    expect(schemas['CreateSlideInput']?.properties['slideType']?.['anyOf']).toEqual([
      {
        type: 'string',
        enum: ['standard', 'product_pricing_v1'],
        description: 'Layout of the slide. standard unless given.',
      },
      { type: 'null' },
    ]);
    expect(schemas['Subscription']?.properties['channel']?.['enum']).toEqual(['webhook', 'email', 'console']);
    expect(schemas['CreateSubscriptionInput']?.properties['isActive']?.['anyOf']).toEqual([
      { type: 'boolean', description: 'Whether events are delivered. true unless given.' },
      { type: 'null' },
    ]);
    const { anyOf } = schemas['CreatePresentationInput']?.properties['measurement_strategy'] ?? {};
    expect(anyOf).toMatchObject([{ enum: ['manual'] }, { type: 'null' }]);
  });
});

describe('the document', () => {
  test('every reference resolves', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to = '']) => to);
    expect(references.length).toBeGreaterThan(50);
    const known = new Set(
      Object.entries(document.components).flatMap(([kind, named]) =>
        Object.keys(named).map((name) => `#/components/${kind}/${name}`),
      ),
    );
    expect(references.filter((to) => !known.has(to))).toEqual([]);
  });

  test('every schema is one that JSON Schema 2020-12 knows', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, keywords: ['components'] });
    formats.default(ajv);
    for (const [name, { is }] of Object.entries(namedFormats)) ajv.addFormat(name, is);
    ajv.addSchema({ $id: 'openapi', components: { schemas: document.components.schemas } });
    for (const name of Object.keys(document.components.schemas)) {
      expect(() => ajv.compile({ $ref: `openapi#/components/schemas/${name}` })).not.toThrow();
    }
  });

  test('has the version of the package', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(document.info.version).toBe(version);
  });

  test('operation ids are unique verbs and nouns, those of webhooks too', () => {
    const received = Object.values(document.webhooks).map(({ post }) => post.operationId);
    const ids = [...operations.map(([, { operationId }]) => operationId), ...received];
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+[A-Z][A-Za-z0-9]+$/);
    expect(received).toContain('receiveContractSigned');
  });

  test('each mutation and query of GraphQL has an operation of its name, but those for things of any type and for sockets', () => {
    const ids = new Set(operations.map(([, { operationId }]) => operationId));
    for (const type of ['Mutation', 'Query']) {
      const block = new RegExp(`^type ${type} \\{$([^]*?)^\\}$`, 'm').exec(schemaText)?.[1] ?? '';
      const fields = [...block.matchAll(/^ {2}(\w+)[(:]/gm)].map(([, name = '']) => name);
      expect(fields.length).toBeGreaterThan(15);
      const lost = fields.filter((name) => {
        const noun = name.charAt(0).toUpperCase() + name.slice(1);
        return ![name, `get${noun}`, `list${noun}`].some((id) => ids.has(id));
      });
      // REST gives the end of the audit log with its entries, and calls the file of a deck by what makes it, exportDeck.
      expect(lost).toEqual(type === 'Query' ? ['auditHead', 'deckFile', 'node', 'nodes'] : ['refreshAuthorization']);
    }
  });

  test('every PUT has a PATCH that differs in its name and takes a merge patch as well', () => {
    for (const [path, { put, patch }] of Object.entries(document.paths)) {
      if (put === undefined) continue;
      expect([path, patch?.operationId]).toEqual([path, expect.stringMatching(/^patch/)]);
      const { operationId, description, requestBody } = patch ?? {};
      expect(patch).toEqual({ ...put, operationId, description, requestBody });
    }
  });

  test('every object that is free says so, so that no generator takes it for an empty one', () => {
    const closed = [...JSON.stringify(document).matchAll(/\{"type":"object"(,"description":"[^"]*")?\}/g)];
    expect(closed).toEqual([]);
  });

  test('no property of a request has a default, which generators take for always present', () => {
    expect(JSON.stringify(document.components.schemas)).not.toContain('"default":');
  });

  test('an input takes null for each field that may be absent, as its twin in GraphQL does', () => {
    const camel = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const inputs = Object.entries(document.components.schemas).filter(([name]) => name.endsWith('Input'));
    const undescribed = schemaText.replaceAll(/"""[^]*?"""/g, '');
    let twins = 0;
    for (const [name, { properties, required = [] }] of inputs) {
      const takesNull = Object.entries(properties)
        .filter(([, { anyOf }]) => Array.isArray(anyOf) && anyOf.some(({ type }: { type?: string }) => type === 'null'))
        .map(([field]) => field);
      const optional = Object.keys(properties).filter((field) => !required.includes(field));
      expect([name, takesNull]).toEqual([name, optional]);
      const [, fields = ''] = new RegExp(`^input ${name} \\{$([^]*?)^\\}$`, 'm').exec(undescribed) ?? [];
      if (fields === '') continue;
      twins += 1;
      const nullable = [...fields.matchAll(/^ {2}(\w+): [^=\n]*?(!?)(?: = .*)?$/gm)].filter(
        ([, , bang]) => bang === '',
      );
      expect([name, nullable.map(([, field]) => field)]).toEqual([name, optional.map(camel).sort()]);
    }
    expect(twins).toBeGreaterThan(15);
  });

  test('the parameter of audio is the name that audioUrl has', () => {
    const [, { parameters }] = operations.find(([, { operationId }]) => operationId === 'getAudio') ?? [
      '',
      { parameters: [] },
    ];
    const [key] = parameters.map(resolved);
    const url = '/api/audio/' + '0123456789abcdef'.repeat(4) + '.mp3';
    expect(new RegExp(key?.schema.pattern ?? '$ ').test(url.slice('/api/audio/'.length, -'.mp3'.length))).toBe(true);
    expect(key?.schema.format).toBeUndefined();
  });

  test.each([
    ['updateDeck', 200, ['ETag', 'X-Ignored-Fields']],
    ['createDeck', 201, ['ETag', 'Location', 'X-Ignored-Fields']],
    ['listDecks', 200, ['Link']],
    ['getAudio', 206, ['Accept-Ranges', 'Content-Range', 'ETag']],
    ['getAudio', 416, ['Content-Range']],
    ['listDecks', 429, ['Retry-After']],
    ['listDecks', 503, ['Retry-After']],
    ['listDecks', 401, ['WWW-Authenticate']],
    ['updateDeck', 415, ['Accept', 'Accept-Patch']],
  ])('%s %i declares its headers', (id, status, names) => {
    const [, operation] = operations.find(([, { operationId }]) => operationId === id) ?? [];
    const declared = answerOf(operation, status)?.headers ?? {};
    expect(Object.keys(declared)).toEqual(expect.arrayContaining([...names, 'X-Request-Id']));
  });

  test.each([
    ['updateDeck', ['If-Match', 'Idempotency-Key']],
    ['createPresentation', ['Idempotency-Key', 'Prefer']],
    ['streamEvents', ['Last-Event-ID']],
    ['setSlideTranslation', ['If-Match', 'Idempotency-Key', 'If-None-Match']],
    ['getAudio', ['Range', 'If-Range', 'If-None-Match']],
  ])('%s declares the request headers that it reads', (id, names) => {
    const [, operation] = operations.find(([, { operationId }]) => operationId === id) ?? [];
    const inHeader = (operation?.parameters ?? []).map(resolved).filter((parameter) => parameter.in === 'header');
    expect(inHeader.map(({ name }) => name)).toEqual(names);
  });

  test('operations of homeowners take a link, and no key', () => {
    const ofGuests = operations.filter(([endpoint]) => endpoint.includes('/api/guest/'));
    expect(ofGuests).toHaveLength(14);
    for (const [endpoint, { security }] of ofGuests) expect([endpoint, security]).toEqual([endpoint, [{ link: [] }]]);
    expect(document.components.securitySchemes['link']).toMatchObject({ in: 'header', name: 'Authorization' });
  });

  test('times that are sent have the format date-time, as those that are answered', () => {
    const said = /ISO 8601/;
    const parameters = operations.flatMap(([endpoint, operation]) =>
      operation.parameters.map(resolved).map((it) => [`${endpoint} ${it.name}`, it.description, it.schema] as const),
    );
    const fields = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      Object.entries('properties' in schema ? schema.properties : {}).map(
        ([field, value]) => [`${name}.${field}`, JSON.stringify(value), value] as const,
      ),
    );
    const times = [...parameters, ...fields].filter(([, description]) => said.test(description ?? ''));
    expect(times.length).toBeGreaterThan(8);
    for (const [name, , schema] of times)
      expect([name, JSON.stringify(schema)]).toEqual([name, expect.stringContaining('"date-time"')]);
  });

  test('every path parameter is declared once, and required', () => {
    for (const [endpoint, { parameters }] of operations) {
      const inPath = [...endpoint.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = parameters.map(resolved).filter((parameter) => parameter.in === 'path');
      expect([endpoint, declared.map(({ name }) => name)]).toEqual([endpoint, inPath]);
      expect(declared.every(({ required }) => required === true)).toBe(true);
    }
  });

  test('every operation has a summary, an answer, and refusals as problem details', () => {
    const tags = new Set(document.tags.map(({ name }) => name));
    for (const [endpoint, operation] of operations) {
      const { summary, description, responses } = operation;
      expect([endpoint, summary.length > 5, description.length > 5]).toEqual([endpoint, true, true]);
      expect(operation.tags.every((tag) => tags.has(tag))).toBe(true);
      const [good = '', ...others] = Object.keys(responses);
      expect(Number(good)).toBeLessThan(300);
      for (const status of others.filter((it) => Number(it) >= 400)) {
        expect(Object.keys(responses[status] ?? {})).toEqual(['$ref']);
        const { content } = answerOf(operation, Number(status)) ?? {};
        expect(content).toEqual({ 'application/problem+json': { schema: ref('Problem') } });
      }
    }
  });

  test('a body is declared by what writes, and by nothing else', () => {
    for (const [endpoint, { requestBody }] of operations) {
      const isBare =
        /\/(test|resend|retry|mark-viewed|void|narrate|session|stream|visits|\{language\}|guest\/contracts\/\{contractId\}\/rescind)$/.test(
          endpoint,
        );
      const writes = /^(PUT|PATCH) /.test(endpoint) || (endpoint.startsWith('POST ') && !isBare);
      const required = !/\/(rotate|send|decline|rescind|contracts|playground\/receivers)$/.test(endpoint);
      expect([endpoint, requestBody?.required]).toEqual([endpoint, writes ? required : undefined]);
    }
  });
});

function resolved(parameter: Parameter | Reference): Parameter {
  if (!('$ref' in parameter)) return parameter;
  const found = document.components.parameters[parameter.$ref.split('/').at(-1) ?? ''];
  if (found === undefined) throw new Error(`There is no ${parameter.$ref}`);
  return found;
}

function answerOf(operation: Operation | undefined, status: number): Answer | undefined {
  const answer = operation?.responses[status];
  if (answer === undefined || !('$ref' in answer)) return answer;
  return document.components.responses[answer.$ref.split('/').at(-1) ?? ''];
}

function ref(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}
