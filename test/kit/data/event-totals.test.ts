import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { pino } from 'pino';
import { totalIn } from '../../../src/engines/pricing/minor-units.ts';
import { migrate } from '../../../src/kit/data/orm.ts';
import { type OlderTables, olderTables } from '../../helpers/older-tables.ts';

const log = pino({ level: 'silent' });

type Case = [currency: string, before: number, total: string, totalMinor: number];

let older: OlderTables;

beforeAll(async () => {
  older = await olderTables('Migration20261125205045_gap_until');
}, 60_000);

afterAll(() => older.close());

test('totals of stored events become decimal text, and minor units, by the digits of each currency', async () => {
  const { kysely } = older.database.connection;
  const stored = async (type: string, data: object): Promise<string> => {
    const id = randomUUID();
    await sql`insert into event (id, type, "timestamp", data)
      values (${id}, ${type}, now(), ${JSON.stringify(data)})`.execute(kysely);
    return id;
  };
  const cases: Case[] = [
    ['USD', 40_050, '40050.00', 4_005_000],
    ['USD', 12_824.18, '12824.18', 1_282_418],
    ['EUR', 0.1, '0.10', 10],
    ['EUR', 4.35, '4.35', 435],
    ['JPY', 40_050, '40050', 40_050],
    ['KRW', 1_500_000, '1500000', 1_500_000],
    ['VND', 90_000_000, '90000000', 90_000_000],
    ['CLP', 12_000, '12000', 12_000],
    ['ISK', 7_000, '7000', 7_000],
    ['KWD', 1_234.567, '1234.567', 1_234_567],
    // Every currency that a deck may have has as many digits here as in new events.
    ...Intl.supportedValuesOf('currency').map((currency): Case => {
      const { total, totalMinor } = totalIn(currency, '1000');
      return [currency, 1_000, total, totalMinor];
    }),
  ];
  const ids: string[] = [];
  for (const [currency, total] of cases) {
    ids.push(await stored('contract.signed', { id: 'a', tier: 'better', total, currency }));
  }
  const others: [type: string, data: object][] = [
    ['contract.signed', { erased: true, contractId: 'a' }],
    ['contract.signed', { total: 7 }],
    ['contract.signed', { total: '7', currency: 'USD' }],
    ['quote.signed', { total: 7, currency: 'USD' }],
  ];
  const untouched: string[] = [];
  for (const [type, data] of others) untouched.push(await stored(type, data));

  await migrate(older.orm, older.database.connection, { log });

  const { rows } = await sql<{ id: string; data: object }>`select id, data from event`.execute(kysely);
  const dataOf = new Map(rows.map(({ id, data }) => [id, data]));
  const expected = cases.map(([currency, , total, totalMinor]) => ({
    contractId: 'a',
    tier: 'better',
    total,
    totalMinor,
    currency,
  }));
  expect(ids.map((id) => dataOf.get(id))).toEqual(expected);
  expect(untouched.map((id) => dataOf.get(id))).toEqual(others.map(([, data]) => data));
  // What is recorded from now on is the same.
  for (const [currency, before, total, totalMinor] of cases) {
    expect(totalIn(currency, before.toFixed(4))).toEqual({ total, totalMinor });
  }
}, 60_000);
