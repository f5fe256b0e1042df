import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import fontkit from '@pdf-lib/fontkit';
import { PDFDocument, type PDFFont, type PDFPage } from 'pdf-lib';

const width = 612;
const height = 792;
const margin = 56;
const lineHeight = 1.4;

export interface TextStyle {
  /** In points; 10 unless told. */
  readonly size?: number;
  readonly bold?: boolean;
  /** Room above, in points. */
  readonly above?: number;
}

/** A PDF of US Letter pages that fill up from top to bottom. It embeds what it needs of a font with many scripts. */
export class PdfFlow {
  readonly document: PDFDocument;
  readonly #regular: PDFFont;
  readonly #bold: PDFFont;
  readonly #widths = new Map<PDFFont, Map<string, number>>();
  #page: PDFPage;
  #y = height - margin;

  constructor(document: PDFDocument, regular: PDFFont, bold: PDFFont) {
    this.document = document;
    this.#regular = regular;
    this.#bold = bold;
    this.#page = document.addPage([width, height]);
  }

  /** Whether the font has every character of a text; others would be drawn as boxes. */
  canWrite(text: string): boolean {
    const known = new Set(this.#regular.getCharacterSet());
    return Array.from(text).every((character) => known.has(character.codePointAt(0) ?? 0));
  }

  paragraph(text: string, style: TextStyle = {}): void {
    this.#y -= style.above ?? 0;
    for (const line of this.#lines(text, style, width - 2 * margin)) {
      this.#feed(style);
      this.#draw(line, margin, style);
    }
  }

  /** A text with an amount at the right of its first line. */
  row(text: string, amount: string, style: TextStyle = {}): void {
    this.#y -= style.above ?? 0;
    const room = this.#width(amount, style);
    for (const [index, line] of this.#lines(text, style, width - 2 * margin - room - 12).entries()) {
      this.#feed(style);
      this.#draw(line, margin, style);
      if (index === 0) this.#draw(amount, width - margin - room, style);
    }
  }

  /** Moves to the next line, on the next page when this one is full. */
  #feed({ size = 10 }: TextStyle): void {
    this.#y -= size * lineHeight;
    if (this.#y >= margin) return;
    this.#page = this.document.addPage([width, height]);
    this.#y = height - margin - size * lineHeight;
  }

  #draw(text: string, x: number, { size = 10, bold = false }: TextStyle): void {
    this.#page.drawText(text, { x, y: this.#y, size, font: bold ? this.#bold : this.#regular });
  }

  #lines(text: string, style: TextStyle, room: number): string[] {
    const paragraphs = text.normalize('NFC').split(/\r\n?|[\n\u2028\u2029]/);
    return paragraphs.flatMap((paragraph) => this.#wrap(paragraph.replaceAll(/\p{Cc}/gu, ' '), style, room));
  }

  /** Breaks at spaces, and inside a word only where it is longer than a line. */
  #wrap(text: string, style: TextStyle, room: number): string[] {
    const lines: string[] = [];
    let line = '';
    let used = 0;
    const space = this.#width(' ', style);
    for (const word of text.split(' ')) {
      const wanted = this.#width(word, style);
      if (line !== '' && used + space + wanted > room) {
        lines.push(line);
        [line, used] = ['', 0];
      }
      if (line !== '') [line, used] = [`${line} `, used + space];
      for (const character of Array.from(word)) {
        const advance = this.#width(character, style);
        if (used + advance > room) {
          lines.push(line);
          [line, used] = ['', 0];
        }
        line += character;
        used += advance;
      }
    }
    return [...lines, line];
  }

  /** Text is set without kerning, so that the width of a text is that of its characters. */
  #width(text: string, { size = 10, bold = false }: TextStyle): number {
    const font = bold ? this.#bold : this.#regular;
    const known = this.#widths.get(font) ?? new Map<string, number>();
    this.#widths.set(font, known);
    return Array.from(text).reduce((sum, character) => {
      const advance = known.get(character) ?? font.widthOfTextAtSize(character, 1);
      known.set(character, advance);
      return sum + advance * size;
    }, 0);
  }
}

/** A PDF without any text yet, and without a time: its maker says when it was made. */
export async function createPdf(): Promise<PdfFlow> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.registerFontkit(fontkit);
  return new PdfFlow(document, await embed(document, 'DejaVuSans'), await embed(document, 'DejaVuSans-Bold'));
}

const { resolve } = createRequire(import.meta.url);

async function embed(document: PDFDocument, name: string): Promise<PDFFont> {
  const font = await readFile(resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
  // Ligatures would be read back as one character.
  return document.embedFont(font, { subset: true, features: { liga: false } });
}
