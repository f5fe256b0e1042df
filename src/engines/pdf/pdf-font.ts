import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as fontkit from 'fontkit';
import type { Run } from './bidi-text.ts';
import { variableSubset } from './outline.ts';

const require = createRequire(import.meta.url);
const fonts = path.join(path.dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf');

/** Marks a right-to-left text for PDFKit. The texts themselves never contain it: see `bidi-text.ts`. */
const rightToLeft = '\u202e';

/** The Thai sign am behind tone marks. Its circle stands below them, which fontkit does not know. */
const thaiAm = /([\u0e48-\u0e4b]+)\u0e33/g;
const thaiParts = '\u0e4d$1\u0e32';

/** A font that shapes each text in a given direction, with ligatures and placed marks. */
export class PdfFont {
  /** The font that PDFKit embeds: it accepts any object with a `layout`. */
  readonly source: fontkit.Font;
  readonly #font: fontkit.Font;
  readonly #widths = new Map<string, number>();
  #lacksGlyphs = false;
  #last: { readonly marked: string; readonly run: fontkit.GlyphRun } | null = null;

  private constructor(font: fontkit.Font, isVariable: boolean) {
    this.#font = font;
    // PDFKit passes no direction to fontkit, which would guess it from the script and reverse Persian numbers.
    const layout: fontkit.Font['layout'] = (text) => copyOf(this.#layoutOnce(text));
    this.source = Object.create(font, {
      layout: { value: layout },
      getGlyph: { value: glyphsFor(font) },
      createSubset: { value: () => (isVariable ? variableSubset(font) : font.createSubset()) },
    }) as fontkit.Font;
  }

  /** Opens a font. Documents cannot share one: a glyph keeps the characters of its first use. */
  static async open(name: 'DejaVuSans' | 'DejaVuSans-Bold'): Promise<PdfFont> {
    return PdfFont.of(await readFile(path.join(fonts, `${name}.ttf`)));
  }

  /** The font in a file: TTF or WOFF. @param weight of a variable font */
  static of(file: Buffer, weight: number | null = null): PdfFont {
    const font = fontkit.create(file);
    if ('fonts' in font) throw new Error('A file with several fonts cannot be used as one font.');
    return weight === null ? new PdfFont(font, false) : new PdfFont(font.getVariation({ wght: weight }), true);
  }

  /** Whether a measured text has characters that are drawn as boxes. */
  get lacksGlyphs(): boolean {
    return this.#lacksGlyphs;
  }

  has(text: string): boolean {
    return Array.from(text).every((character) => this.#font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
  }

  /** Width in font sizes. */
  width({ text, direction }: Run): number {
    const known = this.#widths.get(text);
    if (known !== undefined) return known;
    const width = this.#layout(text, direction).advanceWidth / this.#font.unitsPerEm;
    this.#widths.set(text, width);
    return width;
  }

  /** The text that PDFKit draws for a run. */
  static marked({ text, direction }: Run): string {
    return direction === 'rtl' ? `${rightToLeft}${text}` : text;
  }

  /** Caches the last layout: PDFKit requests it three times per text. */
  #layoutOnce(marked: string): fontkit.GlyphRun {
    if (marked !== this.#last?.marked) {
      const run = marked.startsWith(rightToLeft) ? this.#layout(marked.slice(1), 'rtl') : this.#layout(marked, 'ltr');
      this.#last = { marked, run };
    }
    return this.#last.run;
  }

  #layout(text: string, direction: Run['direction']): fontkit.GlyphRun {
    const run = this.#font.layout(text.replaceAll(thaiAm, thaiParts), [], undefined, undefined, direction);
    this.#lacksGlyphs ||= run.glyphs.some(({ id }) => id === 0);
    return run;
  }
}

/**
 * The glyphs as PDFKit expects them. It writes the width of the box for missing characters in units of the font instead
 * of thousandths, so that viewers would move what follows a box to the right.
 */
function glyphsFor(font: fontkit.Font): fontkit.Font['getGlyph'] {
  const box = font.getGlyph(0);
  const scaled = Object.create(box, {
    advanceWidth: { value: (box.advanceWidth * 1_000) / font.unitsPerEm },
  }) as fontkit.Glyph;
  return (id, codePoints) => (id === 0 ? scaled : font.getGlyph(id, codePoints));
}

/** Copies the positions, because PDFKit scales them in place. */
function copyOf(run: fontkit.GlyphRun): fontkit.GlyphRun {
  const positions = run.positions.map((position) => ({ ...position }));
  return Object.create(run, { positions: { value: positions } }) as fontkit.GlyphRun;
}
