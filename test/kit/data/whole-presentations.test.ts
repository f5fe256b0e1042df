import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { pino } from 'pino';
import { migrate } from '../../../src/kit/data/orm.ts';
import { type OlderTables, olderTables } from '../../helpers/older-tables.ts';

const log = pino({ level: 'silent' });
let older: OlderTables;

beforeAll(async () => {
  older = await olderTables('Migration20261126104507_lists_of_all_decks');
}, 60_000);

afterAll(() => older.close());

const id = (end: number): string => `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`;
const line = { label: 'Roof', quantity: null, unit: null, rate: null, amount: '35850.00' };
const tier = { tier: 'good', name: 'Good', status: 'priced', missing: [], currency: 'EUR', lines: [line] };
const product = { good: { name: 'Good', tagline: ' Simple ', features: ['Shingles', '', 7] } };

test('presentations of earlier versions get the texts of their amounts, and where the times of their words come from', async () => {
  const { kysely } = older.database.connection;
  await sql`insert into deck (id, name, variables, default_language, currency, created_at, updated_at)
    values (${id(1)}, 'Deck', '{}', 'de-DE', 'EUR', now(), now())`.execute(kysely);
  const whole = { ...tier, total: '1.00', totalText: 'kept', depositText: null, tagline: 'kept', features: ['kept'] };
  const offers = [
    { sourceSlideId: id(3), tiers: [{ ...tier, total: '35850.00', deposit: '99.50' }] },
    { sourceSlideId: id(9), tiers: [{ ...tier, total: null, lines: [] }] },
  ];
  for (const [end, tiers] of [
    [2, offers],
    [4, [{ sourceSlideId: id(3), tiers: [whole] }]],
  ] as const) {
    await sql`insert into presentation (id, deck_id, homeowner, pricing, warnings, slide_count, created_at, updated_at)
      values (${id(end)}, ${id(1)}, '{"firstName": "Dana", "lastName": "Whitaker"}',
        ${JSON.stringify({ offers: tiers })}, '[]', 1, now(), now())`.execute(kysely);
  }
  const spoken = [
    { audio: '/api/audio/a.mp3', by: 'espeak', script: null },
    { audio: 'https://example.com/a.mp3', by: null, script: null },
    { audio: null, by: null, script: null },
    { audio: null, by: null, script: { spoken: 'Hello' } },
  ];
  for (const [position, { audio, by, script }] of spoken.entries()) {
    await sql`insert into presentation_slide (id, source_slide_id, slide_id, title, bullets, narration_script, audio_url,
        word_timings, order_index, slide_type, product_data, spoken_by, presentation_id, position, script)
      values (${id(10 + position)}, ${id(position === 0 ? 3 : 20)}, 'one', 'One', '[]', 'Hello', ${audio},
        '[{"word": "Hello", "startTime": 0, "endTime": 1.25}]', 0, 'standard', ${JSON.stringify(product)}, ${by}, ${id(2)},
        ${position}, ${script && JSON.stringify(script)})`.execute(kysely);
  }

  await migrate(older.orm, older.database.connection, { log });

  const { rows: slides } = await sql`select timing, language, duration_seconds from presentation_slide
    order by position`.execute(kysely);
  expect(slides).toEqual([
    { timing: 'spoken', language: 'de-DE', duration_seconds: 1.25 },
    { timing: 'recorded', language: 'de-DE', duration_seconds: null },
    { timing: 'estimated', language: 'de-DE', duration_seconds: null },
    { timing: 'pending', language: 'de-DE', duration_seconds: null },
  ]);
  const { rows } = await sql<{ pricing: object }>`select pricing from presentation order by id`.execute(kysely);
  const money = (text: string): string => text.replace(' ', '\u00A0');
  expect(rows.map(({ pricing }) => pricing)).toEqual([
    {
      offers: [
        {
          sourceSlideId: id(3),
          tiers: [
            {
              ...tier,
              tagline: 'Simple',
              features: ['Shingles'],
              total: '35850.00',
              totalText: money('35.850 €'),
              deposit: '99.50',
              depositText: money('99,50 €'),
              lines: [{ ...line, amountText: money('35.850 €') }],
            },
          ],
        },
        {
          sourceSlideId: id(9),
          tiers: [{ ...tier, tagline: null, features: [], total: null, totalText: null, depositText: null, lines: [] }],
        },
      ],
    },
    { offers: [{ sourceSlideId: id(3), tiers: [whole] }] },
  ]);
}, 60_000);
