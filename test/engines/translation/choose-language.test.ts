import { describe, expect, test } from '@jest/globals';
import { canonicalLanguage } from '../../../src/kit/input/language.ts';
import { formattingLocale } from '../../../src/engines/template/formatting-locale.ts';
import { chooseLanguage } from '../../../src/engines/translation/choose-language.ts';
import { movedWording, withWording, wordingOf } from '../../../src/engines/translation/wording.ts';

describe('a language tag', () => {
  test.each([
    ['en_us', 'en-US'],
    ['ES-mx', 'es-MX'],
    ['zh_hant_tw', 'zh-Hant-TW'],
    ['iw', 'he'],
    ['ht', 'ht'],
    ['hmn', 'hmn'],
    ['mww-us', 'mww-US'],
    ['NV', 'nv'],
    ['ilo_ph', 'ilo-PH'],
    ['en-UK', 'en-GB'],
    ['de-x-01', 'de-x-01'],
  ])('%s is %s', (tag, canonical) => expect(canonicalLanguage(tag)).toBe(canonical));

  test.each([
    '',
    'notalang',
    'english',
    'english!',
    'en-USA',
    'en-XX',
    'en-Abcd',
    'xx',
    'und',
    'qaa..qtz',
    'e',
    '-',
    'en--US',
    '__proto__',
    'constructor',
    'en US',
    'x'.repeat(1_000),
  ])('%j names no language', (tag) => expect(canonicalLanguage(tag)).toBeNull());

  test.each([
    [['ht', 'es-MX'], 'es-MX'],
    [['ht', 'nv'], 'en-US'],
    [['de-AT', 'en'], 'de-AT'],
  ])('%j format numbers as %s does, whatever the machine speaks', (tags, locale) =>
    expect(formattingLocale(...tags)).toBe(locale),
  );
});

describe('the language of a text', () => {
  test.each([
    ['es-MX', 'en-US', ['es', 'es-MX'], 'es-MX', false],
    ['es-MX', 'en-US', ['es', 'de'], 'es', false],
    ['zh-Hant-TW', 'en-US', ['zh', 'zh-Hant'], 'zh-Hant', false],
    ['es-MX', 'en-US', ['es-ES'], 'es-ES', false],
    ['es-MX', 'en-US', ['es-ES', 'es-US'], 'es-US', false],
    ['es-MX', 'en-US', ['es-ES', 'es-US', 'es-419'], 'es-419', false],
    ['es-MX', 'en-US', ['es', 'es-US'], 'es-US', false],
    ['es', 'en-US', ['es-MX'], 'es-MX', false],
    ['es-MX', 'es-ES', ['es-AR'], 'es-AR', false],
    ['pt-PT', 'en-US', ['pt-BR'], 'pt-BR', false],
    ['pt-AO', 'en-US', ['pt-BR', 'pt-PT'], 'pt-PT', false],
    ['en-AU', 'en-US', ['en-GB'], 'en-GB', false],
    ['en', 'en-US', ['en-GB'], 'en-US', false],
    ['zh-HK', 'en-US', ['zh', 'zh-Hant'], 'zh-Hant', false],
    ['zh-HK', 'en-US', ['zh-CN', 'zh-TW'], 'zh-TW', false],
    ['zh-HK', 'en-US', ['zh-CN'], 'en-US', true],
    ['sr-Latn', 'en-US', ['sr-Latn-BA'], 'sr-Latn-BA', false],
    ['sr-Latn', 'en-US', ['sr-RS'], 'en-US', true],
    ['nb', 'en-US', ['no'], 'no', false],
    ['no', 'en-US', ['nn', 'nb'], 'nb', false],
    ['nn', 'en-US', ['nb', 'da'], 'nb', false],
    ['ht', 'en-US', ['fr'], 'en-US', true],
    ['ht-US', 'en-US', ['ht'], 'ht', false],
    ['ca', 'en-US', ['es'], 'en-US', true],
    ['de-x-02', 'en-US', ['de-x-01', 'de-CH'], 'de-x-01', false],
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

  test('move with equal texts in turn, and are left out with texts that are gone', () => {
    const before = { list: ['A', 'A', 'B'], items: [{ label: 'A' }, { label: 'C', per: 'kw' }] };
    const words = { list: ['1', '2', '3'], items: [{ label: '4' }, { label: '5', per: 'x' }] };
    const after = { list: ['B', 'A', 'D', 'A', 'A'], items: [{ label: 'C', per: 'kw' }, { label: 'B' }], other: 'A' };
    expect(movedWording(words, before, after)).toEqual({
      list: ['3', '1', null, '2', '2'],
      items: [{ label: '5' }, null],
    });
    expect(movedWording(words, before, before)).toEqual({ ...words, items: [{ label: '4' }, { label: '5' }] });
    for (const odd of [null, undefined, 'text', 5, []]) expect(movedWording(odd, before, after)).toBeUndefined();
  });

  test('put back at their places give the same offer', () => {
    expect(withWording(offer, wordingOf(offer))).toEqual(offer);
  });
});
