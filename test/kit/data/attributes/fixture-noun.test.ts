/** @fresh It declares a noun, which TypeGraphQL would add to the schema of every other app in the process. */
import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { pino } from 'pino';
import { type App, startApp } from '../../../../src/app.ts';
import { catalogueOf } from '../../../../src/composition/catalogue.ts';
import { catalogue } from '../../../../src/composition/modules.ts';
import { loadConfig } from '../../../../src/config.ts';
import {
  personalisedTextsOf,
  textsOf,
  translatedTextsOf,
} from '../../../../src/authoring/translations/attribute-texts.ts';
import { differences } from '../../../../src/presentations/drift/differences.ts';
import { copyOf } from '../../../../src/presentations/personalisation/copy-attributes.ts';
import { openOrm } from '../../../../src/kit/data/orm.ts';
import type { ProblemAnswer } from '../../../helpers/answers.ts';
import { GraphQLClient } from '../../../helpers/graphql-client.ts';
import { RestClient } from '../../../helpers/rest-client.ts';
import { createTestDatabase, type TestDatabase } from '../../../helpers/test-database.ts';
import { use } from '../../../helpers/use.ts';
import { gadgetAttributes, gadgetModule, StoredGadget } from './gadget.module.ts';

const log = pino({ level: 'silent' });
let database: TestDatabase;
let rest: RestClient;
let graphql: GraphQLClient;

use(async () => {
  database = await createTestDatabase();
  const withGadgets = catalogueOf([...catalogue.modules, gadgetModule]);
  // What a migration would do.
  const orm = await openOrm(database.connection, withGadgets.entities, log);
  await sql.raw(await orm.schema.getUpdateSchemaSQL({ wrap: false })).execute(database.connection.kysely);
  const config = loadConfig({ PORT: '0', DATA_DIR: 'memory:', LOG_LEVEL: 'silent', SEED_DEMO: 'off', SPEECH: 'none' });
  const app: App = await startApp(config, log, { connection: database.connection, catalogue: withGadgets });
  const base = `http://127.0.0.1:${app.address?.port ?? 0}`;
  rest = await new RestClient(base).open();
  graphql = new GraphQLClient(base);
  return async () => {
    await app.stop();
    await database.remove();
  };
});

interface GadgetAnswer {
  gadget: { id: string; motto: string };
}

describe('a module that is one line of the list', () => {
  test('has its event type listed, and recorded by its use case', async () => {
    const { body } = await rest.get<{ eventTypes: { name: string }[] }>('/api/notifications/event-types');
    expect(body.eventTypes.map(({ name }) => name)).toContain('gadget.changed');
    const made = await rest.post<GadgetAnswer>('/api/gadgets', { motto: 'Good' });
    const { rows } = await sql`select data from event where type = 'gadget.changed'`.execute(
      database.connection.kysely,
    );
    expect(rows).toContainEqual({ data: { id: made.body.gadget.id } });
  });

  test('has its row found by node', async () => {
    const { body } = await rest.post<GadgetAnswer>('/api/gadgets', { motto: 'Good' });
    const document = 'query ($id: ID!) { node(id: $id) { __typename ... on Gadget { motto } } }';
    expect(await graphql.data(document, body.gadget)).toEqual({ node: { __typename: 'Gadget', motto: 'Good' } });
  });
});

describe('an attribute that is declared once', () => {
  test('is a column of its table', async () => {
    const { rows } = await sql`
      select data_type, is_nullable from information_schema.columns
      where table_name = 'gadget' and column_name = 'motto'`.execute(database.connection.kysely);
    expect(rows).toEqual([{ data_type: 'text', is_nullable: 'NO' }]);
  });

  test('comes in and goes out by REST', async () => {
    const { status, body } = await rest.post<GadgetAnswer>('/api/gadgets', { motto: 'Built well' });
    expect(status).toBe(201);
    const changed = await rest.put<GadgetAnswer>(`/api/gadgets/${body.gadget.id}`, { motto: 'Ever on' });
    expect(changed.body.gadget).toEqual({ id: body.gadget.id, motto: 'Ever on' });
  });

  test('comes in and goes out by GraphQL', async () => {
    const { createGadget } = await graphql.data<{ createGadget: { id: string } }>(
      'mutation { createGadget(input: { motto: "Built well" }) { id } }',
    );
    const change = 'mutation ($id: ID!) { updateGadget(id: $id, input: { motto: "Ever on" }) { motto } }';
    expect(await graphql.data(change, createGadget)).toEqual({ updateGadget: { motto: 'Ever on' } });
    expect(await graphql.data('query ($id: ID!) { gadget(id: $id) { motto } }', createGadget)).toEqual({
      gadget: { motto: 'Ever on' },
    });
  });

  test('is checked by one rule in both APIs, in both inputs', async () => {
    const fault = { pointer: '/motto', code: 'length' };
    const long = { motto: 'x'.repeat(13) };
    const { body } = await rest.post<GadgetAnswer>('/api/gadgets', { motto: 'Good' });
    const byRest = [
      await rest.post<ProblemAnswer>('/api/gadgets', long),
      await rest.put<ProblemAnswer>(`/api/gadgets/${body.gadget.id}`, long),
    ];
    for (const refused of byRest) expect(refused.body.errors).toEqual([expect.objectContaining(fault)]);
    const documents = [
      'mutation ($input: CreateGadgetInput!) { createGadget(input: $input) { id } }',
      `mutation ($input: UpdateGadgetInput!) { updateGadget(id: "${body.gadget.id}", input: $input) { id } }`,
    ];
    for (const document of documents) {
      const { errors } = await graphql.send(document, { input: long });
      expect(errors?.[0]?.extensions.problem.errors).toEqual([expect.objectContaining(fault)]);
    }
  });

  test('is required in a new noun and not in a change', async () => {
    const { status, body } = await rest.post<ProblemAnswer>('/api/gadgets', {});
    expect([status, body.errors?.[0]?.code]).toEqual([400, 'required']);
    const { body: made } = await rest.post<GadgetAnswer>('/api/gadgets', { motto: 'Good' });
    expect((await rest.put<GadgetAnswer>(`/api/gadgets/${made.gadget.id}`, {})).body.gadget.motto).toBe('Good');
  });

  test('is in the OpenAPI document and in the schema, with its description', async () => {
    const { body } = await rest.get<{ components: { schemas: Record<string, { properties: object }> } }>(
      '/api/openapi.json',
    );
    const { CreateGadgetInput, UpdateGadgetInput, Gadget: shown } = body.components.schemas;
    const motto = { description: 'What is printed on it. May contain placeholders.', maxLength: 12 };
    expect(CreateGadgetInput?.properties).toMatchObject({ motto });
    expect(UpdateGadgetInput?.properties).toMatchObject({ motto: { anyOf: [motto, { type: 'null' }] } });
    expect(shown?.properties).toHaveProperty('motto');
    const described = await graphql.data<{ type: { fields: object[] } }>(
      '{ type: __type(name: "Gadget") { fields { name description } } }',
    );
    expect(described.type.fields).toContainEqual({ name: 'motto', description: motto.description });
  });

  test('is searched for placeholders and translated', () => {
    const row = { motto: 'Hi {{homeowner.first_name}}' };
    expect(personalisedTextsOf(gadgetAttributes, row)).toEqual(row);
    expect(textsOf(gadgetAttributes, row)).toEqual(row);
    expect(translatedTextsOf(gadgetAttributes, row, { motto: 'Hola' })).toEqual({ motto: 'Hola' });
  });

  test('is part of the copy for a homeowner, and of its table', async () => {
    const copy = copyOf(gadgetAttributes, { motto: 'Hi {{homeowner.first_name}}' }, { motto: 'Hi Dana' });
    expect(copy).toEqual({ motto: 'Hi Dana' });
    const orm = await openOrm(database.connection, [StoredGadget], log);
    expect(await orm.schema.getCreateSchemaSQL()).toMatch(/create table "gadget_copy" \(.*"motto" text not null/);
  });

  test('is compared in the drift', () => {
    const then = [{ id: '1', motto: 'Hi Dana' }];
    const now = [{ id: '1', motto: 'Hello Dana' }];
    expect(differences(gadgetAttributes, then, now, 'id')).toEqual([
      { it: now[0], kind: 'changed', fields: ['motto'] },
    ]);
    expect(differences(gadgetAttributes, then, then, 'id')).toEqual([]);
  });
});
