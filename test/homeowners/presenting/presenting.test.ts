import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { PresentationAnswer } from '../../helpers/answers.ts';
import { buses } from '../../helpers/buses.ts';
import { EventStream } from '../../helpers/event-stream.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createPresentation, createSlide } from '../../helpers/factories.ts';
import { TestApp, useApp } from '../../helpers/test-app.ts';
import { holderOf } from '../../../src/homeowners/presenting/presenter-position.ts';
import { PresenterPositions } from '../../../src/homeowners/presenting/presenter-positions.ts';
import { Contracts, presented } from '../../contracts/contracts.ts';
import { type Guest, guestOf } from '../questions/guest.ts';

const apiKey = 'a-key-of-more-than-16-characters';
const app = useApp({ API_KEY: apiKey });
const contracts = new Contracts(app);

let deckId: string;
let presentation: PresentationAnswer;
let guest: Guest;

beforeAll(async () => {
  ({ id: deckId } = await createDeck(app.rest));
  for (let slide = 0; slide < 3; slide += 1) await createSlide(app.rest, deckId);
});

beforeEach(async () => {
  presentation = await createPresentation(app.rest, deckId);
  guest = await guestOf(app, presentation);
});

interface Position {
  isPresenting: boolean;
  slideIndex: number;
  positionSeconds: number;
  isPlaying: boolean;
}

/** A window that presents. */
function presenter(rest = app.rest) {
  const presenterId = randomUUID();
  let sequence = 0;
  return (position: object = {}) => {
    sequence += 1;
    const body = { presenterId, sequence, slideIndex: 1, positionSeconds: 2.5, isPlaying: false, ...position };
    return rest.post(`/api/presentations/${presentation.id}/presenter-position`, body);
  };
}

/** Follows by server-sent events. */
async function follow(base = app.base) {
  const url = `${base}/api/guest/presentation/stream?presenter=true`;
  const stream = await EventStream.open<Position>(url, guest.headers);
  const positions = (): Position[] =>
    stream.received.filter(({ event }) => event === 'presenter').map(({ data }) => data);
  await eventually(() => stream.received.length >= 2, { what: 'the presentation and its lead' });
  return { positions, stream, last: () => positions().at(-1) };
}

describe('the places of presenters', () => {
  test('are shared among keys: one that presents a thousand times does not stop the next one', () => {
    const reported: string[] = [];
    const positions = new PresenterPositions({
      publish: (_subject, text) => void reported.push(text),
      subscribe: () => undefined,
    });
    const take = (key: string): void =>
      positions.take(
        {
          presentationId: randomUUID(),
          presenterId: randomUUID(),
          holder: holderOf(key),
          sequence: 1,
          slideIndex: 0,
          positionSeconds: 0,
          isPlaying: false,
          isFinal: false,
        },
        false,
      );
    const takeAll = (key: string): number => {
      let taken = 0;
      for (; taken < 1_000; taken += 1) {
        try {
          take(key);
        } catch (error) {
          expect(error).toMatchObject({ code: 'TOO_MANY_REQUESTS', reason: 'too_many_presented' });
          break;
        }
      }
      return taken;
    };
    expect([takeAll('greedy'), takeAll('greedy'), takeAll('second'), takeAll('third')]).toEqual([500, 0, 250, 125]);
    take('homely');
    expect(Math.max(...reported.map(({ length }) => length))).toBeLessThanOrEqual(150);
    // Another process shares what it hears in the same way.
    const arrived: ((text: string) => void)[] = [];
    const other = new PresenterPositions({
      publish: () => undefined,
      subscribe: (listener) => void arrived.push(listener),
    });
    for (const text of reported) for (const receive of arrived) receive(text);
    const [, last = ''] = /^lead (\S+)/.exec(reported.at(-1) ?? '') ?? [];
    expect(other.of(last).isPresenting).toBe(true);
    positions.stop();
    other.stop();
  });
});

const nobody = { isPresenting: false, slideIndex: 0, positionSeconds: 0, isPlaying: false };
const mutation =
  'mutation ($id: ID!, $input: SetPresenterPositionInput!) { setPresenterPosition(id: $id, input: $input) { presenterPosition { isPresenting slideIndex } } }';

describe('a presenter', () => {
  test('leads the followers, from both APIs to both, until the end', async () => {
    const { positions, last, stream } = await follow();
    const socket = app
      .live(guest.headers)
      .subscribe<{ guestPresenterPositionChanged: Position }>(
        'subscription { guestPresenterPositionChanged { isPresenting slideIndex positionSeconds isPlaying } }',
      );
    const arrived = (): Position | undefined => socket.received.at(-1)?.data?.guestPresenterPositionChanged;
    await eventually(() => arrived()?.isPresenting === false, { what: 'that nobody leads' });
    expect(positions()).toEqual([nobody]);
    const present = presenter();
    expect((await present()).status).toBe(200);
    await eventually(() => last()?.isPresenting === true && arrived()?.isPresenting === true, { what: 'the lead' });
    expect(last()).toEqual({ isPresenting: true, slideIndex: 1, positionSeconds: 2.5, isPlaying: false });
    expect(arrived()).toEqual(last());
    const input = {
      presenterId: randomUUID(),
      sequence: 1,
      slideIndex: 2,
      positionSeconds: 0,
      isPlaying: true,
      isTakeover: true,
    };
    expect(await app.graphql.data(mutation, { id: presentation.id, input })).toEqual({
      setPresenterPosition: { presenterPosition: { isPresenting: true, slideIndex: 2 } },
    });
    await eventually(() => last()?.slideIndex === 2 && arrived()?.slideIndex === 2, { what: 'the second lead' });
    // A slide that is played goes on for who comes later.
    await eventually(async () => ((await follow()).last()?.positionSeconds ?? 0) > 0.05, { what: 'a later second' });
    await app.graphql.data(mutation, { id: presentation.id, input: { ...input, sequence: 2, isFinal: true } });
    await eventually(() => last()?.isPresenting === false && arrived()?.isPresenting === false, { what: 'the end' });
    expect(last()).toEqual(nobody);
    expect(stream.received.filter(({ event }) => event === 'message')).toHaveLength(1);
  });

  test('leaves no row, no event and no entry', async () => {
    const rows = await app.rowCounts();
    app.database.statements.splice(0);
    expect((await presenter()()).status).toBe(200);
    const { last } = await follow();
    await eventually(() => last()?.isPresenting === true);
    const isWrite = (statement: string): boolean =>
      // The audit log gives earlier entries their places a moment later.
      /^\s*(insert|update|delete)/i.test(statement) && !/\baudit_(link|waiting)\b/.test(statement);
    expect(app.database.statements.filter(isWrite)).toEqual([]);
    expect(await app.rowCounts()).toEqual(rows);
  });

  test('is one at a time: another one is refused until it takes over', async () => {
    const { last } = await follow();
    const [first, second] = [presenter(), presenter()];
    await first();
    const refused = await second({ slideIndex: 2 });
    expect([refused.status, refused.body.reason]).toEqual([409, 'other_presenter']);
    // The end of one who does not lead ends nothing.
    expect((await second({ isFinal: true })).status).toBe(200);
    expect((await second({ slideIndex: 2, isTakeover: true })).status).toBe(200);
    await eventually(() => last()?.slideIndex === 2);
    expect((await first()).status).toBe(409);
  });

  test('is applied in order: an older position that comes late changes nothing', async () => {
    const { positions, last } = await follow();
    const present = presenter();
    await present({ sequence: 10, slideIndex: 2 });
    expect((await present({ sequence: 9, slideIndex: 0 })).status).toBe(200);
    await present({ sequence: 11, slideIndex: 1 });
    await eventually(() => last()?.slideIndex === 1);
    expect(positions().filter(({ isPresenting, slideIndex }) => isPresenting && slideIndex === 0)).toEqual([]);
  });

  test('sends at most 20 positions a second, of an existing slide', async () => {
    const present = presenter();
    const begun = performance.now();
    const statuses: number[] = [];
    const refused = await eventually(async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => present()));
      statuses.push(...answers.map(({ status }) => status));
      return answers.find(({ status }) => status === 429);
    });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    const seconds = Math.ceil((performance.now() - begun) / 1_000);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(20 * seconds);
    expect((await presenter()({ slideIndex: 3 })).body).toMatchObject({
      errors: [{ pointer: '/slideIndex', code: 'range' }],
    });
  });

  test('a silent presenter leads no page after 6 seconds', async () => {
    const { last } = await follow();
    await presenter()({ isPlaying: true });
    await eventually(() => last()?.isPresenting === true);
    const begun = performance.now();
    await eventually(() => last()?.isPresenting === false, { what: 'the end of the lead' });
    expect(performance.now() - begun).toBeGreaterThan(5_000);
  });

  test('is no holder of a link', async () => {
    const { last } = await follow();
    expect((await presenter(guest.rest)()).status).toBe(403);
    const input = { presenterId: randomUUID(), sequence: 1, slideIndex: 0, positionSeconds: 0, isPlaying: false };
    const { errors } = await guest.graphql.send(mutation, { id: presentation.id, input });
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect(last()).toEqual(nobody);
  });
});

describe('who follows a presentation by a link', () => {
  interface State {
    presentationId: string;
    contractsTag: string | null;
    offers: { selectedTier: string | null; addOns: { key: string; isSelected: boolean }[] }[];
  }

  async function states(id: string, scope: string) {
    const { body } = await app.rest.post<{ token: string }>(`/api/presentations/${id}/links`, { name: 'Phone', scope });
    const headers = { authorization: `Link ${body.token}` };
    const { received } = await EventStream.open<State>(`${app.base}/api/guest/presentation/stream`, headers);
    await eventually(() => received.length === 1);
    return { last: () => received.at(-1)?.data, count: () => received.length };
  }

  test('sees the choice of a tier and of add-ons, and contracts that are sent and voided, unless the link only shows', async () => {
    const formulas = { good: { name: 'Good', price: 100, addOns: [{ key: 'guards', label: 'Guards', amount: 50 }] } };
    const { id } = await presented(app.rest, { slide: { productData: formulas } });
    const [signer, viewer] = [await states(id, 'view_and_sign'), await states(id, 'view')];
    expect(signer.last()).toMatchObject({ presentationId: id, contractsTag: null });
    await app.rest.put(`/api/presentations/${id}/add-ons`, { addOns: ['guards'] });
    await eventually(() => signer.last()?.offers[0]?.addOns[0]?.isSelected === true, { what: 'the add-on' });
    await app.rest.put(`/api/presentations/${id}/tier`, { tier: 'good' });
    await eventually(() => signer.last()?.offers[0]?.selectedTier === 'good', { what: 'the tier' });
    const { contract } = (await contracts.create(id)).body;
    expect(signer.last()?.contractsTag).toBeNull();
    await contracts.move(contract.id, 'send');
    const sent = await eventually(() => signer.last()?.contractsTag, { what: 'the contract' });
    await contracts.move(contract.id, 'mark-viewed');
    await eventually(() => signer.last()?.contractsTag !== sent, { what: 'a change of the contract' });
    await contracts.move(contract.id, 'void');
    await eventually(() => signer.last()?.contractsTag === null, { what: 'the withdrawal' });
    await eventually(() => viewer.count() > 3, { what: 'all states' });
    expect(viewer.last()?.contractsTag).toBeNull();
  });
});

describe.each(buses)('at two processes $name', ({ env, available }) => {
  const describeHere = available ? describe : describe.skip;

  describeHere('on one database', () => {
    const first = useApp({ API_KEY: apiKey, ...env });
    const second = useApp({ API_KEY: apiKey, ...env }, first);

    beforeEach(async () => {
      const deck = await createDeck(first.rest);
      for (let slide = 0; slide < 3; slide += 1) await createSlide(first.rest, deck.id);
      presentation = await createPresentation(first.rest, deck.id);
      guest = await guestOf(first, presentation);
    });

    test('a presenter at one leads who follows at the other, and may go on there', async () => {
      const { last, positions } = await follow(second.base);
      expect(positions()).toEqual([nobody]);
      const present = presenter(first.rest);
      const times: number[] = [];
      for (let turn = 0; turn < 5; turn += 1) {
        const begun = performance.now();
        await present({ slide: turn % 3, positionSeconds: turn });
        await eventually(() => last()?.isPresenting === true && last()?.positionSeconds === turn, {
          what: 'the position',
        });
        times.push(performance.now() - begun);
      }
      process.stdout.write(`between processes, in ms: ${times.map((time) => time.toFixed(0)).join(' ')}\n`);
      expect(Math.min(...times)).toBeLessThan(500);
      const here = presenter(second.rest);
      expect((await here()).status).toBe(409);
      expect((await here({ slideIndex: 2, positionSeconds: 9, isTakeover: true })).status).toBe(200);
      await eventually(async () => (await present()).status === 409, { what: 'that the other one leads' });
      await here({ isFinal: true });
      await eventually(() => last()?.isPresenting === false, { what: 'the end' });
      await eventually(async () => (await follow(first.base)).last()?.isPresenting === false, {
        what: 'the end at the first process',
      });
    });

    test('a presenter who took over goes on by a process that has just started', async () => {
      const { last, positions } = await follow(first.base);
      await presenter(first.rest)({ slideIndex: 0 });
      await eventually(() => last()?.isPresenting === true, { what: 'the first presenter' });
      const presenterId = randomUUID();
      const lead = { presenterId, slideIndex: 1, positionSeconds: 0, isPlaying: false };
      const path = `/api/presentations/${presentation.id}/presenter-position`;
      expect((await second.rest.post(path, { ...lead, sequence: 1, isTakeover: true })).status).toBe(200);
      await eventually(() => last()?.slideIndex === 1, { what: 'the takeover' });
      const restarted = await new TestApp().start({ API_KEY: apiKey, ...env }, first);
      try {
        expect((await restarted.rest.post(path, { ...lead, sequence: 2, slideIndex: 2 })).status).toBe(200);
        await eventually(() => last()?.slideIndex === 2, { what: 'the position by the new process' });
        expect(
          positions()
            .slice(2)
            .every(({ isPresenting }) => isPresenting),
        ).toBe(true);
      } finally {
        await restarted.stop();
      }
    });
  });
});
