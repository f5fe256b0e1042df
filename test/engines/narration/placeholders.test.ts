import { describe, expect, test } from '@jest/globals';
import {
  parseTemplate,
  placeholdersIn,
  renderTemplate,
  type PlaceholderValues,
  type RenderOptions,
} from '../../../src/engines/template/placeholders.ts';
import { seeded } from '../../helpers/seeded.ts';
import { timed } from '../../helpers/thread-time.ts';
import type { PlaceholderValue } from '../../../src/engines/template/placeholder-filters.ts';

const values: PlaceholderValues = new Map(
  Object.entries<PlaceholderValue>({
    first_name: 'Ana',
    'homeowner.first_name': 'Ana',
    'homeowner.nickname': '  ',
    'homeowner.phone': null,
    braces: '{{ first_name }}',
    squares: 24.5,
    kilowatts: '7.25',
    price: { amount: '14700.00', currency: 'USD' },
    cents: { amount: '14700.50', currency: 'USD' },
    loss: -5,
    today: { day: '2026-08-03' },
    until: '2026-09-01T10:00:00.000Z',
  }),
);

const english: RenderOptions = { locale: 'en-US', currency: 'USD', missing: 'blank' };

function shown(text: string, options: Partial<RenderOptions> = {}): string {
  return renderTemplate(parseTemplate(text), values, { ...english, ...options }).text;
}

function missingIn(text: string): string[] {
  return renderTemplate(parseTemplate(text), values, english).missing;
}

describe('parsing', () => {
  test('a placeholder keeps its source, position, path and filters', () => {
    expect(placeholdersIn('Hi {{ homeowner.first_name | default: "friend" | upper }}!')).toEqual([
      {
        kind: 'placeholder',
        source: '{{ homeowner.first_name | default: "friend" | upper }}',
        position: 3,
        path: 'homeowner.first_name',
        filters: [
          { name: 'default', argument: 'friend' },
          { name: 'upper', argument: undefined },
        ],
      },
    ]);
  });

  test.each([
    ['"straight"', 'straight'],
    ["'single'", 'single'],
    ['“curly”', 'curly'],
    ['‘curly single’', 'curly single'],
    ['-2.5', -2.5],
  ])('%s is a literal', (literal, argument) => {
    expect(placeholdersIn(`{{ x | default: ${literal} }}`)).toMatchObject([{ filters: [{ argument }] }]);
  });

  test('names may use the letters of any language', () => {
    expect(placeholdersIn('{{ año.größe }}')).toMatchObject([{ path: 'año.größe' }]);
  });

  test.each([
    ['{{ first name }}', 'only filters such as "| upper" may follow a name'],
    ['{{ }}', 'it needs a name such as first_name'],
    ['{{ 50% }}', 'it needs a name such as first_name'],
    ['{{ a..b }}', 'only filters such as "| upper" may follow a name'],
    ['{{ x | shout }}', 'its filters may be default, upper, lower, title, currency, number, round, date, unit'],
    ['{{ x | constructor }}', 'its filters may be default, upper, lower, title, currency, number, round, date, unit'],
    ['{{ x | default }}', 'default takes one literal'],
    ['{{ x | default: y }}', 'default takes one literal'],
    ['{{ x | upper: 1 }}', 'upper takes no argument'],
    ['{{ x | upper: }}', 'only filters such as "| upper" may follow a name'],
    ['{{ x | round: 7 }}', 'round takes no argument or a number of digits from 0 to 6'],
    ['{{ x | currency: "dollars" }}', 'currency takes no argument or a currency code such as "USD"'],
    ['{{ x | date: "tiny" }}', 'date takes no argument or "short", "medium", "long" or "full"'],
    [`{{ x ${'| upper '.repeat(9)}}}`, 'it has more than 8 filters'],
    ['{{{ x }}}', 'it opens with more than two braces'],
    ['{{ x', 'it is never closed'],
  ])('%s is malformed, with its reason', (source, reason) => {
    expect(placeholdersIn(`ab${source}`)).toEqual([{ kind: 'malformed', source, position: 2, path: null, reason }]);
  });

  test('a placeholder that is never closed ends where reading fails', () => {
    expect(placeholdersIn('Hi {{ first_name, welcome')).toMatchObject([{ source: '{{ first_name' }]);
    expect(placeholdersIn('{{ a, {{ b }}')).toMatchObject([{ kind: 'malformed', source: '{{ a' }, { path: 'b' }]);
  });

  test('lone and closing braces are text', () => {
    expect(placeholdersIn('{ a } }} {"b":{}}')).toEqual([]);
  });
});

describe('values', () => {
  test('a dotted name is one name', () => expect(shown('{{homeowner.first_name}}')).toBe('Ana'));

  test('a value with braces stays literal', () => expect(shown('{{braces}}')).toBe('{{ first_name }}'));

  test.each([
    'constructor',
    '__proto__',
    'toString',
    'homeowner.constructor.name',
    'first_name.length',
    'price.amount',
    'homeowner',
  ])('%s is missing', (path) => expect(missingIn(`{{ ${path} }}`)).toEqual([path]));

  test('null, blank text, NaN and unreadable money are missing', () => {
    const odd: PlaceholderValues = new Map<string, PlaceholderValue>([
      ['nan', NaN],
      ['sum', { amount: 'much', currency: 'USD' }],
      ['code', { amount: '1.00', currency: 'U$' }],
      ['day', { day: '2026-99-99' }],
    ]);
    const template = parseTemplate('{{nan}}{{sum}}{{code}}{{day}}');
    expect(renderTemplate(template, odd, english)).toEqual({ text: '', missing: ['nan', 'sum', 'code', 'day'] });
    expect(missingIn('{{homeowner.nickname}} {{homeowner.phone}}')).toEqual(['homeowner.nickname', 'homeowner.phone']);
  });

  test('missing names and malformed placeholders are listed once, in order', () => {
    expect(missingIn('{{b}} {{a}} {{b}} {{ a b }}')).toEqual(['b', 'a', '{{ a b }}']);
  });

  test.each([
    ['en-US', '$14,700 $14,700.50 24.5 August 3, 2026'],
    ['de-DE', '14.700 $ 14.700,50 $ 24,5 3. August 2026'],
    ['es-MX', 'USD 14,700 USD 14,700.50 24.5 3 de agosto de 2026'],
  ])('money, numbers and days follow the locale %s', (locale, text) => {
    expect(shown('{{price}} {{cents}} {{squares}} {{today}}', { locale }).replaceAll('\u00a0', ' ')).toBe(text);
  });
});

describe('filters', () => {
  test.each([
    ['{{ x | default: "friend" }}', 'friend'],
    ['{{ first_name | default: "friend" }}', 'Ana'],
    ['{{ x | default: 3.5 | unit: "kW" }}', '3.5 kW'],
    ['{{ x | upper | default: "friend" | title }}', 'Friend'],
    ['{{ first_name | upper }} {{ first_name | lower }}', 'ANA ana'],
    ['{{ x | default: "ana mcDonald-o’neil" | title }}', 'Ana McDonald-O’neil'],
    ['{{ squares | currency }} {{ kilowatts | currency: "EUR" }}', '$24.50 €7.25'],
    ['{{ price | currency: "EUR" }}', '$14,700'],
    ['{{ x | default: "on request" | currency }}', 'on request'],
    ['{{ squares | number: 2 }} {{ cents | number: 1 }}', '24.50 14,700.5'],
    ['{{ kilowatts | round }} {{ kilowatts | round: 1 }} {{ cents | round }}', '7 7.3 $14,701'],
    ['{{ squares | number: 2 | round: 1 }} {{ squares | round | currency }}', '24.5 $25'],
    ['{{ today | date: "short" }} {{ until | date }}', '8/3/26 September 1, 2026'],
    ['{{ first_name | date }}', 'Ana'],
    ['{{ squares | unit: "squares" | upper }}', '24.5 SQUARES'],
  ])('%s is "%s"', (template, text) => expect(shown(template)).toBe(text));

  test('letters change case by the rules of the locale', () => {
    expect(shown('{{ x | default: "izmir" | upper }}', { locale: 'tr' })).toBe('İZMİR');
  });

  test('a default that is empty leaves a gap and is not missing', () => {
    expect(renderTemplate(parseTemplate('Hi {{ x | default: "" }}, ok'), values, english)).toEqual({
      text: 'Hi, ok',
      missing: [],
    });
  });
});

describe('gaps', () => {
  test.each([
    ['Hi {{x}}, ok', 'Hi, ok'],
    ['Welcome {{x}}!', 'Welcome!'],
    ['Welcome, {{x}}!', 'Welcome!'],
    ['Hello, {{x}}, welcome', 'Hello, welcome'],
    ['Dear {{x}}', 'Dear'],
    ['{{x}}, your roof is ready.', 'your roof is ready.'],
    ['{{x}} - your new roof', 'your new roof'],
    ['{{x}} {{loss}} below', '-5 below'],
    ['Hi {{x}} and welcome', 'Hi and welcome'],
    ['Hi {{x}} {{y}}, ok', 'Hi, ok'],
    ['{{city}}, {{state}} {{zip}}', ''],
    ['{{first_name}}, {{state}} {{zip}}', 'Ana'],
    ['{{city}}, {{first_name}}', 'Ana'],
    ['Done. {{x}}, {{first_name}}', 'Done. Ana'],
    ['Done. {{x}}. Next', 'Done. Next'],
    ['Your home ({{x}}) is', 'Your home is'],
    ['Your home ({{x}}, {{first_name}})', 'Your home (Ana)'],
    ['The {{x}}’s new roof', 'The new roof'],
    ['¿{{x}}, listo?', '¿listo?'],
    ['one\n{{x}} two, {{x}}\nthree', 'one\ntwo\nthree'],
    ['a{{x}}b', 'ab'],
    ['a  b ,{{first_name}}', 'a  b ,Ana'],
    ['Hi {{ first name }}, ok', 'Hi, ok'],
    ['Hi {{ first_name, welcome', 'Hi, welcome'],
    ['a {{{ first_name }}} b', 'a b'],
  ])('"%s" is "%s"', (template, text) => expect(shown(template)).toBe(text));

  test('keep leaves placeholders as they are written', () => {
    expect(shown('Hi {{ x }}, {{ a b }} {{first_name}}', { missing: 'keep' })).toBe('Hi {{ x }}, {{ a b }} Ana');
  });

  test('error refuses a text that lacks anything, and only that', () => {
    expect(shown('Hi {{x}}', { missing: 'error' })).toBe('');
    expect(shown('Hi {{first_name}}', { missing: 'error' })).toBe('Hi Ana');
  });
});

describe('hostile templates', () => {
  const shapes: [string, (size: number) => string][] = [
    ['opening braces', (size) => '{'.repeat(size)],
    ['closing braces', (size) => '}'.repeat(size)],
    ['pairs never closed', (size) => '{{ '.repeat(size / 3)],
    ['names never closed', (size) => '{{a '.repeat(size / 4)],
    ['empty pairs', (size) => '{{}}'.repeat(size / 4)],
    ['gaps', (size) => '{{x}}'.repeat(size / 5)],
    ['gaps with commas', (size) => ' {{x}} ,'.repeat(size / 8)],
    ['quotes never closed', (size) => '{{x|default:"'.repeat(size / 13)],
    ['one long quote', (size) => `{{x|default:"${'“‘'.repeat(size / 2)}`],
    ['spaces in a placeholder', (size) => `{{x${' '.repeat(size)}`],
    ['spaces around a gap', (size) => `${' '.repeat(size / 2)}{{x}}${' '.repeat(size / 2)}`],
    ['spaces before a value', (size) => `{{x}} a${' '.repeat(size)}{{first_name}}{{x}}`],
    ['commas before a value', (size) => `{{x}} a${','.repeat(size)}{{first_name}}`],
    ['brackets around a gap', (size) => `${'('.repeat(size / 2)}{{x}}${')'.repeat(size / 2)}`],
    ['commas around a gap', (size) => `${','.repeat(size / 2)}{{x}}${','.repeat(size / 2)}`],
    ['a deep path', (size) => `{{${'a.'.repeat(size / 2)}a}}`],
    ['dots', (size) => `{{a${'.'.repeat(size)}}}`],
    ['many filters', (size) => `{{x${'|upper'.repeat(size / 6)}}}`],
    ['a long number', (size) => `{{x|round:${'1'.repeat(size)}}}`],
    ['numbers', (size) => '{{squares}}'.repeat(size / 11)],
  ];

  /** Of this thread alone: other work on the machine does not count, nor does what a test file before this one left behind. */
  function processorMs(text: string): number {
    return Math.min(...[1, 2, 3].map(() => timed(() => shown(text)).tookMs));
  }

  test.each(shapes)('%s: every character is read once and no braces stay', (_, shape) => {
    const text = shape(20_000);
    const sources = parseTemplate(text).parts.map((part) => part.source);
    expect(sources.join('')).toBe(text);
    expect(sources).not.toContain('');
    expect(shown(text)).not.toContain('{{');
  });

  test.each(shapes)('%s: eight times the text is far from sixty-four times the work', (_, shape) => {
    const small = processorMs(shape(100_000));
    const large = processorMs(shape(800_000));
    expect(large).toBeLessThan(32 * small + 100);
  });

  test('random templates lose no character, keep no braces and never throw', () => {
    const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
    const random = seeded(seed);
    const tokens = [
      '{{',
      '}}',
      '{',
      '}',
      'x',
      'first_name',
      '.',
      ' ',
      ',',
      '(',
      ')',
      '|',
      'upper',
      ':',
      '"',
      "'s",
      '5',
      '\n',
      '-',
    ];
    for (let run = 0; run < 3_000; run += 1) {
      const text = Array.from({ length: 25 }, () => tokens[Math.floor(random() * tokens.length)]).join('');
      const sources = parseTemplate(text).parts.map((part) => part.source);
      const result = { seed, text, sources: sources.join(''), braces: shown(text).includes('{{') };
      expect(result).toEqual({ seed, text, sources: text, braces: false });
    }
  });
});
