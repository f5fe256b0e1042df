import { Entity, PrimaryKey } from '@mikro-orm/decorators/legacy';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { pino } from 'pino';
import { catalogue } from '../../../../src/composition/modules.ts';
import { Event } from '../../../../src/delivery/events/event.entity.ts';
import { Deck } from '../../../../src/authoring/decks/deck.entity.ts';
import { Slide } from '../../../../src/authoring/slides/slide.entity.ts';
import { decksById } from '../../../../src/authoring/decks/deck.reader.ts';
import { touch } from '../../../../src/kit/data/row-version.ts';
import { openOrm, type Orm } from '../../../../src/kit/data/orm.ts';
import { select } from '../../../../src/kit/data/reads.ts';
import { inTransaction } from '../../../../src/kit/data/scope.ts';
import { ruleOf } from '../../../../src/kit/rights/seen-by.ts';
import { seesDeck, sightOf, wholeSight, withSight } from '../../../../src/kit/rights/sight.ts';
import { sourceOf } from '../../../../src/kit/rights/read-from.ts';
import { visibleRows } from '../../../../src/kit/rights/visible-rows.ts';
import { createDeck, createSlide } from '../../../helpers/factories.ts';
import { useApp } from '../../../helpers/test-app.ts';
import { useWriter } from '../../data/jobs/writer.ts';

const log = pino({ level: 'silent' });
const app = useApp({ ROLES: 'web' });
const writer = useWriter(app);
let orm: Orm;
let [mine, foreign] = ['', ''];

beforeAll(async () => {
  orm = await openOrm(app.database.connection, catalogue.entities, log);
  mine = (await createDeck(app.rest)).id;
  foreign = (await createDeck(app.rest)).id;
  for (const deckId of [mine, foreign]) await createSlide(app.rest, deckId);
});

const limited = () => withSight(orm.em.fork(), { decks: [mine] });

@Entity({ tableName: 'bare' })
class Bare {
  @PrimaryKey({ type: 'uuid' })
  id!: string;
}

describe('the rows that an actor sees', () => {
  test('are declared for every table, else nothing starts', async () => {
    expect(catalogue.entities.length).toBeGreaterThan(10);
    for (const entity of catalogue.entities) expect(ruleOf(entity).length).toBeGreaterThan(3);
    await expect(openOrm(app.database.connection, [...catalogue.entities, Bare], log)).rejects.toThrow(
      'No rule declares who sees the rows of Bare: declare it with @SeenBy.',
    );
  });

  test('are those of no table, for an entity manager without a sight', async () => {
    const em = orm.em.fork();
    const reads: (() => Promise<unknown>)[] = [
      () => select(em, Deck, sql``),
      () => decksById(em, [mine]),
      () => em.find(Deck, {}),
      () => em.findOne(Deck, { id: mine }),
      () => em.count(Deck),
      () => catalogue.nodes.typesById(em, [mine]),
    ];
    for (const read of reads) await expect((async () => read())()).rejects.toThrow(/no sight|No arguments/);
  });

  test('are the table itself, or what is declared in its place, for a whole sight: its statements are those of an actor without limits', () => {
    const whole = withSight(orm.em.fork(), wholeSight);
    const { kysely } = app.database.connection;
    for (const entity of catalogue.entities) {
      const { tableName } = whole.getMetadata().get(entity);
      const source = sourceOf(entity);
      const rows = source === null ? `"${tableName}"` : `(${source}) as "${tableName}"`;
      expect(sql`select from ${visibleRows(whole, entity)}`.compile(kysely).sql).toBe(`select from ${rows}`);
    }
  });

  test('are inherited by forks and transactions', async () => {
    const em = limited();
    expect(sightOf(em.fork())).toEqual({ decks: [mine] });
    const seen = await em.transactional(async (inside) => [
      (await inside.find(Deck, {})).map(({ id }) => id),
      (await select(inside, Slide, sql``)).map(({ deckId }) => deckId),
      (await inside.find(Slide, {})).map(({ deckId }) => deckId),
    ]);
    expect(seen).toEqual([[mine], [mine], [mine]]);
  });

  test.each(catalogue.entities.map((entity) => [entity.name, entity] as const))(
    'can be asked for in both ways: %s',
    async (_name, entity) => {
      const none = withSight(orm.em.fork(), { decks: [] });
      const isSeen = ruleOf(entity) === 'true';
      const { rows } = await sql`select 1 from ${visibleRows(none, entity)}`.execute(none.getKysely<unknown>());
      if (!isSeen) expect(rows).toEqual([]);
      expect(await none.count(entity)).toBe(rows.length);
      await sql`select 1 from ${visibleRows(limited(), entity)}`.execute(none.getKysely<unknown>());
      await limited().find(entity, {});
    },
  );

  test('of no deck are seen by nobody who is limited', () => {
    expect([wholeSight, { decks: [mine] }, { decks: [] }].map((sight) => seesDeck(sight, null))).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('a change', () => {
  test('that would end outside the decks is refused as a whole', async () => {
    const scope = { ...writer.scope(), em: limited() };
    const moved = inTransaction(scope, async ({ em }) => {
      const [slide] = await em.find(Slide, {});
      Object.assign(slide as Slide, { deckId: foreign });
    });
    await expect(moved).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const made = inTransaction({ ...scope, em: limited() }, async ({ em }) => {
      em.persist(Object.assign(new Deck(), { name: 'New' }));
    });
    await expect(made).rejects.toMatchObject({ code: 'FORBIDDEN' });
    for (const deckId of [null, foreign]) {
      const recorded = inTransaction({ ...scope, em: limited() }, (transaction) =>
        writer.events.append(transaction, Object.assign(new Event(), { type: 'sight.outside', deckId })),
      );
      await expect(recorded).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    expect(await app.events('types=sight.*')).toEqual([]);
    expect((await app.rest.get<{ slides: object[] }>(`/api/decks/${mine}/slides`)).body.slides).toHaveLength(1);
  });

  test('within them is made', async () => {
    await inTransaction({ ...writer.scope(), em: limited() }, async (transaction) => {
      const [slide] = await transaction.em.find(Slide, {});
      Object.assign(slide as Slide, { title: 'Seen' });
      touch(transaction, await transaction.em.findOneOrFail(Deck, { id: mine }));
      await writer.events.append(transaction, Object.assign(new Event(), { type: 'sight.inside', deckId: mine }));
    });
    expect(await app.events('types=sight.*')).toHaveLength(1);
    const { body } = await app.rest.get<{ slides: { title: string }[] }>(`/api/decks/${mine}/slides`);
    expect(body.slides.map(({ title }) => title)).toEqual(['Seen']);
  });
});
