import Papa from 'papaparse';

/** A line of a file behind its header. */
export interface Line {
  /** Its number in the file, from 1, as editors count. */
  readonly number: number;
  readonly cells: readonly string[];
  /** Why it cannot be read; null where it can. */
  readonly damage: string | null;
}

export interface Table {
  readonly header: readonly string[];
  readonly lines: readonly Line[];
  /** What separates its cells. */
  readonly delimiter: string;
}

/** Most lines and bytes of a file. */
export const mostLines = 5_000;
const mostBytes = 5_000_000;

/** The text of a file. @returns null for a file that is too large */
export async function textOf(file: File): Promise<string | null> {
  if (file.size > mostBytes) return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Spreadsheets on Windows save CSV in its code page by default.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const lineEnd = /\r\n|\r|\n/g;
const lineCount = (text: string): number => text.match(lineEnd)?.length ?? 0;

/** The lines of a text as CSV, whatever separates its cells. Lines without text count, and are left out. */
export function readCsv(given: string): Table {
  const text = given.replace(/^\uFEFF/, '');
  const rows: Line[] = [];
  let delimiter = ',';
  let countedTo = 0;
  let ended = 0;
  Papa.parse<string[]>(text, {
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t', '|'],
    step({ data, meta, errors }, parser) {
      ({ delimiter } = meta);
      ended += lineCount(text.slice(countedTo, meta.cursor));
      const isEnded = /[\r\n]$/.test(text.slice(countedTo, meta.cursor));
      countedTo = meta.cursor;
      const number = ended - lineCount(data.join('')) + (isEnded ? 0 : 1);
      const isOpen = errors.some(({ type }) => type === 'Quotes');
      const damage = isOpen
        ? 'A quotation mark is not closed: close it, or write it twice inside of quoted text.'
        : null;
      rows.push({ number, cells: data.map(withoutGuard), damage });
      if (rows.length > mostLines + 1) parser.abort();
    },
  });
  const [header, ...lines] = rows;
  return { header: header?.cells.map((cell) => cell.trim()) ?? [], lines, delimiter };
}

/** Reports and spreadsheets put an apostrophe before what would be a formula. */
const withoutGuard = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/, '');
