/** Lines between points: x, y, x, y and so on from the top left corner, in a frame of this size. */
export interface PenDrawing {
  readonly width: number;
  readonly height: number;
  readonly strokes: readonly (readonly number[])[];
}

const mostWide = 200;
const mostHigh = 72;

/** How large a drawing is printed, in points, and by how much it is scaled for that. */
export function printedSize({ width, height }: PenDrawing): { width: number; height: number; scale: number } {
  const scale = Math.min(mostWide / width, mostHigh / height);
  return { width: width * scale, height: height * scale, scale };
}

/** Draws it with its top left corner at a place of the page. */
export function drawStrokes(page: PDFKit.PDFDocument, drawing: PenDrawing, left: number, top: number): void {
  const { width, height, scale } = printedSize(drawing);
  page.save();
  page.rect(left, top, width, height).clip();
  page.lineWidth(1.2).lineCap('round').lineJoin('round');
  for (const stroke of drawing.strokes) {
    for (let at = 0; at + 1 < stroke.length; at += 2) {
      const [x, y] = [left + (stroke[at] ?? 0) * scale, top + (stroke[at + 1] ?? 0) * scale];
      if (at === 0) page.moveTo(x, y);
      // A stroke of one point is a dot.
      if (at > 0 || stroke.length === 2) page.lineTo(x, y);
    }
    page.stroke();
  }
  page.restore();
}
