import { buffer } from 'node:stream/consumers';
import { paragraphsOf, type Run, visible, visualOrder } from './bidi-text.ts';
import { breakLines } from './line-breaks.ts';
import { drawStrokes, type PenDrawing, printedSize } from './pen.ts';
import { PdfFont } from './pdf-font.ts';
import { PdfPages, type PdfProperties } from './pdf-pages.ts';
import type { Tag, TextTag } from './pdf-tags.ts';
import { Typeface } from './typeface.ts';

const { width, height, margin } = PdfPages;
const lineHeight = 1.4;
const gap = 12;
/** Of a line over a text, above its letters, in font sizes. */
const ruleHeight = 1.15;
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
  /** A line over it from side to side; a strong one has the color of the brand. */
  readonly rule?: 'light' | 'strong';
  /** What a paragraph is; by default `P`. */
  readonly tag?: TextTag;
}

/** One line: text at the start side, and an amount at the other one. */
interface Line {
  readonly text: readonly Run[];
  readonly amount: readonly Run[];
  readonly face: Typeface;
  readonly size: number;
  readonly above: number;
  /** What the text is in the structure, and what the amount is; none for what is repeated on each page. */
  readonly tags: readonly Tag[];
  readonly drawing?: PenDrawing;
  readonly rule?: TextStyle['rule'];
}

/**
 * A PDF of US Letter pages that are filled from top to bottom, with embedded subsets of a font for many scripts. Equal
 * calls with equal properties give equal bytes.
 */
export class PdfFlow {
  readonly #properties: PdfProperties;
  readonly #pages: PdfPages;
  readonly #regular: Typeface;
  readonly #bold: Typeface;
  /** Lines to keep on one page with those to come. */
  #held: Line[] = [];
  /** Current position, in points from the top of the page. */
  #y = height;

  private constructor(
    properties: PdfProperties,
    { regular, bold }: { readonly regular: Typeface; readonly bold: Typeface },
  ) {
    this.#properties = properties;
    this.#regular = regular;
    this.#bold = bold;
    this.#pages = new PdfPages(properties);
  }

  /** @param text all that may be written, in any order: the fonts for it are loaded */
  static async open(properties: PdfProperties, text: string): Promise<PdfFlow> {
    return new PdfFlow(properties, await Typeface.open(text, properties.language));
  }

  /** Whether the fonts have all characters of a text; missing ones are drawn as boxes. */
  canWrite(text: string): boolean {
    return this.#regular.has(visible(text));
  }

  /** Whether a character was drawn as a box. */
  get hasBoxes(): boolean {
    return this.#regular.lacksGlyphs || this.#bold.lacksGlyphs;
  }

  /** Adds a text that may continue on the next page. */
  paragraph(text: string, style: TextStyle = {}): void {
    const tags = [this.#pages.tags.text(style.tag ?? 'P', text)];
    this.#add(this.#lines(text, '', style, tags), style.withNext === true, false);
  }

  /** Adds an item of a list. */
  item(text: string, style: TextStyle = {}): void {
    const tags = [this.#pages.tags.item(text)];
    this.#add(this.#lines(`• ${text}`, '', style, tags), style.withNext === true, false);
  }

  /** Adds a text with an amount beside its first line, on one page. */
  row(text: string, amount: string, style: TextStyle = {}): void {
    const tags = this.#pages.tags.row(text, amount);
    this.#add(this.#lines(text, amount, style, tags), style.withNext === true, true);
  }

  /** Adds what was drawn by hand, on one page with what follows. @param alt what it shows */
  drawing(drawing: PenDrawing, alt: string): void {
    const size = printedSize(drawing).height / lineHeight;
    const tags = [this.#pages.tags.figure(alt)];
    this.#add([{ text: [], amount: [], face: this.#regular, size, above: 8, tags, drawing }], true, true);
  }

  /** Adds the logo of the brand, where there is one. */
  logo(): void {
    this.#placeHeld();
    if (this.#properties.logo === null) return;
    this.#newPage();
    this.#y += this.#pages.drawLogo(this.#properties.logo, this.#y);
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
      const column = this.#isLtr ? at : labels.length - 1 - at;
      const [left, right] = [margin + column * share, margin + (column + 1) * share - gap];
      this.#pages.rule(this.#y, { left, right });
      const tags = [this.#pages.tags.text('P', label)];
      for (const line of this.#lines(label, '', { size }, tags))
        this.#drawAs(tags[0], () => this.#draw(line.text, line, left, this.#y + size * lineHeight));
      this.#pages.tags.end(tags);
    }
    this.#y += size * lineHeight;
  }

  async end(): Promise<Uint8Array> {
    this.#placeHeld();
    const size = 8;
    this.#pages.finish((number, count) => {
      const [line] = this.#lines(this.#properties.footer, `\u2066${number} / ${count}\u2069`, { size });
      if (line !== undefined) this.#drawLine(line, height - margin / 2);
    });
    this.#pages.document.end();
    return buffer(this.#pages.document);
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
      if (line.drawing !== undefined) this.#drawHand(line.drawing, this.#y - advance, line.tags[0]);
      if (line.rule !== undefined) this.#pages.rule(this.#y - line.size * ruleHeight, { kind: line.rule });
      this.#drawLine(line, this.#y);
    }
    this.#pages.tags.end(new Set(lines.flatMap(({ tags }) => tags)));
  }

  get #isLtr(): boolean {
    return this.#properties.direction === 'ltr';
  }

  #drawLine(line: Line, y: number): void {
    const [start, end] = this.#isLtr ? (['left', 'right'] as const) : (['right', 'left'] as const);
    this.#drawAt(line.text, line, y, start, line.tags[0]);
    this.#drawAt(line.amount, line, y, end, line.tags[1]);
  }

  #placeHeld(): void {
    this.#place(this.#held);
    this.#held = [];
  }

  #newPage(): void {
    this.#pages.document.addPage();
    this.#y = margin;
  }

  #drawHand(drawing: PenDrawing, top: number, tag: Tag | undefined): void {
    const left = this.#isLtr ? margin : width - margin - printedSize(drawing).width;
    this.#drawAs(tag, () => drawStrokes(this.#pages.document, drawing, left, top));
  }

  #drawAt(runs: readonly Run[], line: Line, y: number, side: 'left' | 'right', tag: Tag | undefined): void {
    if (runs.length === 0) return;
    const { face, size } = line;
    const left = side === 'left' ? margin : width - margin - widthOf(runs, face) * size;
    this.#drawAs(tag, () => this.#draw(runs, line, left, y));
  }

  /** Draws content of a tag; without one it has a place in the structure already. */
  #drawAs(tag: Tag | undefined, work: () => void): void {
    if (tag === undefined) work();
    else this.#pages.tags.draw(tag, work);
  }

  #draw(runs: readonly Run[], { face, size }: Line, left: number, y: number): void {
    let x = left;
    for (const piece of runs.flatMap((run) => face.pieces(run))) {
      this.#pages.use(piece.font, size);
      const style = { lineBreak: false, features: [], baseline: 'alphabetic' as const };
      this.#pages.document.text(PdfFont.marked(piece), x, y, style);
      x += piece.font.width(piece) * size;
    }
  }

  #lines(text: string, amount: string, style: TextStyle, tags: readonly Tag[] = []): Line[] {
    const { size = 10, bold = false, above = 0, rule } = style;
    const face = bold ? this.#bold : this.#regular;
    const [besides = []] = paragraphsOf(amount).flatMap((it) => this.#set(it, face, Infinity));
    const room = (width - 2 * margin) / size - (amount === '' ? 0 : widthOf(besides, face) + gap / size);
    const lines = paragraphsOf(text).flatMap((paragraph) => this.#set(paragraph, face, room));
    return lines.map((runs, index) => ({
      text: runs,
      amount: index === 0 ? besides : [],
      face,
      size,
      above: index === 0 ? above : 0,
      tags,
      ...(index === 0 && rule !== undefined ? { rule } : {}),
    }));
  }

  #set(paragraph: string, face: Typeface, room: number): Run[][] {
    const runsOf = visualOrder(paragraph, this.#properties.direction);
    const lines = breakLines(paragraph, room, {
      ofPart: (text) => face.width({ text: visible(text), direction: 'ltr' }),
      ofLine: (line) => widthOf(runsOf(line), face),
    });
    return lines.map(runsOf);
  }
}

function widthOf(runs: readonly Run[], face: Typeface): number {
  return runs.reduce((sum, run) => sum + face.width(run), 0);
}
