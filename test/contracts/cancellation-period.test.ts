import { describe, expect, test } from '@jest/globals';
import { cancellationPeriod } from '../../src/engines/cancellation/cancellation-period.ts';
import { isFederalHoliday } from '../../src/engines/cancellation/federal-holidays.ts';
import { dayIn } from '../../src/kit/core/time-zone.ts';

/** As the Office of Personnel Management lists them, with the dates of those that are observed on another day. */
const holidays = `
2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-03 2026-07-04 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25
2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-06-18 2027-06-19 2027-07-04 2027-07-05 2027-09-06 2027-10-11 2027-11-11 2027-11-25
2027-12-24 2027-12-25 2027-12-31 2028-01-01 2028-01-17 2028-02-21 2028-05-29 2028-06-19 2028-07-04 2028-09-04 2028-10-09 2028-11-10
2028-11-11 2028-11-23 2028-12-25`
  .trim()
  .split(/\s+/);

const dayMs = 86_400_000;
const days = Array.from({ length: 3 * 365 + 1 }, (_, index) =>
  new Date(Date.UTC(2026, 0, 1) + index * dayMs).toISOString().slice(0, 10),
);
const businessDays = days.filter((day) => new Date(day).getUTCDay() !== 0 && !holidays.includes(day));

/** Clocks that change in spring and autumn, in the south, by half an hour, at midnight, and never. */
const zones = [
  'America/New_York',
  'America/Denver',
  'America/Phoenix',
  'America/St_Johns',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Honolulu',
];

test('federal holidays of three years are those of the list, also where they are observed on another day', () => {
  expect(days.filter(isFederalHoliday)).toEqual(holidays);
});

describe('three business days', () => {
  test.each([
    ['over a weekend, of which Saturday counts', '2026-12-03T18:00:00Z', '2026-12-07'],
    ['from a Saturday', '2026-12-05T18:00:00Z', '2026-12-09'],
    ['from a Sunday', '2026-12-06T18:00:00Z', '2026-12-09'],
    ['over Thanksgiving', '2026-11-25T18:00:00Z', '2026-11-30'],
    ['from a holiday', '2026-11-26T18:00:00Z', '2026-11-30'],
    ['over the Fourth of July on a Saturday, which is observed on Friday', '2026-07-01T18:00:00Z', '2026-07-07'],
    ['over the Fourth of July on a Sunday, which is observed on Monday', '2027-07-02T18:00:00Z', '2027-07-07'],
    ['over a New Year on a Saturday, which is observed in the year before', '2027-12-30T18:00:00Z', '2028-01-05'],
  ])('%s', (_what, signedAt, lastDay) => {
    expect(cancellationPeriod({ businessDays: 3 }, new Date(signedAt), 'America/Denver').lastDay).toBe(lastDay);
  });

  test('end at the midnight behind the third business day, wherever and whenever somebody signs', () => {
    // Each day at another hour, and in another zone.
    for (const [index, day] of days.slice(0, -10).entries()) {
      const zone = zones[index % zones.length] ?? 'UTC';
      const signedAt = new Date(Date.parse(day) + ((index * 7) % 24) * 3_600_000 + (index % 60) * 60_000);
      const { signedOn, lastDay, until } = cancellationPeriod({ businessDays: 3 }, signedAt, zone);
      expect(signedOn).toBe(dayIn(zone, signedAt));
      const counted = businessDays.filter((one) => one > signedOn && one <= lastDay);
      expect([signedAt, zone, counted.length, counted.at(-1)]).toEqual([signedAt, zone, 3, lastDay]);
      expect(dayIn(zone, new Date(until.getTime() - 1))).toBe(lastDay);
      expect(dayIn(zone, until) > lastDay).toBe(true);
    }
  });

  test('begin with the day of the seller, not with that of UTC', () => {
    // Monday evening in Denver, Tuesday in UTC.
    const evening = new Date('2026-12-08T03:00:00Z');
    expect(cancellationPeriod({ businessDays: 3 }, evening, 'America/Denver').lastDay).toBe('2026-12-10');
    expect(cancellationPeriod({ businessDays: 3 }, evening, 'UTC').lastDay).toBe('2026-12-11');
  });

  test.each([
    // 23 hours less or 25 hours more: the clocks change on the way.
    ['2026-03-06T18:00:00Z', 'America/New_York', '2026-03-11T04:00:00.000Z'],
    ['2026-10-30T18:00:00Z', 'America/New_York', '2026-11-04T05:00:00.000Z'],
    ['2026-12-03T18:00:00Z', 'America/Phoenix', '2026-12-08T07:00:00.000Z'],
  ])('from %s in %s end at %s', (signedAt, zone, until) => {
    expect(cancellationPeriod({ businessDays: 3 }, new Date(signedAt), zone).until.toISOString()).toBe(until);
  });
});

test('calendar days count all days alike', () => {
  const { lastDay, until } = cancellationPeriod(
    { calendarDays: 14 },
    new Date('2026-12-18T18:00:00Z'),
    'Europe/Berlin',
  );
  expect([lastDay, until.toISOString()]).toEqual(['2027-01-01', '2027-01-01T23:00:00.000Z']);
});
