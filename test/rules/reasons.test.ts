import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { AppError, statusByCode } from '../../src/kit/core/errors.ts';
import { type ErrorReason, errorReasons, reasonsByCode } from '../../src/kit/core/reasons.ts';
import { unprocessable } from '../../src/kit/input/validate.ts';
import { Contracts, presented } from '../contracts/contracts.ts';
import { eventually } from '../helpers/eventually.ts';
import { createDeck } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';
import { provoked, type Said } from './reasons.cases.ts';

const app = useApp({ API_KEY: 'a-key-of-more-than-16-characters' });

/** What no test provokes, each with why. */
const unprovoked: Partial<Record<ErrorReason, string>> = {
  client_left: 'nobody is there to receive it: it ends the work, and shows in logs alone',
  database_went_back:
    'a server would have to lose its last transactions under an open socket; what events answer then is tested: cursor_lost',
};

describe('a refusal', () => {
  test.each(Object.entries(provoked))('says why: %s', async (reason, provoke) => {
    const said = (await provoke({ app, contracts: new Contracts(app) })) as Said;
    const { code } = errorReasons.find((one) => one.reason === reason) ?? {};
    const { problem = said } = said;
    expect(problem).toMatchObject({ status: statusByCode[problem.code], code, reason });
    expect(said.reason).toBe(reason);
  });

  test('says the same in GraphQL as in REST', async () => {
    const { id } = await presented(app.rest);
    const contracts = new Contracts(app);
    const { contract } = (await contracts.create(id)).body;
    const pairs: [Promise<{ body: { reason?: string } }>, string][] = [
      [contracts.create(id), `createContract(presentationId: "${id}")`],
      [contracts.move(contract.id, 'rescind'), `rescindContract(id: "${contract.id}")`],
      [
        app.rest.put(`/api/presentations/${id}/tier`, { tier: 'best' }),
        `selectTier(presentationId: "${id}", tier: BEST)`,
      ],
    ];
    for (const [rest, mutation] of pairs) {
      const { errors } = await app.graphql.send(`mutation { it: ${mutation} { __typename } }`);
      const { reason } = (await rest).body;
      expect(errors).toMatchObject([{ extensions: { reason, problem: { reason } } }]);
    }
  });

  test('says why on a socket', async () => {
    const live = app.live({ authorization: 'Bearer a-key-of-more-than-16-characters' });
    const refused = live.subscribe('subscription { events(after: "9") { id } }');
    const errors = await eventually(() => refused.received[0]?.errors ?? refused.ended());
    expect(errors).toMatchObject([{ extensions: { reason: 'cursor_expired' } }]);
  });

  test('of one presentation among several is typed in GraphQL', async () => {
    const { id } = await createDeck(app.rest);
    const mutation = `mutation { it: createPresentations(deckId: "${id}", inputs: [
      { homeowner: { firstName: "Dana", lastName: "Whitaker" } }, { homeowner: { firstName: "", lastName: "" } }]) { results { problem { reason } } } }`;
    const { it } = await app.graphql.data<{ it: object }>(mutation);
    expect(it).toEqual({
      results: [{ problem: null }, { problem: { reason: 'invalid_input' } }],
    });
  });
});

describe('the list of reasons', () => {
  test('has each reason once, in snake_case, with a sentence', () => {
    const names = errorReasons.map(({ reason }) => reason);
    expect(new Set(names).size).toBe(names.length);
    for (const { reason, description } of errorReasons) {
      expect(reason).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect([reason, description]).toEqual([reason, expect.stringMatching(/^[A-Z].*\.$/)]);
    }
    expect(Object.keys(reasonsByCode).toSorted()).toEqual(Object.keys(statusByCode).toSorted());
  });

  test('is that of both contracts', () => {
    const openapi = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
      components: { schemas: { Problem: { required: string[]; properties: { reason: { enum: string[] } } } } };
    };
    const { Problem } = openapi.components.schemas;
    const names = errorReasons.map(({ reason }) => reason);
    expect(Problem.properties.reason.enum).toEqual(names);
    expect(Problem.required).toContain('reason');
    const declared = /^enum ErrorReason \{([^]*?)^\}/m.exec(readFileSync('schema.graphql', 'utf8'))?.[1] ?? '';
    expect(declared.match(/^ {2}[a-z_]+$/gm)?.map((line) => line.trim())).toEqual(names.toSorted());
  });

  test('has no reason that a test does not provoke, but for those that are named', async () => {
    const texts: string[] = [];
    for await (const file of glob('test/**/*.test.ts')) {
      if (path.basename(file) !== 'reasons.test.ts') texts.push(readFileSync(file, 'utf8'));
    }
    const all = texts.join('\n');
    const isProvoked = (reason: string): boolean =>
      reason in provoked || all.includes(`'${reason}'`) || all.includes(`"${reason}"`);
    const missing = errorReasons.map(({ reason }) => reason).filter((reason) => !isProvoked(reason));
    expect(missing).toEqual(Object.keys(unprovoked));
  });

  test('is the only way to a refusal: a code alone, or the reason of another code, does not compile', () => {
    const code = 'CONFLICT';
    // @ts-expect-error a code is no reason
    expect(new AppError(code, 'No reason.')).toBeInstanceOf(AppError);
    // @ts-expect-error it belongs to CONFLICT
    expect(unprocessable('contract_final', '', 'enum', 'Another code.')).toBeInstanceOf(AppError);
    expect(new AppError('contract_final', 'Signed.')).toMatchObject({ code: 'CONFLICT', status: 409 });
  });
});
