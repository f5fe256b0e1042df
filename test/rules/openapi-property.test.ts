import { randomInt } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createDeck, createPresentation, createSlide, createSubscription } from '../helpers/factories.ts';
import { seeded } from '../helpers/seeded.ts';
import { useApp } from '../helpers/test-app.ts';
import { Contracts } from '../contracts/contracts.ts';
import { FromSchema, type Schema } from './from-schema.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

/** Set FUZZ_SEED to repeat a run that failed, and PROPERTY_REQUESTS for a longer one. */
const seed = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31));
const rounds = Number(process.env['PROPERTY_REQUESTS'] ?? 1_000);
const random = seeded(seed);
const app = useApp({ API_KEY: 'the-key-of-the-environment' });
/** Why a valid request is answered 503: this server has no speaker and no translator. */
const switchedOff: ReadonlySet<string> = new Set(['speech_off', 'translation_off']);
/** Ids that exist, by the parameter of the path. */
const known = new Map<string, string[]>();

/** Remembers an id under the name that the path of an answer's Location has for it. */
function learn(location: string | null, templates: readonly RegExp[]): void {
  for (const template of templates) {
    for (const [name, id] of Object.entries(template.exec(location ?? '')?.groups ?? {})) {
      const ids = known.get(name) ?? [];
      known.set(name, [id, ...ids].slice(0, 10));
    }
  }
}

async function makeWorld(): Promise<void> {
  const deck = await createDeck(app.rest);
  const slide = await createSlide(app.rest, deck.id);
  const presentation = await createPresentation(app.rest, deck.id);
  const { id: contractId } = await new Contracts(app).in('draft');
  const { id: subscriptionId } = await createSubscription(app.rest);
  const made = { deckId: deck.id, slideId: slide.id, presentationId: presentation.id, contractId, subscriptionId };
  for (const [name, id] of Object.entries(made)) known.set(name, [id, ...(known.get(name) ?? [])]);
}

describe(`requests made from OpenAPI (FUZZ_SEED=${seed})`, () => {
  test(`of ${rounds}, valid and broken, each is answered as documented and none with 5xx`, async () => {
    const { body: document } = await app.rest.get<Document>('/api/openapi.json');
    const from = new FromSchema(document.components.schemas, random);
    const templates = Object.keys(document.paths).map(
      (path) => new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    );
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { responses }]) => responses['200']?.content?.['text/event-stream'] === undefined)
        .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    );
    const [statuses, done] = [new Map<number, number>(), new Set<string>()];
    for (let round = 0; round < rounds; round += 1) {
      // Requests delete what they find.
      if (round % 100 === 0) await makeWorld();
      const { path, method, operation } = operations[round % operations.length] ?? from.pick(operations);
      const isBroken = from.chance(0.5);
      const { url, headers } = address(from, path, operation, document, isBroken);
      const schema = operation.requestBody?.content['application/json']?.schema;
      const whole = schema === undefined ? undefined : from.valid(schema);
      const body = isBroken && schema !== undefined && from.chance(0.8) ? from.broken(whole) : whole;
      const answer = await app.rest.send(method, url, body, headers);
      if (answer.status >= 500 && !switchedOff.has(answer.body.reason))
        throw new Error(`${method} ${url} ${JSON.stringify(body)}: ${answer.status}`);
      if (answer.status < 300) done.add(operation.operationId);
      if (answer.status === 201) learn(answer.headers.get('location'), templates);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
    const share = (from_: number, to: number): number =>
      [...statuses].reduce((sum, [status, count]) => sum + (status >= from_ && status < to ? count : 0), 0) / rounds;
    // The run says something: much was done, much was refused, and most operations did something.
    expect(share(200, 300)).toBeGreaterThan(0.25);
    expect(share(400, 500)).toBeGreaterThan(0.25);
    expect(done.size).toBeGreaterThan(operations.length / 2);
  }, 300_000);
});

/** Path, query and headers of one request. */
function address(
  from: FromSchema,
  path: string,
  { parameters = [] }: Operation,
  document: Document,
  isBroken: boolean,
) {
  const all = parameters.map((one) => ('$ref' in one ? referred(document, one.$ref) : one));
  const value = ({ schema, name }: Parameter): string => {
    const junk = ['', 'a b', '%00', 'nothing', "'", '-1', 'x'.repeat(500), '٣'];
    if (isBroken && from.chance(0.2)) return from.pick(junk);
    const ids = known.get(name);
    if (ids !== undefined && from.chance(0.85)) return from.pick(ids);
    const made = from.valid(schema);
    return typeof made === 'string' ? made : JSON.stringify(made);
  };
  let url = path;
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  for (const parameter of all) {
    const { name } = parameter;
    if (parameter.in === 'path') url = url.replace(`{${name}}`, encodeURIComponent(value(parameter) || 'a'));
    else if (parameter.required !== true && from.chance(0.7)) continue;
    else if (parameter.in === 'query') query.append(name, value(parameter));
    // Other bytes never leave the client.
    else headers[name] = value(parameter).replaceAll(/[^\x21-\x7e]/g, '-');
  }
  return { url: query.size === 0 ? url : `${url}?${query.toString()}`, headers };
}

function referred({ components }: Document, reference: string): Parameter {
  const found = components.parameters[reference.split('/').at(-1) ?? ''];
  if (found === undefined) throw new Error(`${reference} is not in the document`);
  return found;
}
