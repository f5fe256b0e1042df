import { describe, expect, test } from '@jest/globals';
import { canonicalTimeZone, dayIn, endOfDay } from '../src/kit/core/time-zone.ts';

describe('the day in a time zone', () => {
  test.each([
    ['America/Denver', '2026-12-06T00:30:00Z', '2026-12-05'],
    ['UTC', '2026-12-06T00:30:00Z', '2026-12-06'],
    ['Pacific/Kiritimati', '2026-12-05T10:00:00Z', '2026-12-06'],
    // Clocks go forward on 8 March, back on 1 November: midnight is at 07:00 UTC in winter, at 06:00 in summer.
    ['America/Denver', '2026-03-08T06:59:59Z', '2026-03-07'],
    ['America/Denver', '2026-03-09T05:59:59Z', '2026-03-08'],
    ['America/Denver', '2026-03-09T06:00:00Z', '2026-03-09'],
    ['America/Denver', '2026-11-02T06:59:59Z', '2026-11-01'],
    ['America/Denver', '2026-11-02T07:00:00Z', '2026-11-02'],
    // There midnight itself does not exist when the clocks go forward.
    ['America/Santiago', '2026-09-06T03:59:59Z', '2026-09-05'],
    ['America/Santiago', '2026-09-06T04:00:00Z', '2026-09-06'],
    ['Asia/Bangkok', '2026-01-01T00:00:00Z', '2026-01-01'],
  ])('in %s at %s is %s', (timeZone, moment, day) => {
    expect(dayIn(timeZone, new Date(moment))).toBe(day);
  });
});

describe('the end of a day in a time zone', () => {
  test.each([
    ['UTC', '2026-12-05T00:00:00Z', 0, '2026-12-06T00:00:00.000Z'],
    ['UTC', '2026-12-05T23:59:59Z', 30, '2027-01-05T00:00:00.000Z'],
    // Saturday in Denver, Sunday in UTC.
    ['America/Denver', '2026-12-06T00:30:00Z', 0, '2026-12-06T07:00:00.000Z'],
    // Sent in winter, over in summer: 30 days later the clocks have gone forward.
    ['America/Denver', '2026-02-20T18:00:00Z', 30, '2026-03-23T06:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-12-05T10:00:00Z', 0, '2026-12-06T10:00:00.000Z'],
    ['Etc/GMT+12', '2026-12-05T12:00:00Z', 0, '2026-12-06T12:00:00.000Z'],
    ['Asia/Kathmandu', '2026-12-05T12:00:00Z', 1, '2026-12-06T18:15:00.000Z'],
    // There the day begins at one o'clock when the clocks go forward.
    ['America/Santiago', '2026-09-05T12:00:00Z', 0, '2026-09-06T04:00:00.000Z'],
  ])('in %s after %s and %i days is %s', (timeZone, moment, daysLater, end) => {
    expect(endOfDay(timeZone, new Date(moment), daysLater).toISOString()).toBe(end);
  });
});

describe('the name of a time zone', () => {
  test.each([
    ['America/Denver', 'America/Denver'],
    ['america/DENVER', 'America/Denver'],
    ['utc', 'UTC'],
    // Intl calls it Asia/Calcutta.
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Mars/Olympus', null],
    ['-07:00', null],
    ['', null],
    ['America/Denver ', null],
  ])('%j is %j', (name, canonical) => {
    expect(canonicalTimeZone(name)).toBe(canonical);
  });
});
