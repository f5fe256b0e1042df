import { describe, expect, test } from '@jest/globals';
import { getDocumentProxy } from 'unpdf';
import { contractPdf } from '../../src/contracts/contract-pdf/contract.pdf.ts';
import type { ShownContract } from '../../src/contracts/contracts/contract.reader.ts';
import { useApp } from '../helpers/test-app.ts';
import { Contracts, presented, productData } from './contracts.ts';
import { type DrawnLine, drawnLines } from './drawn-lines.ts';

const app = useApp();
const contracts = new Contracts(app);
const [leftEdge, rightEdge] = [56, 612 - 56];

/** Letters from right to left, as they are seen from left to right. */
const rtl = (text: string): string => Array.from(text).toReversed().join('');

interface Texts {
  readonly language: string;
  readonly homeowner?: object;
  readonly names?: { good?: string; better?: string };
  readonly disclaimer?: string;
}

async function pdfOf({ language, homeowner = {}, names = {}, disclaimer = 'As agreed.' }: Texts): Promise<Uint8Array> {
  const { good = 'Good roof', better = 'Better roof' } = names;
  const presentation = await presented(app.rest, {
    deck: { defaultLanguage: language },
    slide: {
      productData: {
        disclaimer,
        good: { ...productData.good, name: good },
        better: { ...productData.better, basePrice: 2_524.82, name: better, adders: [{ label: good, amount: 1.5 }] },
      },
    },
    input: {
      homeowner: { first_name: 'Dana', last_name: 'Whitaker', ...homeowner },
    },
  });
  const { id } = await contracts.in('sent', presentation);
  const response = await fetch(`${app.base}/api/contracts/${id}/document.pdf`);
  return new Uint8Array(await response.arrayBuffer());
}

/** As it is printed. */
async function drafted(): Promise<ShownContract> {
  const contract = await contracts.in('draft');
  return { ...contract, createdAt: new Date(contract.createdAt) } as unknown as ShownContract;
}

async function linesOf(texts: Texts): Promise<DrawnLine[]> {
  return drawnLines(await pdfOf(texts));
}

const textsOf = (lines: readonly DrawnLine[]): string[] => lines.map(({ text }) => text.replaceAll(/\s+/g, ' '));

describe('a contract in a language that is written from right to left', () => {
  test.each([
    ['ar-EG', 'US$ ١٥٬٠٠٠٫٥٠', '(٢٤٫٥ squares × US$ ٥٠٩٫١٥) Roof area'],
    ['ar', 'US$ 15,000.50', '(24.5 squares × US$ 509.15) Roof area'],
    ['he', '$ 15,000.50', '(24.5 squares × $ 509.15) Roof area'],
    ['fa', '$۱۵٬۰۰۰٫۵۰', '(۲۴٫۵ squares × $۵۰۹٫۱۵) Roof area'],
  ])('has amounts and quantities in %s as they are written, on the left', async (language, total, detail) => {
    const lines = await linesOf({ language });
    const line = lines[textsOf(lines).indexOf(`${total} Total`)];
    expect(line?.left).toBeCloseTo(leftEdge, 0);
    expect(line?.right).toBeCloseTo(rightEdge, 0);
    expect(textsOf(lines).some((text) => text.endsWith(detail))).toBe(true);
  });

  test('has the day and the year of its date in their order', async () => {
    const [, date = ''] = textsOf(await linesOf({ language: 'he' }));
    const [day = '', month = '', year] = new Intl.DateTimeFormat('he', { dateStyle: 'long', timeZone: 'UTC' })
      .format(new Date())
      .split(' ');
    expect(date).toMatch(new RegExp(`${year} ${rtl(month)} ${day}$`));
  });

  test('leaves Latin names, addresses, phones and mail addresses as they are, at the right', async () => {
    const homeowner = { address: '12 Larkspur Lane (rear)', phone: '+15125550123', email: 'dana@example.com' };
    const lines = await linesOf({ language: 'he', homeowner });
    for (const expected of ['Dana Whitaker', ...Object.values(homeowner), 'Not signed: this contract is sent.']) {
      expect(lines.find(({ text }) => text === expected)?.right).toBeCloseTo(rightEdge, 0);
    }
  });

  test('orders city, region, code and country from right to left', async () => {
    const homeowner = { city: 'תל אביב', state: 'TA', zip: '61-000', country: 'IL' };
    expect(textsOf(await linesOf({ language: 'he', homeowner }))).toContain(`IL 61-000 TA ${rtl('תל אביב')}`);
  });
});

describe('a contract with texts of both directions', () => {
  test.each(['en-US', 'he'])('shows Hebrew addresses, names and mirrored brackets in %s alike', async (language) => {
    const homeowner = { first_name: 'דנה', last_name: 'לוי', address: 'שדרות רוטשילד 12, תל אביב' };
    const lines = textsOf(await linesOf({ language, homeowner, names: { good: 'גג (רעפים) 24' } }));
    expect(lines).toContain(rtl('דנה לוי'));
    expect(lines).toContain(`${rtl('תל אביב')} ,12 ${rtl('שדרות רוטשילד')}`);
    expect(lines).toContain(`24 (${rtl('רעפים')}) ${rtl('גג')}`);
  });

  test.each([
    ['ar', 'شارع فهد ١٢', `١٢ ${rtl('شارع فهد')}`],
    ['fa', 'کوچه بهار ۱۲', `۱۲ ${rtl('کوچه بهار')}`],
  ])('shows an address in %s with its number in order', async (_, address, expected) => {
    expect(textsOf(await linesOf({ language: 'en-US', homeowner: { address } }))).toContain(expected);
  });

  test('joins Arabic letters', async () => {
    const lines = await linesOf({ language: 'en-US', names: { good: 'بببب' } });
    const [final, medial, other, initial] = lines.find(({ text }) => text === 'بببب')?.glyphs ?? [];
    expect(other).toBe(medial);
    expect(new Set([final, medial, initial]).size).toBe(3);
  });

  test('keeps what a value of an older document says within it, whatever marks of direction it has', async () => {
    const contract = await drafted();
    for (const mark of ['\u202e', '\u2069', '\u2067\u2067', '\u202b']) {
      const lines = await drawnLines(
        await contractPdf({ contract: withRows(contract, [`Roof${mark} 12`]), logo: null }),
      );
      expect(textsOf(lines)).toContain('Roof 12 $1.00');
    }
  });

  test('breaks a long text in the order in which it is read', async () => {
    const words = Array.from({ length: 60 }, (_, index) => `מילה${index}`);
    const lines = textsOf(await linesOf({ language: 'en-US', disclaimer: words.join(' ') }));
    const broken = lines.filter((line) => line.includes(rtl('מילה')));
    expect(broken.length).toBeGreaterThan(2);
    const read = broken.flatMap((line) => line.trim().split(' ').toReversed());
    expect(read).toEqual(words.map((_, index) => `${index}${rtl('מילה')}`));
  });
});

describe('the PDF of a contract', () => {
  test('names its title, its language and its author', async () => {
    const { info } = await (await getDocumentProxy(await pdfOf({ language: 'es-MX' }))).getMetadata();
    expect(info).toMatchObject({ Language: 'es-MX', Author: 'Larkspur Roofing', Creator: 'Deckcast' });
    expect(info).toHaveProperty('Title', expect.stringMatching(/^Contrato [0-9a-f-]{36}$/));
  });

  test('says what its boxes are, and says nothing of boxes where there are none', async () => {
    const note = 'A box stands for a character that cannot be printed here.';
    const named = (first_name: string): Promise<DrawnLine[]> => linesOf({ language: 'ja', homeowner: { first_name } });
    expect(textsOf(await named('கூரை')).join()).toContain(note);
    expect(textsOf(await named('屋根')).join()).not.toContain(note);
    const hidden = withRows(await drafted(), ['D\u00ada\u200bna']);
    const lines = textsOf(await drawnLines(await contractPdf({ contract: hidden, logo: null })));
    expect(lines).toContain('Dana $1.00');
    expect(lines.join()).not.toContain(note);
  });

  test('splits no row, and keeps headings with rows, totals with the last row and the consent with the signature', async () => {
    const contract = await drafted();
    const ends = new Set<number>();
    for (let count = 16; count < 26; count += 1) {
      const pdf = await contractPdf({ contract: withLines(contract, count), logo: null });
      const lines = await drawnLines(pdf);
      const pageOf = (start: string): number => lines.find(({ text }) => text.startsWith(start))?.page ?? 0;
      const next = (start: string): number =>
        lines[lines.findIndex(({ text }) => text.startsWith(start)) + 1]?.page ?? 0;
      ends.add(pageOf('Total'));
      expect(next('Tier')).toBe(pageOf('Tier'));
      expect(pageOf(`Adder ${count - 1} `)).toBe(pageOf('Total'));
      expect(pageOf('I have read')).toBe(pageOf('Document SHA-256'));
      for (let index = 1; index < count; index += 1) {
        expect(pageOf(`tail${index}-`)).toBe(pageOf(`Adder ${index} `));
      }
    }
    expect(ends).toEqual(new Set([1, 2]));
  });

  test.each([
    ['a thousand long lines', (contract: ShownContract) => withLines(contract, 1_000)],
    ['a letter with a hundred thousand marks', (contract: ShownContract) => withSeller(contract, `a${marks}`)],
  ])('prints %s in a few seconds of computing', async (_, make) => {
    const hostile = make(await drafted());
    const before = process.cpuUsage();
    await contractPdf({ contract: hostile, logo: null });
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(10);
  });
});

const marks = '\u0301'.repeat(100_000);

function withSeller(contract: ShownContract, seller: string): ShownContract {
  return { ...contract, document: { ...contract.document, seller } };
}

/** Of one tier whose rows take two lines each, but for the first. */
function withLines(contract: ShownContract, count: number): ShownContract {
  const long = (index: number): string => `${'x'.repeat(60)} tail${index}-${'y'.repeat(60)}`;
  const labels = Array.from({ length: count }, (_, index) => `Adder ${index} ${index === 0 ? '' : long(index)}`);
  return withRows(contract, labels);
}

function withRows(contract: ShownContract, labels: readonly string[]): ShownContract {
  const rest = { quantity: null, unit: null, rate: null, amount: '1.00', amountText: null };
  const tier = {
    tier: 'good',
    name: 'Tier',
    total: '1.00',
    lines: labels.map((label) => ({ label, ...rest })),
  } as const;
  return { ...contract, document: { ...contract.document, tiers: [tier] } };
}
