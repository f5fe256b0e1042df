import { describe, expect, test } from '@jest/globals';
import { canonicalLanguage } from '../../src/input/language.ts';
import { chooseLanguage } from '../../src/translation/choose-language.ts';
import { withWording, wordingOf } from '../../src/translation/wording.ts';

describe('a language tag', () => {
  test.each([
    ['en_us', 'en-US'],
    ['ES-mx', 'es-MX'],
    ['zh_hant_tw', 'zh-Hant-TW'],
    ['iw', 'he'],
  ])('%s is %s', (tag, canonical) => expect(canonicalLanguage(tag)).toBe(canonical));

  test.each(['', 'notalang', 'english!', 'e', '-', 'en--US', '__proto__', 'en US', 'x'.repeat(1_000)])(
    '%j names no language',
    (tag) => expect(canonicalLanguage(tag)).toBeNull(),
  );
});

describe('the language of a text', () => {
  test.each([
    ['es-MX', 'en-US', ['es', 'es-MX'], 'es-MX', false],
    ['es-MX', 'en-US', ['es', 'de'], 'es', false],
    ['zh-Hant-TW', 'en-US', ['zh', 'zh-Hant'], 'zh-Hant', false],
    ['es-MX', 'en-US', ['es-ES'], 'en-US', true],
    ['en-GB', 'en-US', ['es'], 'en-US', false],
    ['en-GB', 'en-US', ['en-GB'], 'en-GB', false],
    ['en-US', 'en-US', ['en-US'], 'en-US', false],
    ['en', 'en-US', [], 'en-US', false],
    ['zh-TW', 'zh-CN', [], 'zh-CN', true],
    ['zh-TW', 'en-US', ['zh', 'zh-Hant'], 'zh-Hant', false],
    ['zh-TW', 'en-US', ['zh'], 'zh', false],
    ['zh', 'en-US', ['zh-Hans', 'zh'], 'zh', false],
    ['zh-SG', 'zh-Hant', ['zh-Hans'], 'zh-Hans', false],
    ['sr-Latn-RS', 'sr-Cyrl', ['sr', 'sr-Latn'], 'sr-Latn', false],
    ['en-u-nu-arab', 'es', ['en'], 'en', false],
    ['de', 'en', ['constructor'], 'en', true],
  ] as const)('for a reader of %s, written in %s and %j, is %s', (wanted, own, translated, language, isStandIn) => {
    expect(chooseLanguage(wanted, own, translated)).toEqual({ language, isStandIn });
  });
});

describe('the words of an offer', () => {
  const offer = {
    name: 'Better',
    price: '1200',
    currency: null,
    color: '#ffeedd',
    link: 'https://example.com/a',
    image: '/a.png',
    adders: [{ label: 'Permits', amount: '5', per: 'square' }, { amount: 3 }],
    deep: { empty: {}, list: ['1', 2, 'Tiles: 2'] },
  };

  test('are what people read, at its place', () => {
    expect(wordingOf(offer)).toEqual({
      name: 'Better',
      adders: [{ label: 'Permits' }, null],
      deep: { list: [null, null, 'Tiles: 2'] },
    });
    expect(wordingOf({ a: ['1', 2], b: null })).toBeUndefined();
  });

  test('are replaced, and nothing else is', () => {
    const words = {
      name: 'Mejor',
      price: '1',
      color: 'rojo',
      currency: 'EUR',
      extra: 'more',
      adders: [{ label: 'Permisos', amount: '0', per: 'cuadrado' }, { label: 'new' }, { label: 'third' }],
      deep: { empty: 'x', list: ['uno', 'dos', 5] },
      constructor: 'x',
    };
    expect(withWording(offer, words)).toEqual({
      ...offer,
      name: 'Mejor',
      adders: [{ label: 'Permisos', amount: '5', per: 'square' }, { amount: 3 }],
    });
    for (const odd of [null, undefined, 'text', 5, []]) expect(withWording(offer, odd)).toEqual(offer);
  });

  test('put back at their places give the same offer', () => {
    expect(withWording(offer, wordingOf(offer))).toEqual(offer);
  });
});
