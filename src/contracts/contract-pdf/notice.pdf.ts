import { isolate } from '../../engines/pdf/bidi-text.ts';
import type { PdfFlow } from '../../engines/pdf/pdf-flow.ts';
import type { CancellationNotice } from '../cancellation/cancellation-notice.ts';

/** The homeowner sends one back and keeps the other. */
const copies = 2;

/**
 * Prints the notice of cancellation in two copies, each on a page of its own, in bold type of 10 points as 16 CFR 429
 * requires.
 */
export function writeNotices(flow: PdfFlow, contractId: string, notice: CancellationNotice): void {
  const { title, dated, paragraphs, declaration, blanks, seller, address } = notice;
  for (let copy = 1; copy <= copies; copy += 1) {
    flow.turn();
    flow.paragraph(isolate(title), { size: 16, bold: true, withNext: true, tag: 'H2' });
    flow.paragraph(isolate(dated), { bold: true, above: 14 });
    flow.paragraph(isolate(seller), { bold: true, above: 14 });
    flow.paragraph(isolate(address), { bold: true });
    for (const paragraph of paragraphs) flow.paragraph(isolate(paragraph), { bold: true, above: 10 });
    flow.paragraph(isolate(declaration), { size: 12, bold: true, above: 24 });
    flow.blanks([isolate(blanks.date), isolate(blanks.signature)]);
    flow.paragraph(`${contractId} (${copy}/${copies})`, { size: 8, above: 24 });
  }
}
