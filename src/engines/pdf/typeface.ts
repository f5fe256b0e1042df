import type { Run } from './bidi-text.ts';
import { isEastAsian, notoFonts } from './noto-fonts.ts';
import { PdfFont } from './pdf-font.ts';

export interface Piece extends Run {
  readonly font: PdfFont;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const joiners = /[\u200c\u200d]/g;

/** One weight of the fonts of a document. Each character is drawn by the first font that has it. */
export class Typeface {
  /** The main font first. */
  readonly #fonts: readonly [PdfFont, ...PdfFont[]];
  readonly #widths = new Map<string, number>();
  readonly #fontsOf = new Map<string, PdfFont>();

  private constructor(fonts: readonly [PdfFont, ...PdfFont[]]) {
    this.#fonts = fonts;
  }

  /** The fonts for a document. @param text all that may be written, in any order */
  static async open(text: string, language: string): Promise<{ regular: Typeface; bold: Typeface }> {
    const [regular, bold] = [await PdfFont.open('DejaVuSans'), await PdfFont.open('DejaVuSans-Bold')];
    const more = await notoFonts(text, language, regular);
    return {
      regular: new Typeface([regular, ...more.map((pair) => pair.regular)]),
      bold: new Typeface([bold, ...more.map((pair) => pair.bold)]),
    };
  }

  /** Whether a measured text has characters that are drawn as boxes. */
  get lacksGlyphs(): boolean {
    return this.#fonts.some(({ lacksGlyphs }) => lacksGlyphs);
  }

  /** Whether there are all characters of a text. */
  has(text: string): boolean {
    return Array.from(text).every((character) => this.#fonts.some((font) => font.has(character)));
  }

  /** Width in font sizes. */
  width(run: Run): number {
    const known = this.#widths.get(run.text);
    if (known !== undefined) return known;
    const width = this.pieces(run).reduce((sum, piece) => sum + piece.font.width(piece), 0);
    this.#widths.set(run.text, width);
    return width;
  }

  /** The parts of a run by their fonts, from left to right. */
  pieces({ text, direction }: Run): Piece[] {
    const [main] = this.#fonts;
    if (this.#fonts.length === 1) return [{ text, direction, font: main }];
    const pieces: { text: string; direction: Run['direction']; font: PdfFont }[] = [];
    for (const { segment } of graphemes.segment(text)) {
      const font = this.#fontOf(segment);
      const last = pieces.at(-1);
      if (last?.font === font) last.text += segment;
      else pieces.push({ text: segment, direction, font });
    }
    return direction === 'rtl' ? pieces.toReversed() : pieces;
  }

  #fontOf(grapheme: string): PdfFont {
    const known = this.#fontsOf.get(grapheme);
    if (known !== undefined) return known;
    const font = this.#firstWith(grapheme);
    this.#fontsOf.set(grapheme, font);
    return font;
  }

  #firstWith(grapheme: string): PdfFont {
    const [main, ...others] = this.#fonts;
    const order = isEastAsian(grapheme) ? [...others, main] : this.#fonts;
    const shown = grapheme.replaceAll(joiners, '');
    return order.find((font) => font.has(shown)) ?? main;
  }
}
