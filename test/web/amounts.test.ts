import { expect, test } from '@jest/globals';
import { type Direction, isolate, paragraphsOf, visualOrder } from '../../src/engines/pdf/bidi-text.ts';
import { amountText } from '../../src/web/words/amounts.ts';

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
