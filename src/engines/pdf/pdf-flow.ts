import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { type Direction, paragraphsOf, type Run, visible, visualLines } from './bidi-text.ts';
import { breakLines } from './line-breaks.ts';
import { drawStrokes, type PenDrawing, printedSize } from './pen.ts';
import { PdfFont } from './pdf-font.ts';

const width = 612;
const height = 792;
const margin = 56;
const lineHeight = 1.4;
const gap = 12;
/** Height for what is written by hand, in points. */
const blankRoom = 44;

/** How a paragraph or row is set. */
export interface TextStyle {
  /** Font size in points; by default 10. */
  readonly size?: number;
  readonly bold?: boolean;
  /** Space above in points; none at the top of a page. */
  readonly above?: number;
  /** Keeps the text on one page with what follows, as for headings. */
  readonly withNext?: boolean;
}

/** One line: text at the start side, and an amount at the other one. */
interface Line {
  readonly text: readonly Run[];
  readonly amount: readonly Run[];
  readonly font: PdfFont;
  readonly size: number;
  readonly above: number;
  readonly drawing?: PenDrawing;
}

/** Metadata of a PDF, and the direction of its pages. */
export interface PdfProperties {
  readonly title: string;
  readonly author: string;
  /** BCP 47 tag. */
  readonly language: string;
  readonly direction: Direction;
  readonly createdAt: Date;
  readonly changedAt: Date;
}

/**
 * A PDF of US Letter pages that are filled from top to bottom, with embedded subsets of a font for many scripts. Equal
 * calls with equal properties give equal bytes.
 */
export class PdfFlow {
  readonly #document: PDFKit.PDFDocument;
  readonly #direction: Direction;
  readonly #regular: PdfFont;
  readonly #bold: PdfFont;
  /** Lines to keep on one page with those to come. */
  #held: Line[] = [];
  /** Current position, in points from the top of the page. */
  #y = height;

  private constructor(properties: PdfProperties, regular: PdfFont, bold: PdfFont) {
    this.#direction = properties.direction;
    this.#regular = regular;
    this.#bold = bold;
    this.#document = newDocument(properties, { regular, bold });
  }

  static async open(properties: PdfProperties): Promise<PdfFlow> {
    return new PdfFlow(properties, await PdfFont.open('DejaVuSans'), await PdfFont.open('DejaVuSans-Bold'));
  }

  /** Whether the font has all characters of a text; missing ones are drawn as boxes. */
  canWrite(text: string): boolean {
    return this.#regular.has(visible(text));
  }

  /** Whether a character was drawn as a box. */
  get hasBoxes(): boolean {
    return this.#regular.lacksGlyphs || this.#bold.lacksGlyphs;
  }

  /** Adds a text that may continue on the next page. */
  paragraph(text: string, style: TextStyle = {}): void {
    this.#add(this.#lines(text, '', style), style.withNext === true, false);
  }

  /** Adds a text with an amount beside its first line, on one page. */
  row(text: string, amount: string, style: TextStyle = {}): void {
    this.#add(this.#lines(text, amount, style), style.withNext === true, true);
  }

  /** Adds what was drawn by hand, on one page with what follows. */
  drawing(drawing: PenDrawing): void {
    const size = printedSize(drawing).height / lineHeight;
    this.#add([{ text: [], amount: [], font: this.#regular, size, above: 8, drawing }], true, true);
  }

  /** Goes on at the top of a new page. */
  turn(): void {
    this.#placeHeld();
    this.#y = height;
  }

  /** Adds blanks to be filled in by hand, side by side, each over its label. */
  blanks(labels: readonly string[]): void {
    const size = 8;
    this.#placeHeld();
    if (this.#y + blankRoom + size * lineHeight > height - margin) this.#newPage();
    this.#y += blankRoom;
    const share = (width - 2 * margin + gap) / labels.length;
    for (const [at, label] of labels.entries()) {
      const column = this.#direction === 'ltr' ? at : labels.length - 1 - at;
      const [left, right] = [margin + column * share, margin + (column + 1) * share - gap];
      this.#document.moveTo(left, this.#y).lineTo(right, this.#y).lineWidth(0.5).stroke();
      for (const line of this.#lines(label, '', { size }))
        this.#draw(line.text, line, left, this.#y + size * lineHeight);
    }
    this.#y += size * lineHeight;
  }

  async end(): Promise<Uint8Array> {
    this.#placeHeld();
    this.#document.end();
    return buffer(this.#document);
  }

  #add(lines: readonly Line[], withNext: boolean, together: boolean): void {
    const isAlone = this.#held.length === 0;
    this.#held.push(...lines);
    if (withNext) return;
    if (together || !isAlone) this.#makeRoom(this.#held);
    this.#place(this.#held);
    this.#held = [];
  }

  /** Starts a new page for lines that fit on one page but not on the rest of this one. */
  #makeRoom(lines: readonly Line[]): void {
    const [first] = lines;
    const wanted = lines.reduce((sum, { size, above }) => sum + above + size * lineHeight, 0);
    const isTooMuch = wanted - (first?.above ?? 0) > height - 2 * margin;
    if (!isTooMuch && this.#y + wanted > height - margin) this.#newPage();
  }

  #place(lines: readonly Line[]): void {
    for (const line of lines) {
      const advance = line.size * lineHeight;
      if (this.#y + line.above + advance > height - margin) this.#newPage();
      this.#y += advance + (this.#y === margin ? 0 : line.above);
      if (line.drawing !== undefined) this.#drawHand(line.drawing, this.#y - advance);
      this.#drawAt(line.text, line, this.#direction === 'ltr' ? 'left' : 'right');
      this.#drawAt(line.amount, line, this.#direction === 'ltr' ? 'right' : 'left');
    }
  }

  #placeHeld(): void {
    this.#place(this.#held);
    this.#held = [];
  }

  #newPage(): void {
    this.#document.addPage();
    this.#y = margin;
  }

  #drawHand(drawing: PenDrawing, top: number): void {
    const left = this.#direction === 'ltr' ? margin : width - margin - printedSize(drawing).width;
    drawStrokes(this.#document, drawing, left, top);
  }

  #drawAt(runs: readonly Run[], line: Line, side: 'left' | 'right'): void {
    const { font, size } = line;
    this.#draw(runs, line, side === 'left' ? margin : width - margin - widthOf(runs, font) * size, this.#y);
  }

  #draw(runs: readonly Run[], { font, size }: Line, left: number, y: number): void {
    let x = left;
    this.#document.font(font === this.#bold ? 'bold' : 'regular', size);
    for (const run of runs) {
      this.#document.text(PdfFont.marked(run), x, y, { lineBreak: false, features: [], baseline: 'alphabetic' });
      x += font.width(run) * size;
    }
  }

  #lines(text: string, amount: string, { size = 10, bold = false, above = 0 }: TextStyle): Line[] {
    const font = bold ? this.#bold : this.#regular;
    const [besides = []] = paragraphsOf(amount).flatMap((it) => this.#set(it, font, Infinity));
    const room = (width - 2 * margin) / size - (amount === '' ? 0 : widthOf(besides, font) + gap / size);
    const lines = paragraphsOf(text).flatMap((paragraph) => this.#set(paragraph, font, room));
    return lines.map((runs, index) => ({
      text: runs,
      amount: index === 0 ? besides : [],
      font,
      size,
      above: index === 0 ? above : 0,
    }));
  }

  #set(paragraph: string, font: PdfFont, room: number): Run[][] {
    const widthOfPart = (text: string): number => font.width({ text: visible(text), direction: 'ltr' });
    return visualLines(paragraph, this.#direction, breakLines(paragraph, room, widthOfPart));
  }
}

function newDocument(
  { title, author, language, createdAt, changedAt }: PdfProperties,
  fonts: Readonly<Record<'regular' | 'bold', PdfFont>>,
): PDFKit.PDFDocument {
  const document = new PDFDocument({
    size: [width, height],
    margin,
    autoFirstPage: false,
    // No default font.
    font: '',
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: author, Creator: 'Deckcast', CreationDate: createdAt, ModDate: changedAt },
  });
  for (const [name, { source }] of Object.entries(fonts)) {
    // The type allows bytes only; PDFKit accepts any object with a `layout`.
    document.registerFont(name, source as unknown as Uint8Array);
  }
  return document;
}

function widthOf(runs: readonly Run[], font: PdfFont): number {
  return runs.reduce((sum, run) => sum + font.width(run), 0);
}
