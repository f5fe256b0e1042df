import { describe, expect, test } from '@jest/globals';
import { namedFormats } from '../../../src/kit/input/formats.ts';
import { canonicalPhone } from '../../../src/kit/input/phone.ts';
import { requireLanguage, requireTimeZone, requireUuid } from '../../../src/kit/input/validate.ts';
import { timed } from '../../helpers/thread-time.ts';

const length = 1_000_000;
const filledWith = (part: string): string => part.repeat(length / part.length);

const hostile: Readonly<Record<string, string>> = {
  letters: filledWith('a'),
  digits: filledWith('1'),
  'digits and spaces': filledWith('1 '),
  spaces: filledWith(' '),
  'dots and letters': `${filledWith('a.')}!`,
  slashes: filledWith('A/'),
  'different subtags': `en${Array.from({ length: length / 10 }, (_, index) => `-a${1_000_000 + index}`).join('')}`,
  'a mail domain of many labels': `a@${filledWith('a.')}a`,
  'a host in Chinese': `http://${filledWith('\u4e00\u4e8c\u4e09\u56db')}`,
  'a host of many labels': `http://${filledWith('a.')}`,
  'a path that goes up': `/${filledWith('a/../')}`,
  'combining marks': `a${filledWith('\u0301')}`,
  joiners: `a${filledWith('\u200d')}`,
  'emoji with joiners': filledWith('\u{1f600}\u200d'),
};

/** What reads a text: the formats, and what use cases call by themselves. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  ...Object.fromEntries(
    Object.entries(namedFormats).map(([name, { is }]) => [
      name,
      is instanceof RegExp ? (text: string) => is.test(text) : (is as (text: string) => boolean),
    ]),
  ),
  canonicalPhone: (text) => canonicalPhone(text, 'US'),
  requireLanguage: (text) => refusal(() => requireLanguage(text, 'language')),
  requireTimeZone: (text) => refusal(() => requireTimeZone(text, 'timeZone')),
  requireUuid: (text) => refusal(() => requireUuid(text, 'id')),
};

function refusal(read: () => string): string {
  try {
    return read();
  } catch (error) {
    return (error as Error).message;
  }
}

describe('a text of 1 MB', () => {
  test.each(Object.entries(readers))('%s reads it without a long wait', (_name, read) => {
    for (const [kind, text] of Object.entries(hostile)) {
      const { result, tookMs } = timed(() => read(text));
      expect([kind, tookMs < 300]).toEqual([kind, true]);
      if (typeof result === 'string') expect(result.length).toBeLessThan(200);
    }
  });
});

describe('what is in use', () => {
  test.each([
    ['language-tag', 'zh-Hans-CN-u-ca-chinese-nu-hanidec-x-private'],
    ['time-zone', 'America/Argentina/ComodRivadavia'],
    ['idn-email', `${'a'.repeat(64)}@example.com`],
    ['link', `https://example.com/?signature=${'a'.repeat(2_000)}`],
  ])('%s takes %s', (name, text) => {
    expect(readers[name]?.(text)).toBe(true);
  });
});
