import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { eventually } from '../helpers/eventually.ts';
import { Issuer } from '../helpers/issuer.ts';
import { useApp } from '../helpers/test-app.ts';
import { use, useServer } from '../helpers/use.ts';
import { FakeElevenLabs, refuse } from '../engines/speech/fake-elevenlabs.ts';
import { DeepLServer } from '../authoring/deepl-server.ts';
import { Callers } from './operations.callers.ts';
import { type Authorization, OperationApis } from './operations.apis.ts';
import { type ExpectedRow, expectedRows } from './operations.expected.ts';
import { type Asked, requestMakers } from './operations.requests.ts';
import { World } from './operations.world.ts';

const apiKey = 'a-key-of-more-than-16-characters';
const deepl = useServer(new DeepLServer());
const speaker = useServer(new FakeElevenLabs());
speaker.answer = (_request, response) => refuse(response, 401, 'invalid_api_key');
const issuer = useServer(new Issuer());
const app = useApp(() => ({
  ...deepl.env,
  ...issuer.env,
  SPEECH: 'elevenlabs',
  ELEVENLABS_API_KEY: 'a-key-of-the-test',
  ELEVENLABS_URL: speaker.url,
  API_KEY: apiKey,
}));
const apis = new OperationApis(app);
const world = new World(app);
const callers = new Callers(app, issuer);

use(async () => {
  await apis.open(`Bearer ${apiKey}`);
  return () => apis.close();
});
beforeAll(async () => {
  await world.open();
  await callers.open(world.otherDeckId, world.guestPresentationId);
});

/** Works over a socket alone: Apollo answers no subscription over HTTP, where no credential stays to be refreshed. */
const isOfSockets = (field: string): boolean =>
  field.startsWith('Subscription.') || field === 'Mutation.refreshAuthorization';

const isPage = (operation: string): boolean => operation.startsWith('page:');

async function madeFor({ name }: ExpectedRow): Promise<Asked> {
  const maker = requestMakers[name];
  if (maker === undefined) throw new Error(`operations.requests.ts makes no request for ${name}`);
  return maker(world);
}

/** A way to ask for the operation of a row: its name, and what asks. */
type Ask = readonly [api: string, ask: (asked: Asked, authorization: Authorization) => Promise<string>];

const overHttp = (field: string): Ask => [
  `${field} over HTTP`,
  (asked, authorization) => apis.graphql(field, asked, authorization),
];

function apisOf({ operations, fields }: ExpectedRow): Ask[] {
  return [
    ...operations.map((name): Ask => [name, (asked, authorization) => apis.rest(name, asked, authorization)]),
    ...fields.flatMap((name): Ask[] => [
      ...(isOfSockets(name) ? [] : [overHttp(name)]),
      [`${name} over a socket`, (asked, authorization) => apis.socket(name, asked, authorization)],
    ]),
  ];
}

describe('the table of operations', () => {
  test('has each operation of the OpenAPI document and each root field of the schema once, and no other', () => {
    const operations = expectedRows.flatMap((row) => row.operations).filter((operation) => !isPage(operation));
    expect(operations.toSorted()).toEqual(apis.operations.toSorted());
    expect(expectedRows.flatMap(({ fields }) => fields).toSorted()).toEqual(apis.fields.toSorted());
  });

  test.each(expectedRows)(
    '$name is refused to whom it is not for or who lacks a scope, and changes nothing',
    async (row) => {
      const lacking = await Promise.all(row.needs.map(async (scope) => [scope, await callers.lacking(scope)] as const));
      const asked = await madeFor(row);
      // What makes a stream send something changes rows itself.
      const state = async (): Promise<object> => (asked.stir === undefined ? world.state() : []);
      const before = await state();
      const outcomes = new Outcomes();
      for (const kind of callers.kinds.filter((one) => row.cells[one] !== 'ok')) {
        await outcomes.refused(row, asked, kind, callers.authorizationOf(kind), row.cells[kind]);
      }
      for (const [scope, authorization] of lacking) {
        await outcomes.refused(row, asked, `without ${scope}`, authorization, '403');
      }
      await outcomes.refusedWithoutCsrfToken(row, asked);
      if (asked.stir !== undefined) await world.settled();
      expect(outcomes.found).toEqual(outcomes.expected);
      expect(await state()).toEqual(before);
    },
  );

  test.each(expectedRows)('$name works for whom it is for, and with its scopes alone', async (row) => {
    const outcomes = new Outcomes();
    // No key has what guests have.
    const exactly: [string, Authorization][] = row.needs.some((scope) => scope.startsWith('guest:'))
      ? []
      : [['its scopes alone', await callers.holding(row.needs.length === 0 ? ['audit:read'] : row.needs)]];
    const allowed = callers.kinds
      .filter((kind) => row.cells[kind] === 'ok')
      .map((kind) => [kind, callers.authorizationOf(kind)] as const);
    for (const [name, authorization] of [...allowed, ...exactly]) {
      for (const [api, ask] of apisOf(row)) {
        outcomes.add(`${name}: ${api}`, await ask(await madeFor(row), authorization), 'ok');
      }
    }
    if (row.name === 'deleteSession') await callers.signIn();
    expect(outcomes.found).toEqual(outcomes.expected);
  });

  test.each(expectedRows.flatMap(({ fields }) => fields).filter(isOfSockets))(
    '%s gives nothing over HTTP',
    async (field) => {
      const row = expectedRows.find(({ fields }) => fields.includes(field));
      if (row === undefined) throw new Error(`the table has no ${field}`);
      const outcomes = new Outcomes();
      for (const kind of callers.kinds) {
        const outcome = await apis.graphql(field, await madeFor(row), callers.authorizationOf(kind));
        const isRefused = row.cells[kind] === '401' || (row.cells[kind] === '403' && field.startsWith('Mutation.'));
        outcomes.add(kind, outcome, isRefused ? row.cells[kind] : 'INVALID_INPUT');
      }
      expect(outcomes.found).toEqual(outcomes.expected);
    },
  );
});

/**
 * What changes nothing that is stored, though it is no GET; and what homeowners watch, whose entries would outlive them. The
 * slide of these previews of speech has a recording.
 */
const unrecorded = new Set([
  'setPresenterPosition',
  'previewEmail',
  'previewOffer',
  'previewPresentation',
  'previewSpeech',
  'recordGuestEngagement',
  'searchGuestFaqs',
  'tryFilter',
  'Mutation.refreshAuthorization',
]);

/** Asked last: what the requests above have left there. */
describe('the audit log', () => {
  const recorded = async (result: string): Promise<string[]> => {
    const { rows } = await sql<{ operation: string }>`select distinct operation from audit_entry
      where result = ${result}`.execute(app.database.connection.kysely);
    return rows.map(({ operation }) => operation);
  };
  const isUnsafe = ({ operations, fields }: ExpectedRow): boolean =>
    fields.some((field) => field.startsWith('Mutation.')) || operations.some((one) => apis.isUnsafe(one));

  test('has every operation that changes something or shows a secret', async () => {
    const rows = expectedRows.filter((row) => isUnsafe(row) || row.needs.includes('secrets:read'));
    const names = rows.map(({ name }) => name).filter((name) => !unrecorded.has(name));
    expect(names.length).toBeGreaterThan(40);
    expect(await recorded('done')).toEqual(expect.arrayContaining(names));
  });

  test('has a refusal of every operation that needs a scope', async () => {
    // Fields without a name of REST are recorded under that of their operation.
    const rows = expectedRows.filter(({ needs, operations }) => needs.length > 0 && operations.length > 0);
    await eventually(async () => {
      const refused = await recorded('refused');
      return rows.every(({ name }) => refused.includes(name));
    });
  });
});

/** What was answered beside what the table says, so that one failure shows all differences of a row. */
class Outcomes {
  readonly found: string[] = [];
  readonly expected: string[] = [];

  add(what: string, found: string, expected: string): void {
    this.found.push(`${what}: ${found}`);
    this.expected.push(`${what}: ${expected}`);
  }

  /** Asks in each API, with a valid request and with broken ones. */
  async refused(row: ExpectedRow, asked: Asked, name: string, caller: Authorization, cell: string): Promise<void> {
    for (const [api, ask] of apisOf(row)) this.add(`${name}: ${api}`, await ask(asked, caller), cell);
    // Every bad credential is refused at the same place as none. Who may ask is told what else is wrong.
    if (cell === '409' || (cell === '401' && name !== 'none')) return;
    if (name === 'elsewhere') return this.#unknown(row, asked, caller, cell);
    for (const operation of row.operations) {
      const answers = await apis.brokenRest(operation, asked, caller);
      for (const answer of answers) this.add(`${name}: broken ${operation}`, answer, cell);
    }
  }

  /** The cookie alone is what every page can make the browser send. A socket takes it from our own pages only. */
  async refusedWithoutCsrfToken(row: ExpectedRow, asked: Asked): Promise<void> {
    const session = callers.authorizationOf('session');
    if (typeof session !== 'object') throw new Error('the callers have no session');
    const bare = { ...session, csrfToken: '' };
    for (const operation of row.operations.filter((one) => apis.isUnsafe(one))) {
      this.add(`no CSRF token: ${operation}`, await apis.rest(operation, asked, bare), '403');
    }
    for (const field of row.fields) {
      this.add(`no CSRF token: ${field}`, await apis.graphql(field, asked, bare), '403');
    }
  }

  /** What is elsewhere is answered as what is nowhere. A body is read first: what it names decides. */
  async #unknown(row: ExpectedRow, asked: Asked, caller: Authorization, cell: string): Promise<void> {
    for (const operation of row.operations) {
      this.add(`unknown ${operation}`, await apis.unknownRest(operation, asked, caller), cell);
    }
  }
}
