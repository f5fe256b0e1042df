import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import unpack from 'woff2-encoder/decompress';
import { PdfFont } from './pdf-font.ts';

/** The same characters in two weights. */
export interface FontPair {
  readonly regular: PdfFont;
  readonly bold: PdfFont;
}

const require = createRequire(import.meta.url);

/** The families that are cut into slices, for East Asia by the language whose forms their characters have. */
const families = {
  emoji: () => require.resolve('@fontsource-variable/noto-emoji/package.json'),
  ja: () => require.resolve('@fontsource-variable/noto-sans-jp/package.json'),
  ko: () => require.resolve('@fontsource-variable/noto-sans-kr/package.json'),
  zhHans: () => require.resolve('@fontsource-variable/noto-sans-sc/package.json'),
  zhHant: () => require.resolve('@fontsource-variable/noto-sans-tc/package.json'),
};
type Family = keyof typeof families;

/** Most fonts of a document: it may have all characters that are in use, and no text takes all memory for itself. */
const mostFonts = 120;

/** Scripts that have a file for each weight. */
const scripts = [
  {
    characters: /[\u0900-\u097f\ua8e0-\ua8ff]/,
    place: () => require.resolve('@fontsource/noto-sans-devanagari/package.json'),
    file: 'noto-sans-devanagari-devanagari',
  },
  {
    characters: /[\u0e00-\u0e7f]/,
    place: () => require.resolve('@fontsource/noto-sans-thai/package.json'),
    file: 'noto-sans-thai-thai',
  },
];
/** With what follows others in emoji of several characters: a skin tone behind a hand that the main font has, a key around a digit. */
const emoji = /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\u20e3]/gu;
const eastAsian = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff00-\uffef]/gu;

/** Whether a character is written as in East Asia, although the main font may have it too. */
export function isEastAsian(text: string): boolean {
  return text.search(eastAsian) !== -1;
}

/**
 * The fonts of what the main font lacks in a text: Devanagari, Thai, emoji, Chinese, Japanese and Korean. All but the
 * first two are cut into slices of some hundred characters, of which those that occur are unpacked.
 *
 * @param language BCP 47 tag: the same Chinese character is drawn in another way in Japanese
 */
export async function notoFonts(text: string, language: string, main: PdfFont): Promise<FontPair[]> {
  const fonts: FontPair[] = [];
  for (const script of scripts) if (script.characters.test(text)) fonts.push(await fontsOf(script));
  // Emoji of several characters are drawn as one by a slice that has all of them: each slice counts.
  const missingEmoji = codesOf(text, emoji).filter((code) => !main.has(String.fromCodePoint(code)));
  for (const file of await slicesWith('emoji', new Set(missingEmoji))) fonts.push(await slice(file));
  const missing = new Set(codesOf(text, eastAsian));
  for (const family of familiesFor(language, text)) {
    for (const file of await slicesWith(family, missing)) {
      if (fonts.length >= mostFonts) return fonts;
      const pair = await slice(file);
      for (const code of missing) if (pair.regular.has(String.fromCodePoint(code))) missing.delete(code);
      fonts.push(pair);
    }
  }
  return fonts;
}

function codesOf(text: string, characters: RegExp): number[] {
  return Array.from(new Set(text.match(characters)), (character) => character.codePointAt(0) ?? 0);
}

/** The families to look in: that of the language first, or of the language that the text shows to be written in. */
function familiesFor(language: string, text: string): Family[] {
  const locale = new Intl.Locale(language).maximize();
  const chinese: Family = locale.script === 'Hant' ? 'zhHant' : 'zhHans';
  const shown: Family = /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)
    ? 'ja'
    : /\p{sc=Hangul}/u.test(text)
      ? 'ko'
      : chinese;
  const first = { ja: 'ja', ko: 'ko', zh: chinese }[locale.language] ?? shown;
  return [...new Set<Family>([first as Family, shown, 'zhHans', 'zhHant', 'ja', 'ko'])];
}

async function fontsOf({ place, file }: (typeof scripts)[number]): Promise<FontPair> {
  const folder = path.join(path.dirname(place()), 'files');
  const open = async (weight: number): Promise<PdfFont> =>
    PdfFont.of(await readFile(path.join(folder, `${file}-${weight}-normal.woff`)));
  return { regular: await open(400), bold: await open(700) };
}

async function slice(file: string): Promise<FontPair> {
  const bytes = Buffer.from(await unpack(await readFile(file)));
  return { regular: PdfFont.of(bytes, 400), bold: PdfFont.of(bytes, 700) };
}

/** The files of a family that have some of the characters. */
async function slicesWith(family: Family, codes: ReadonlySet<number>): Promise<string[]> {
  if (codes.size === 0) return [];
  const folder = path.dirname(families[family]());
  const ranges = JSON.parse(await readFile(path.join(folder, 'unicode.json'), 'utf8')) as Record<string, string>;
  return Object.entries(ranges)
    .filter(([, list]) => hasSome(list, codes))
    .map(([name]) =>
      path.join(folder, 'files', `${path.basename(folder)}-${name.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`),
    );
}

/** @param list as CSS writes it: U+4e00-4e02,U+4e05 */
function hasSome(list: string, codes: ReadonlySet<number>): boolean {
  return list.split(',').some((range) => {
    const [first = 0, last = first] = range
      .slice('U+'.length)
      .split('-')
      .map((code) => Number.parseInt(code, 16));
    for (let code = first; code <= last; code += 1) if (codes.has(code)) return true;
    return false;
  });
}
