import PDFDocument from 'pdfkit';
import type { Direction } from './bidi-text.ts';
import type { PdfFont } from './pdf-font.ts';
import { PdfTags } from './pdf-tags.ts';

const [width, height, margin] = [612, 792, 56];
const mostLogo = { width: 180, height: 48 };
const logoGap = 22;
const bandHeight = 6;
const [ink, light] = ['#000000', '#d4d4d4'];

/** The metadata of a PDF, the direction of its pages, and what they look like. */
export interface PdfProperties {
  readonly title: string;
  readonly author: string;
  /** BCP 47 tag. */
  readonly language: string;
  readonly direction: Direction;
  readonly createdAt: Date;
  readonly changedAt: Date;
  /** Stands at the foot of each page. */
  readonly footer: string;
  /** Of lines and of the band at the top of each page, such as #0b5d4b; black lines and no band without one. */
  readonly color: string | null;
  /** A PNG that was read whole: see `readPng`. */
  readonly logo: Uint8Array | null;
}

/** The pages of a PDF, US Letter, and all on them that is no text. Lengths are in points. */
export class PdfPages {
  static readonly width = width;
  static readonly height = height;
  static readonly margin = margin;
  readonly document: PDFKit.PDFDocument;
  readonly tags: PdfTags;
  readonly #properties: PdfProperties;
  readonly #names = new Map<PdfFont, string>();

  constructor(properties: PdfProperties) {
    this.#properties = properties;
    const { title, author, language, createdAt, changedAt } = properties;
    this.document = new PDFDocument({
      size: [width, height],
      margin,
      autoFirstPage: false,
      // The number of pages is known at the end.
      bufferPages: true,
      // No default font.
      font: '',
      lang: language,
      tagged: true,
      pdfVersion: '1.7',
      displayTitle: true,
      info: { Title: title, Author: author, Creator: 'Deckcast', CreationDate: createdAt, ModDate: changedAt },
    });
    this.tags = new PdfTags(this.document);
  }

  /** Goes on in a font, which is embedded once it was used. */
  use(font: PdfFont, size: number): void {
    const known = this.#names.get(font);
    const name = known ?? `font ${this.#names.size}`;
    if (known === undefined) {
      this.#names.set(font, name);
      // The type allows bytes only; PDFKit accepts any object with a `layout`.
      this.document.registerFont(name, font.source as unknown as Uint8Array);
    }
    this.document.font(name, size);
  }

  /** Draws a line across the page. */
  rule(y: number, { left = margin, right = width - margin, kind = 'thin' as 'thin' | 'light' | 'strong' } = {}): void {
    const { color } = this.#properties;
    const strokes = { thin: [0.5, ink], light: [0.5, light], strong: [1, color ?? ink] } as const;
    const [thickness, stroke] = strokes[kind];
    this.tags.decorate('Layout', () => {
      this.document.moveTo(left, y).lineTo(right, y).lineWidth(thickness).stroke(stroke).strokeColor(ink);
    });
  }

  /** Draws a logo at the side where texts begin. @returns how much height it takes */
  drawLogo(logo: Uint8Array, top: number): number {
    // PDFKit reads its size from the header: see the format of PNG.
    const header = Buffer.from(logo);
    const [pixelsWide, pixelsHigh] = [header.readUInt32BE(16), header.readUInt32BE(20)];
    const scale = Math.min(mostLogo.width / pixelsWide, mostLogo.height / pixelsHigh);
    const size = { width: pixelsWide * scale, height: pixelsHigh * scale };
    const left = this.#properties.direction === 'ltr' ? margin : width - margin - size.width;
    const tag = this.tags.figure(this.#properties.author);
    this.tags.draw(tag, () => this.document.image(header, left, top, size));
    return size.height + logoGap;
  }

  /** Gives each page its band and its foot. @param foot draws that of a page, counted from 1 */
  finish(foot: (number: number, count: number) => void): void {
    const { count } = this.document.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.document.switchToPage(page);
      this.tags.decorate('Pagination', () => {
        if (this.#properties.color !== null) {
          this.document.rect(0, 0, width, bandHeight).fill(this.#properties.color).fillColor(ink);
        }
        foot(page + 1, count);
      });
    }
  }
}
