import { visible } from './bidi-text.ts';

type Element = PDFKit.PDFStructureElement;

/** What a text is to those who listen to a document, or jump from heading to heading. */
export type TextTag = 'H1' | 'H2' | 'H3' | 'P';

/** A part of the structure that has content on pages. */
export interface Tag {
  readonly type: string;
  readonly element: Element;
  /** Ended with it, such as the row of a cell. */
  readonly around?: Element;
}

interface Options extends PDFKit.Mixins.StructureElementOptions {
  /** What a heading of a table is the heading of. */
  readonly scope?: 'Row';
}

/** Scripts whose letters are drawn one by one, from left to right. */
const isComplex = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u;

/** The structure of a PDF (ISO 32000-1, 14.8): headings, paragraphs, lists, tables and figures, in reading order. */
export class PdfTags {
  readonly #document: PDFKit.PDFDocument;
  readonly #root: Element;
  /** The list or table that goes on while items or rows follow. */
  #group: { readonly type: 'L' | 'Table'; readonly element: Element } | null = null;

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document;
    this.#root = document.struct('Document');
    document.addStructure(this.#root);
  }

  /** A heading or paragraph. */
  text(type: TextTag, text: string): Tag {
    this.#group = null;
    return this.#tagIn(this.#root, type, actual(text));
  }

  /** A picture. @param alt what it shows */
  figure(alt: string): Tag {
    this.#group = null;
    return this.#tagIn(this.#root, 'Figure', { alt: visible(alt) });
  }

  /** An item of a list. */
  item(text: string): Tag {
    const around = this.#in('L', 'LI');
    return { ...this.#tagIn(around, 'LBody', actual(text)), around };
  }

  row(heading: string, cell: string): [Tag, Tag] {
    const around = this.#in('Table', 'TR');
    const first = this.#tagIn(around, 'TH', { scope: 'Row', ...actual(heading) });
    return [first, { ...this.#tagIn(around, 'TD', actual(cell)), around }];
  }

  /** Draws content of an element on the current page. */
  draw({ type, element }: Tag, work: () => void): void {
    const content = this.#document.markStructureContent(type);
    work();
    this.#document.endMarkedContent();
    element.add(content);
  }

  /** Draws what is no content: lines, and what is repeated on each page. */
  decorate(type: 'Layout' | 'Pagination', work: () => void): void {
    this.#document.markContent('Artifact', { type });
    work();
    this.#document.endMarkedContent();
  }

  /** Writes elements that get no more content, so that a large document does not hold them all. */
  end(tags: Iterable<Tag>): void {
    for (const { element, around } of tags) {
      element.end();
      around?.end();
    }
  }

  #in(type: 'L' | 'Table', child: string): Element {
    if (this.#group?.type !== type) {
      this.#group = { type, element: this.#document.struct(type) };
      this.#root.add(this.#group.element);
    }
    const element = this.#document.struct(child);
    this.#group.element.add(element);
    return element;
  }

  #tagIn(parent: Element, type: string, options: Options): Tag {
    const element = this.#document.struct(type, options);
    parent.add(element);
    return { type, element };
  }
}

/** The text in reading order, where its glyphs alone do not have it: they are joined, moved, reversed or boxes. */
function actual(text: string): Options {
  const seen = visible(text);
  return isComplex.test(seen) ? { actual: seen } : {};
}
