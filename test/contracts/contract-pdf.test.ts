import { describe, expect, test } from '@jest/globals';
import { extractText, getDocumentProxy } from 'unpdf';
import { useApp } from '../helpers/test-app.ts';
import { dataUrl, png } from '../helpers/png.ts';
import { Contracts, presented, productData } from './contracts.ts';
import { drawnLines } from './drawn-lines.ts';
import { marksOf, structureOf } from './pdf-structure.ts';

const app = useApp();
const contracts = new Contracts(app);
const homeowner = { first_name: 'Nguyễn Thị Ánh', last_name: 'Łukasiewicz-Żółć', address: '1482 Larkspur Lane' };

async function pdf(id: string): Promise<Uint8Array> {
  const response = await fetch(`${app.base}/api/contracts/${id}/document.pdf`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return new Uint8Array(await response.arrayBuffer());
}

/** What a person reads in it; every kind of space as one. */
async function textOf(bytes: Uint8Array): Promise<{ text: string; pages: number }> {
  const { text, totalPages } = await extractText(await getDocumentProxy(bytes.slice()), { mergePages: true });
  return { text: text.replaceAll(/\s+/g, ' '), pages: totalPages };
}

describe('the PDF of a contract', () => {
  test('has parties, the signed tier with its lines, total, signature and hash', async () => {
    const presentation = await presented(app.rest, { input: { homeowner } });
    const { id, documentHash } = await contracts.in('sent', presentation);
    const signature = { ...(await contracts.signature(id)), signerName: 'Ánh Łukasiewicz' };
    await contracts.move(id, 'sign', signature);
    const { text, pages } = await textOf(await pdf(id));
    for (const expected of [
      'Larkspur Roofing',
      'Nguyễn Thị Ánh Łukasiewicz-Żółć',
      '1482 Larkspur Lane',
      'Better roof',
      'Base price $350.00',
      'Roof area (24.5 squares × $509.15) $12,474.18',
      'Total $12,824.18',
      'hold for 30 days.',
      'I agree',
      'Signed by Ánh Łukasiewicz',
      'UTC',
      documentHash,
    ]) {
      expect(text).toContain(expected);
    }
    expect(text).not.toContain('Good roof');
    expect(text).not.toContain('Not signed');
    expect(pages).toBe(1);
  });

  test('shows all that is offered while nothing is signed, and says so', async () => {
    const { id } = await contracts.in('sent');
    const { text } = await textOf(await pdf(id));
    expect(text).toContain('Not signed: this contract is sent.');
    expect(text).toContain('Good roof');
    expect(text).toContain('Better roof');
    expect(text).not.toContain('Best roof');
  });

  test('is the same, byte by byte, whenever it is asked for', async () => {
    const { id } = await contracts.in('signed');
    const first = await pdf(id);
    expect(Buffer.from(await pdf(id)).equals(Buffer.from(first))).toBe(true);
    expect(first.length).toBeLessThan(60_000);
  });

  test.each([
    ['de-DE', 'EUR', '12.824,18 €'],
    ['fr-FR', 'EUR', '12 824,18 €'],
    ['vi-VN', 'VND', '12.824 ₫'],
    ['ja-JP', 'JPY', '￥12,824'],
    ['hi-IN', 'INR', '₹12,824.18'],
    ['th-TH', 'THB', '฿12,824.18'],
    // The fonts have no Tamil characters: times and amounts are then written as in English.
    ['ta-IN', 'INR', '₹12,824.18'],
  ])('writes amounts as people write them in %s', async (language, currency, expected) => {
    const presentation = await presented(app.rest, {
      deck: { currency, defaultLanguage: language },
    });
    const { id } = await contracts.in('signed', presentation);
    expect((await textOf(await pdf(id))).text).toContain(expected);
  });

  test.each([
    [
      'es-MX',
      ['Contrato', 'para firmar hasta el final del', 'Superficie del techo (24.5 cuadros × USD 509.15)', 'He leído'],
    ],
    [
      'de-AT',
      ['Vertrag', 'zu unterschreiben bis zum Ablauf von', 'Dachfläche (24,5 Squares × $ 509,15)', 'Ich habe dieses'],
    ],
    ['fr-FR', ['Contract', 'to be signed until the end of', 'Roof area (24,5 squares × 509,15 $US)', 'I have read']],
  ])('is worded in %s, or in English where there are no words', async (languageCode, expected) => {
    const deck = { defaultLanguage: languageCode };
    const { id } = await contracts.in('sent', await presented(app.rest, { deck }));
    const { text } = await textOf(await pdf(id));
    for (const words of expected) expect(text).toContain(words);
    await contracts.move(id, 'sign', await contracts.signature(id));
    expect((await textOf(await pdf(id))).text).toMatch(/(Firmado por|Unterschrieben von|Signed by) Dana Whitaker/);
  });

  test.each([
    ['draft', 'es un borrador', 'ist ein Entwurf'],
    ['declined', 'ha sido rechazado', 'wurde abgelehnt'],
    ['voided', 'ha sido retirado', 'wurde zurückgezogen'],
    ['expired', 'ha vencido', 'ist abgelaufen'],
  ] as const)('says in the language of the reader that one is %s', async (status, spanish, german) => {
    for (const [languageCode, expected] of [
      ['es', `Sin firmar: este contrato ${spanish}.`],
      ['de', `Nicht unterschrieben: Dieser Vertrag ${german}.`],
    ]) {
      const deck = { defaultLanguage: languageCode };
      const { id } = await contracts.in(status, await presented(app.rest, { deck }));
      expect((await textOf(await pdf(id))).text).toContain(expected);
    }
  });

  test.each([
    ['en', 1, '(1 square × $509.15)'],
    ['en', 0.5, '(0.5 squares × $509.15)'],
    ['es', 1, '(1 cuadro × 509,15 US$)'],
    ['es', 1.5, '(1,5 cuadros × 509,15 US$)'],
    ['de', 1, '(1 Square × 509,15 $)'],
    // English words in a French contract: French would count 0.5 as one.
    ['fr', 0.5, '(0,5 squares × 509,15 $US)'],
  ])('counts as people do in %s: %s', async (languageCode, squares, expected) => {
    const input = { price_inputs: { roof_squares: squares } };
    const { id } = await contracts.in(
      'draft',
      await presented(app.rest, { deck: { defaultLanguage: languageCode }, input }),
    );
    expect((await textOf(await pdf(id))).text).toContain(expected);
  });

  test('has a structure for those who hear it: headings, lists, tables with their headings, and figures', async () => {
    const good = { ...productData.good, features: ['Daily cleanup', 'หลังคา'] };
    const deck = { brand: { logo: dataUrl(png(40, 20)) } };
    const presentation = await presented(app.rest, { deck, slide: { productData: { ...productData, good } } });
    const { id } = await contracts.in('sent', presentation);
    const drawing = { width: 300, height: 100, strokes: [[10, 10, 100, 50]] };
    await contracts.move(id, 'sign', { ...(await contracts.signature(id)), tier: 'good', drawing });
    const bytes = await pdf(id);
    const roles = await structureOf(bytes);
    expect(roles.filter((role) => /^H\d/.test(role))).toEqual([
      'H1 Contract',
      'H2 Seller',
      'H2 Homeowner',
      'H2 Good roof',
    ]);
    expect(roles.join('|')).toContain('L|LI|LBody • Daily cleanup|LI|LBody [หลังคา] • หลังคา|Table|TR|TH');
    expect(roles.join('|')).toContain('TR|TH Total|TD $11,800.00|');
    const figures = roles.filter((role) => role.startsWith('Figure'));
    expect(figures).toEqual(['Figure [Larkspur Roofing]', 'Figure [Signed by Dana Whitaker]']);
    const source = Buffer.from(bytes).toString('latin1');
    for (const part of ['/Marked true', '/Lang (en', '/DisplayDocTitle true', '/Scope /Row']) {
      expect(source).toContain(part);
    }
    // Nothing is drawn that is neither content nor decoration.
    const { unmarked } = await marksOf(bytes);
    expect(unmarked).toBe(0);
  });

  test('has all plans of a tier, and what is said of each, on one page with the total', async () => {
    const text = 'Subject to credit approval.';
    for (const count of [24, 25, 26, 27, 28, 29, 30, 31]) {
      const adders = Array.from({ length: count }, (_, at) => ({ label: `Extra ${at}`, amount: 1 }));
      const good = {
        basePrice: 10_000,
        adders,
        financing: [
          { provider: 'Acme', annualPercent: 7, months: 60, text },
          { provider: 'Larkspur Credit', annualPercent: 5, months: 120, text: 'For new customers.' },
        ],
      };
      const { id } = await contracts.in('draft', await presented(app.rest, { slide: { productData: { good } } }));
      const lines = await drawnLines(await pdf(id));
      const pageOf = (start: string): number | undefined => lines.find((line) => line.text.startsWith(start))?.page;
      expect(pageOf(text)).toBeDefined();
      for (const start of ['Total', 'By the month with Acme', 'By the month with Larkspur', 'For new customers.']) {
        expect([start, pageOf(start)]).toEqual([start, pageOf(text)]);
      }
    }
  });

  test('is not printed again for a client that has it, until something in it changes', async () => {
    const { id, deckId } = await contracts.in(
      'sent',
      await presented(app.rest, { deck: { brand: { color: '#112233' } } }),
    );
    const path = `/api/contracts/${id}/document.pdf`;
    const tag = async () => (await fetch(`${app.base}${path}`)).headers.get('etag') ?? '';
    const ask = async (known: string) =>
      (await fetch(`${app.base}${path}`, { headers: { 'If-None-Match': known } })).status;
    const first = await tag();
    expect(await ask(`"other", W/${first}`)).toBe(304);
    expect((await app.rest.get(path, { 'If-None-Match': first })).status).toBe(304);
    await app.rest.send('PATCH', `/api/decks/${deckId}`, { brand: { color: '#445566' } });
    expect(await ask(first)).toBe(200);
    const second = await tag();
    await contracts.move(id, 'sign', await contracts.signature(id));
    expect(await ask(second)).toBe(200);
    const signed = await tag();
    await app.rest.send('PATCH', `/api/decks/${deckId}`, { brand: null });
    expect(await ask(signed)).toBe(304);
  });

  test('shows all digits of a currency, discounts, tax and what is due on signing', async () => {
    const good = {
      price: '1250.375',
      adders: [{ label: 'Rebate', amount: '-0.125' }],
      tax: { percent: 5 },
      deposit: { percent: 10 },
    };
    const presentation = await presented(app.rest, { deck: { currency: 'KWD' }, slide: { productData: { good } } });
    const { id } = await contracts.in('draft', presentation);
    const { text } = await textOf(await pdf(id));
    for (const expected of [
      '1,250.375',
      'Rebate -KWD 0.125',
      'Sales tax 5%',
      '1,312.763',
      'Due on signing KWD 131.276',
    ]) {
      expect(text).toContain(expected);
    }
  });

  test('goes on on further pages, and breaks what is longer than a line', async () => {
    const adders = Array.from({ length: 120 }, (_, index) => ({
      label: `Extra ${index} ${'x'.repeat(200)}`,
      amount: 1,
    }));
    const presentation = await presented(app.rest, {
      slide: {
        productData: {
          ...productData,
          good: { basePrice: 10, adders },
          disclaimer: 'a\tb\r\nc\u0001d 🏠 屋根 سقف छत 지붕',
        },
      },
    });
    const { id } = await contracts.in('draft', presentation);
    const { text, pages } = await textOf(await pdf(id));
    expect(pages).toBeGreaterThan(5);
    expect(text).toContain('Extra 119');
    expect(text).toContain('a b c d');
  });
});
