import { expect, test } from '@jest/globals';
import { type Direction, isolate, paragraphsOf, visualOrder } from '../../src/engines/pdf/bidi-text.ts';
import { deadlineOf } from '../../src/contracts/contract-pdf/deadline.ts';
import { amountText, untilText } from '../../src/web/words/amounts.ts';

/** What the eye sees of a line, by the Unicode Bidirectional Algorithm. */
function seen(text: string, direction: Direction): string {
  const [paragraph = ''] = paragraphsOf(text);
  return visualOrder(
    paragraph,
    direction,
  )({ start: 0, end: paragraph.length })
    .map((run) => (run.direction === 'rtl' ? Array.from(run.text).toReversed().join('') : run.text))
    .join('')
    .replaceAll(/[\u200e\u200f]/g, '');
}

test.each(['ar', 'ar-EG', 'he', 'fa'])(
  'an amount in %s looks the same alone, in English words, and in Arabic ones',
  (language) => {
    for (const amount of ['35850.00', '416.06']) {
      const money = amountText(amount, 'USD', language);
      const alone = seen(isolate(money), 'ltr');
      expect(seen(`from ${money} a month`, 'ltr')).toBe(`from ${alone} a month`);
      expect(seen(`من ${money} كل`, 'rtl')).toContain(alone);
    }
  },
);

test.each([
  ['2026-12-24T07:00:00.000Z', 'America/Denver', 'Wednesday, December 23, 2026 (Mountain Time)', true],
  ['2026-12-24T07:00:00.001Z', 'America/Denver', 'December 24, 2026 at 12:00 AM (Mountain Time)', false],
  ['2026-12-24T07:00:00.500Z', 'America/Denver', 'December 24, 2026 at 12:00 AM (Mountain Time)', false],
  ['2026-12-24T07:00:30.000Z', 'America/Denver', 'December 24, 2026 at 12:00 AM (Mountain Time)', false],
  ['2026-12-24T06:59:59.999Z', 'America/Denver', 'December 23, 2026 at 11:59 PM (Mountain Time)', false],
  // A day that begins at one: the clocks go on by an hour at midnight.
  ['2026-04-23T22:00:00.000Z', 'Africa/Cairo', 'Thursday, April 23, 2026 (Eastern European Time)', true],
])('%s in %s is the same deadline on the page and in the PDF: %s', (until, timeZone, text, isWholeDay) => {
  expect(untilText(until, 'en', timeZone)).toEqual({ text, isWholeDay });
  expect(deadlineOf(new Date(until), 'en', timeZone)).toEqual({ text, isEndOfDay: isWholeDay });
});
