import { beforeAll, describe, expect, test } from '@jest/globals';
import { useApp } from '../helpers/test-app.ts';
import { use, useServer } from '../helpers/use.ts';
import { FakeElevenLabs, refuse } from '../speech/fake-elevenlabs.ts';
import { DeepLServer } from '../translation/deepl-server.ts';
import { Callers } from './operations.callers.ts';
import { OperationDoors } from './operations.doors.ts';
import { type ExpectedRow, expectedRows } from './operations.expected.ts';
import { type Asked, requestMakers } from './operations.requests.ts';
import { World } from './operations.world.ts';

const apiKey = 'a-key-of-more-than-16-characters';
const deepl = useServer(new DeepLServer());
const speaker = useServer(new FakeElevenLabs());
speaker.answer = (_request, response) => refuse(response, 401, 'invalid_api_key');
const app = useApp(() => ({
  ...deepl.env,
  SPEECH: 'elevenlabs',
  ELEVENLABS_API_KEY: 'a-key-of-the-test',
  ELEVENLABS_URL: speaker.url,
  API_KEY: apiKey,
}));
const doors = new OperationDoors(app);
const world = new World(app);
const callers = new Callers(app);

use(async () => {
  await doors.open(`Bearer ${apiKey}`);
  return () => doors.close();
});
beforeAll(async () => {
  await world.open();
  await callers.open();
});

const isPage = (operation: string): boolean => operation.startsWith('page:');

async function madeFor({ name }: ExpectedRow): Promise<Asked> {
  const maker = requestMakers[name];
  if (maker === undefined) throw new Error(`operations.requests.ts makes no request for ${name}`);
  return maker(world);
}

/** A way to ask for the operation of a row: its name, and what asks. */
type Ask = readonly [door: string, ask: (asked: Asked, authorization: string | undefined) => Promise<string>];

const overHttp = (field: string): Ask => [
  `${field} over HTTP`,
  (asked, authorization) => doors.graphql(field, asked, authorization),
];

function doorsOf({ operations, fields }: ExpectedRow): Ask[] {
  return [
    ...operations.map((name): Ask => [name, (asked, authorization) => doors.rest(name, asked, authorization)]),
    ...fields.flatMap((name): Ask[] => [
      // Apollo answers no subscription over HTTP.
      ...(name.startsWith('Subscription.') ? [] : [overHttp(name)]),
      [`${name} over a socket`, (asked, authorization) => doors.socket(name, asked, authorization)],
    ]),
  ];
}

describe('the table of operations', () => {
  test('has each operation of the OpenAPI document and each root field of the schema once, and no other', () => {
    const operations = expectedRows.flatMap((row) => row.operations).filter((operation) => !isPage(operation));
    expect(operations.toSorted()).toEqual(doors.operations.toSorted());
    expect(expectedRows.flatMap(({ fields }) => fields).toSorted()).toEqual(doors.fields.toSorted());
  });

  test.each(expectedRows)('$name is refused to whom it is not for, and changes nothing', async (row) => {
    const asked = await madeFor(row);
    const before = await world.state();
    const found: string[] = [];
    const expected: string[] = [];
    for (const kind of callers.kinds.filter((one) => row.cells[one] !== 'ok')) {
      const authorization = callers.authorizationOf(kind);
      for (const [door, ask] of doorsOf(row)) {
        found.push(`${kind}: ${door}: ${await ask(asked, authorization)}`);
        expected.push(`${kind}: ${door}: ${row.cells[kind]}`);
      }
      for (const operation of row.operations) {
        for (const answer of await doors.brokenRest(operation, asked, authorization)) {
          found.push(`${kind}: broken ${operation}: ${answer}`);
          expected.push(`${kind}: broken ${operation}: ${row.cells[kind]}`);
        }
      }
    }
    expect(found).toEqual(expected);
    expect(await world.state()).toBe(before);
  });

  test.each(expectedRows)('$name works for whom it is for', async (row) => {
    const found: string[] = [];
    const expected: string[] = [];
    for (const kind of callers.kinds.filter((one) => row.cells[one] === 'ok')) {
      for (const [door, ask] of doorsOf(row)) {
        found.push(`${kind}: ${door}: ${await ask(await madeFor(row), callers.authorizationOf(kind))}`);
        expected.push(`${kind}: ${door}: ok`);
      }
    }
    expect(found).toEqual(expected);
  });
});
