import { beforeAll, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { Deck } from '../../../src/authoring/decks/deck.entity.ts';
import { catalogue } from '../../../src/composition/modules.ts';
import { openOrm } from '../../../src/kit/data/orm.ts';
import { select } from '../../../src/kit/data/reads.ts';
import { Readers } from '../../../src/kit/data/readers.ts';
import { withSight, wholeSight } from '../../../src/kit/rights/sight.ts';
import { sql } from 'kysely';
import { createDeck } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';

const app = useApp();
let readers: Readers;
let decks: readonly [string, string];

beforeAll(async () => {
  const { em } = await openOrm(app.database.connection, catalogue.entities, pino({ level: 'silent' }));
  readers = new Readers(em);
  const made = await Promise.all([createDeck(app.rest), createDeck(app.rest)]);
  decks = [made[0].id, made[1].id];
});

async function seenBy(limited: readonly string[] | null): Promise<string[]> {
  return (await select(readers.of({ decks: limited }), Deck, sql`order by id`)).map(({ id }) => id);
}

test('actors of one sight share a reader, and each sight sees its own decks', async () => {
  const [first, second] = decks;
  const ofFirst = [first];
  expect(readers.of({ decks: ofFirst })).toBe(readers.of({ decks: ofFirst }));
  expect(await seenBy(ofFirst)).toEqual([first]);
  expect(await seenBy([second])).toEqual([second]);
  expect(await seenBy([])).toEqual([]);
  expect(await seenBy(null)).toEqual([first, second].toSorted());
});

test('a reader refuses what would remember an entity, and another sight', () => {
  const reader = readers.of(wholeSight);
  const refusal = 'needs the entity manager of a transaction, or a fork';
  expect(() => reader.find(Deck, {})).toThrow(`find ${refusal}`);
  expect(() => reader.persist(new Deck())).toThrow(`persist ${refusal}`);
  expect(() => reader.flush()).toThrow(`flush ${refusal}`);
  expect(() => withSight(reader, { decks: [] })).toThrow(`setFilterParams ${refusal}`);
});

test('a transaction of a reader takes its entities with it when it ends', async () => {
  const reader = readers.of({ decks: [decks[0]] });
  const found = await reader.transactional((em) => em.find(Deck, {}));
  expect(found.map(({ id }) => id)).toEqual([decks[0]]);
  expect([...reader.getUnitOfWork().getIdentityMap().keys()]).toEqual([]);
});
