import { describe, expect, test } from '@jest/globals';
import { extractText, getDocumentProxy } from 'unpdf';
import { seeded } from '../helpers/seeded.ts';
import { useApp } from '../helpers/test-app.ts';
import { dataUrl, png } from '../helpers/png.ts';
import { Contracts, presented, productData } from './contracts.ts';
import { drawnLines } from './drawn-lines.ts';
import { fontsIn } from './pdf-structure.ts';

const app = useApp();
const contracts = new Contracts(app);

interface Printed {
  readonly bytes: Buffer;
  readonly text: string;
  readonly pages: number;
}

async function printed(
  language: string,
  feature: string,
  more: { deck?: object; adders?: number; labels?: string[]; features?: string[]; more?: string } = {},
): Promise<Printed> {
  const labels = more.labels ?? Array.from({ length: more.adders ?? 0 }, (_, at) => `Extra ${at}`);
  const adders = labels.map((label) => ({ label, amount: 1 }));
  const good = {
    ...productData.good,
    basePrice: 10,
    price: undefined,
    features: [feature, more.more ?? 'x', 7, ' ', 'Daily cleanup', ...(more.features ?? [])],
    adders,
  };
  const presentation = await presented(app.rest, {
    deck: more.deck ?? {},
    slide: { productData: { good } },
    input: { language_settings: { language_code: language } },
  });
  const { id } = await contracts.in('sent', presentation);
  const response = await fetch(`${app.base}/api/contracts/${id}/document.pdf`);
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return { bytes, text: text.replaceAll(/\s+/g, ' '), pages: totalPages };
}

/** Words of many scripts, of which Tamil, Khmer and private characters have no font. */
const samples = [
  `seller Tiefbauunternehmung $20,000 ${'x'.repeat(90)} AVATAR (rear) ${'e\u0301'.repeat(7)}`,
  'هذا العقد ملزم שלום ירוק उत्कृष्ट क्षत्रिय 建筑瓦片，可选颜色 원하는 색상 お好みの色',
  'หลังคากระเบื้องคุณภาพสูง ผู้ขาย น้ำ 🏠 👩‍🔧 🇺🇸 👍🏽 ☀️ கூரை ខ្មែរ \u{e000} \u{10fffd}',
].flatMap((line) => line.split(' '));

/** Words in a random order, some of them without a space between them. */
function mixed(random: () => number): string {
  const pick = (): string => samples[Math.floor(random() * samples.length)] ?? '';
  return Array.from({ length: 25 }, () => `${pick()}${random() < 0.3 ? '' : ' '}`).join('');
}

const boxes = 'A box stands for';
const main = ['DejaVuSans', 'DejaVuSans-Bold'];

describe('the fonts of a contract', () => {
  test.each([
    ['Greek', 'el', 'Μόνωση στέγης', []],
    ['Cyrillic', 'ru', 'Гидроизоляция', []],
    ['Japanese', 'ja', 'お好みの色、「毎日」の清掃。', ['NotoSansJP-Thin']],
    ['simplified Chinese', 'zh-CN', '建筑瓦片，可选颜色', ['NotoSansSC-Thin']],
    ['traditional Chinese', 'zh-TW', '建築瓦片，可選顏色', ['NotoSansTC-Thin']],
    ['Korean', 'ko', '원하는 색상의 지붕재', ['NotoSansKR-Thin']],
    ['Japanese in an English contract', 'en', '屋根のシングル', ['NotoSansJP-Thin']],
    ['Chinese in an English contract', 'en', '更好的屋顶', ['NotoSansSC-Thin']],
  ])('have all characters of %s, and nothing is loaded beside them', async (_, language, feature, more) => {
    const { bytes, text } = await printed(language, feature);
    expect(text).toContain(`• ${feature}`);
    expect(text).not.toContain(boxes);
    expect(fontsIn(bytes)).toEqual([...main, ...more]);
    expect(bytes.length).toBeLessThan(150_000);
  });

  test('join and place the letters of Devanagari', async () => {
    const { bytes, text } = await printed('hi', 'क्षत्रिय शिंगल्स');
    expect(text).not.toContain(boxes);
    expect(fontsIn(bytes)).toEqual([...main, 'NotoSansDevanagari-Regular']);
    const line = (await drawnLines(bytes)).find(({ text: drawn }) => drawn.startsWith('•') && drawn.includes('श'));
    // क्ष and त्र are one glyph each, and the sign of i stands before its letter.
    expect(line?.text).toMatch(/^• *क्षित्रय/);
    expect(line?.glyphs.length).toBeLessThan(Array.from('• क्षत्रिय शिंगल्स').length);
  });

  test('place the marks of Thai, also below a tone mark, and end its lines between words', async () => {
    const { bytes, text } = await printed('th', 'น้ำ ผู้ขายกระเบื้องมุงหลังคาคุณภาพสูง'.repeat(8));
    expect(text).not.toContain(boxes);
    expect(fontsIn(bytes)).toEqual([...main, 'NotoSansThai-Regular']);
    // The circle is drawn before the tone mark, which stands above it.
    expect(text.normalize()).toContain('น\u0e4d\u0e49\u0e32 ผู้');
    const lines = (await drawnLines(bytes)).map(({ text: drawn }) => drawn.replaceAll(' ', ''));
    const thai = lines.filter((drawn) => drawn.includes('หลัง'));
    expect(thai.length).toBeGreaterThan(2);
    const words = new Set(['น', 'ผ', 'ก', 'ม', 'ห', 'ค', 'ส']);
    expect(thai.filter((drawn) => !words.has(drawn.replace('•', '').charAt(0)))).toEqual([]);
  });

  test('draw emoji in black, sequences of them as one glyph', async () => {
    const { bytes, text } = await printed('en', 'roof 🏠 crew 👩‍🔧 from 🇺🇸 thumb 👍🏽 end');
    expect(text).not.toContain(boxes);
    expect(fontsIn(bytes)).toEqual([...main, 'NotoEmoji-Regular']);
    const line = (await drawnLines(bytes)).find(({ text: drawn }) => drawn.includes('crew'));
    expect(line?.glyphs.length).toBe('• roof _ crew _ from _ thumb _ end'.length);
  });

  test.each(['☝🏽', '✌🏻', '✍🏽', '1️⃣', '#️⃣', '☝🏿', '👩🏽‍🔧', '🇲🇽', '🏴‍☠️'])(
    'draw an emoji of several characters as one glyph, of which the main font has some: %s',
    async (sequence) => {
      const { bytes, text } = await printed('en', `zinc ${sequence} end`);
      expect(text).not.toContain(boxes);
      expect(fontsIn(bytes)).toEqual([...main, 'NotoEmoji-Regular']);
      const line = (await drawnLines(bytes)).find(({ text: drawn }) => drawn.includes('zinc'));
      expect(line?.glyphs.length).toBe('• zinc _ end'.length);
    },
  );

  test.each([
    ['Tamil', 'கூரை'],
    ['Khmer', 'ដំបូល'],
    ['a private character', '\u{e000}'],
  ])('say so when they lack %s', async (_, feature) => {
    expect((await printed('en', feature)).text).toContain(boxes);
  });

  test('print a thousand common Chinese characters in the time that a print has', async () => {
    const rows = Array.from({ length: 40 }, (_, row) =>
      Array.from({ length: row === 39 ? 89 : 94 }, (__, cell) => [0xb0 + row, 0xa1 + cell]),
    );
    const characters = new TextDecoder('gb2312').decode(Uint8Array.from(rows.flat(2))).slice(0, 1_000);
    expect(new Set(characters).size).toBe(1_000);
    const { text } = await printed('zh-CN', characters.slice(0, 500), { deck: {}, more: characters.slice(500) });
    expect(text).not.toContain(boxes);
    const printedOnes = new Set(text);
    expect(Array.from(characters).filter((character) => !printedOnes.has(character))).toEqual([]);
  });
});

describe('a contract on paper', () => {
  test.each(['en', 'ar', 'ja'])(
    'draws nothing outside its margins, whatever scripts it mixes (%s)',
    async (language) => {
      const random = seeded(20_261);
      const features = Array.from({ length: 30 }, () => mixed(random));
      const labels = Array.from({ length: 30 }, () => mixed(random));
      const { bytes } = await printed(language, mixed(random), { features, labels });
      const outside = (await drawnLines(bytes)).filter(({ left, right }) => left < 56 - 0.5 || right > 612 - 56 + 0.5);
      expect(outside.map(({ left, right, text }) => [left, right, text])).toEqual([]);
    },
  );

  test('lists what a tier includes, numbers its pages, and breaks Chinese where a line may begin', async () => {
    const long = '毎日の清掃、'.repeat(30);
    const { bytes, text, pages } = await printed('ja', long, { adders: 60 });
    expect(text).toContain('• Daily cleanup');
    expect(text).not.toContain('• 7');
    expect(pages).toBeGreaterThan(1);
    const lines = await drawnLines(bytes);
    for (let page = 1; page <= pages; page += 1) {
      const foot = lines.filter((line) => line.page === page).map((line) => line.text);
      expect(
        foot.filter((line) => /^Contract [0-9a-f-]{36} /.test(line) && line.endsWith(`${page} / ${pages}`)),
      ).toHaveLength(1);
    }
    const broken = lines.filter((line) => line.text.includes('清掃'));
    expect(broken.length).toBeGreaterThan(2);
    expect(broken.filter((line) => line.text.startsWith('、'))).toEqual([]);
    expect(Math.max(...lines.map(({ right }) => right))).toBeLessThan(612 - 56 + 1);
  });

  test.each([
    ['opaque', png(40, 20)],
    ['transparent', png(40, 20, { colorType: 6 })],
    ['gray', png(40, 20, { colorType: 0, depth: 1 })],
  ])('shows a logo that is %s, and the color', async (_, logo) => {
    const { bytes } = await printed('en', 'x', { deck: { brand: { color: '#ff8800', logo: dataUrl(logo) } } });
    expect(bytes.toString('latin1')).toContain('/Subtype /Image');
    const { bytes: plain } = await printed('en', 'x');
    expect(plain.toString('latin1')).not.toContain('/Subtype /Image');
  });
});
