import Papa from 'papaparse';
import type { Refused } from './checks.ts';
import type { Table } from './read-csv.ts';

/** The columns of a report behind those of the file. */
const notes = ['Refused: line', 'Refused: field', 'Refused: rule', 'Refused: fix'];

/**
 * The refused lines as a file of their own, which can be mended and sent again: it has none of the lines that were accepted. What
 * a spreadsheet would take for a formula gets an apostrophe, which is taken off when the file is read.
 */
export function reportText({ header, delimiter }: Table, refused: readonly Refused[]): string {
  // A report that is sent again has the notes of before: they are replaced.
  const kept = header.flatMap((name, at) => (notes.includes(name) ? [] : [at]));
  const rows = refused.map(({ line, faults }) => [
    ...kept.map((at) => line.cells[at] ?? ''),
    String(line.number),
    ...(['field', 'rule', 'fix'] as const).map((part) => faults.map((fault) => fault[part]).join('; ')),
  ]);
  const names = [...kept.map((at) => header[at] ?? ''), ...notes];
  // The mark lets spreadsheets read it as UTF-8.
  return `\uFEFF${Papa.unparse([names, ...rows], { delimiter, newline: '\r\n', escapeFormulae: true })}\r\n`;
}
