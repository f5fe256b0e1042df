import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';

/** One line of a page, as the eye sees it from left to right. */
export interface DrawnLine {
  readonly page: number;
  readonly left: number;
  readonly right: number;
  /** With a space where an amount is apart. */
  readonly text: string;
  /** The number of each glyph in its font. */
  readonly glyphs: readonly number[];
}

interface DrawnGlyph {
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly unicode: string;
  readonly glyph: number;
}

interface ShownGlyph {
  readonly unicode: string;
  readonly width: number;
  readonly originalCharCode: number;
}

/**
 * Reads the glyphs of a PDF where they are drawn. The text that pdf.js extracts would not do: it is reordered as pdf.js
 * sees fit.
 */
export async function drawnLines(pdf: Uint8Array): Promise<DrawnLine[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const lines: DrawnLine[] = [];
  for (let page = 1; page <= document.numPages; page += 1) {
    const { fnArray, argsArray } = await (await document.getPage(page)).getOperatorList();
    const glyphs = await glyphsOf(fnArray, argsArray as unknown[][]);
    for (const line of Map.groupBy(glyphs, ({ y }) => y).values()) {
      const seen = line.toSorted((one, other) => one.x - other.x);
      lines.push({
        page,
        left: seen[0]?.x ?? 0,
        right: Math.max(...seen.map(({ right }) => right)),
        text: seen
          .map(({ x, unicode }, index) => (x - (seen[index - 1]?.right ?? x) > 3 ? ` ${unicode}` : unicode))
          .join(''),
        glyphs: seen.map(({ glyph }) => glyph),
      });
    }
  }
  return lines;
}

async function glyphsOf(operators: readonly number[], operands: readonly unknown[][]): Promise<DrawnGlyph[]> {
  const { OPS } = await getResolvedPDFJS();
  const glyphs: DrawnGlyph[] = [];
  let [x, y, size] = [0, 0, 0];
  for (const [index, operator] of operators.entries()) {
    const [first, second] = operands[index] ?? [];
    if (operator === OPS.setFont) size = second as number;
    if (operator === OPS.setTextMatrix) [x = 0, y = 0] = [(first as number[])[4], (first as number[])[5]];
    if (operator !== OPS.showText) continue;
    for (const item of first as (ShownGlyph | number)[]) {
      if (typeof item === 'number') {
        x -= (item * size) / 1_000;
        continue;
      }
      const right = x + (item.width * size) / 1_000;
      glyphs.push({ x, y, right, unicode: item.unicode, glyph: item.originalCharCode });
      x = right;
    }
  }
  return glyphs;
}
