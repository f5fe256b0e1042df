import {
  applyFilters,
  filterRules,
  isFilterName,
  type PlaceholderFilter,
  type Literal,
  type Reader,
  type PlaceholderValue,
  type Term,
} from './placeholder-filters.ts';
import { shownWriter } from './term-writers.ts';
import { joinTidily } from './tidy-text.ts';

/** Values by their whole names: `company` and `company.name` are two names, and neither contains the other. */
export type PlaceholderValues = ReadonlyMap<string, PlaceholderValue>;

/** A parsed text: its parts in order. Their concatenated sources are the text. */
export interface Template {
  readonly parts: readonly (TextPart | Placeholder | MalformedPlaceholder)[];
}

/** Literal text; it never contains `{{`. */
interface TextPart {
  readonly kind: 'text';
  readonly source: string;
}

/** A valid placeholder: `{{ homeowner.first_name | default: "friend" }}`. */
export interface Placeholder {
  readonly kind: 'placeholder';
  readonly source: string;
  /** Start in the text, in UTF-16 units. */
  readonly position: number;
  /** The dotted name, such as `homeowner.first_name`. */
  readonly path: string;
  readonly filters: readonly PlaceholderFilter[];
}

/** A placeholder with a syntax error. It renders blank, so that no braces are shown or spoken. */
export interface MalformedPlaceholder {
  readonly kind: 'malformed';
  readonly source: string;
  /** Start in the text, in UTF-16 units. */
  readonly position: number;
  readonly path: null;
  /** The syntax error, for the author. */
  readonly reason: string;
}

/** Options for filling. `locale` and `currency` (ISO 4217, for bare numbers) are those of the homeowner. */
export interface RenderOptions {
  readonly locale: string;
  readonly currency: string;
  /** Missing values: removed, kept as written, or the whole text is rejected. */
  readonly missing: 'blank' | 'keep' | 'error';
}

/** A filled text, and what it lacks: names without a value and malformed placeholders, each once, in order. */
export interface RenderedText {
  readonly text: string;
  readonly missing: string[];
}

const mostFilters = 8;
const word = String.raw`[\p{L}_][\p{L}\p{M}\p{N}_]*`;
/** Tokens of a placeholder. No token matches a text in two ways, so none backtracks. */
const token = {
  path: new RegExp(String.raw`\s*(${word}(?:\.${word})*)`, 'uy'),
  filter: new RegExp(String.raw`\s*\|\s*(${word})`, 'uy'),
  number: /\s*:\s*(-?\d+(?:\.\d+)?)/y,
  text: /\s*:\s*(?:"([^"{}]*)"|'([^'{}]*)'|“([^”{}]*)”|‘([^’{}]*)’)/y,
  end: /\s*()$/y,
};

/**
 * Parses placeholders: `{{ path | filter: "x" }}`, with literals only and no logic. A literal contains no braces, so a
 * placeholder ends at the first `}}`; an unclosed one ends where parsing fails. Never throws, and runs in linear time.
 */
export function parseTemplate(text: string): Template {
  const parts: (TextPart | Placeholder | MalformedPlaceholder)[] = [];
  let position = 0;
  for (let open = text.indexOf('{{'); open !== -1; open = text.indexOf('{{', position)) {
    if (open > position) parts.push({ kind: 'text', source: text.slice(position, open) });
    const part = placeholderAt(text, open);
    parts.push(part);
    position = open + part.source.length;
  }
  if (position < text.length) parts.push({ kind: 'text', source: text.slice(position) });
  return { parts };
}

/** All placeholders of a text. Names may be unknown, and some may be malformed. */
export function placeholdersIn(text: string): (Placeholder | MalformedPlaceholder)[] {
  return parseTemplate(text).parts.filter((part) => part.kind !== 'text');
}

/** Receives the length of each piece before the pieces are joined, and throws when there are too many characters. */
export type CountCharacters = (characters: number) => void;

/**
 * Fills a template for display, in one pass: braces in values are not parsed. With `missing: 'error'` a text that lacks
 * anything is empty.
 *
 * @throws RangeError when the locale or the currency is malformed
 */
export function renderTemplate(
  template: Template,
  values: PlaceholderValues,
  options: RenderOptions,
  count?: CountCharacters,
): RenderedText {
  const { pieces, missing } = fillTemplate(template, values, options, count);
  return { text: joinTidily(pieces.map(({ text }) => text)), missing };
}

/** A piece of a filled text before tidying. `term` is the value of a placeholder, null for literal text. */
export interface FilledPiece {
  readonly text: string;
  readonly term: Term | null;
}

/** The pieces of a filled text, none when it is rejected, and what it lacks; otherwise as `renderTemplate`. */
export function fillTemplate(
  template: Template,
  values: PlaceholderValues,
  options: RenderOptions,
  count?: CountCharacters,
): { pieces: FilledPiece[]; missing: string[] } {
  const reader: Reader = { ...options, write: shownWriter(options.locale) };
  const missing = new Set<string>();
  const pieceOf = (part: Template['parts'][number], value: unknown): FilledPiece => {
    if (part.kind === 'text') return { text: part.source, term: null };
    const term = part.kind === 'placeholder' ? applyFilters(value, part.filters, reader) : null;
    if (term !== null) return { text: reader.write(term), term };
    missing.add(part.path ?? part.source);
    return { text: options.missing === 'keep' ? part.source : '', term: null };
  };
  const pieces = template.parts.map((part): FilledPiece => {
    const value = part.kind === 'placeholder' ? values.get(part.path) : null;
    const piece = pieceOf(part, value);
    // Counts the whole value, which the filters have read, even if they shorten it.
    count?.(Math.max(piece.text.length, typeof value === 'string' ? value.length : 0));
    return piece;
  });
  const refused = options.missing === 'error' && missing.size > 0;
  return { pieces: refused ? [] : pieces, missing: [...missing] };
}

function placeholderAt(text: string, open: number): Placeholder | MalformedPlaceholder {
  const bodyStart = endOfRun(text, open, '{');
  const nextBraces = /\{\{|\}\}/g;
  nextBraces.lastIndex = bodyStart;
  const bodyEnd = nextBraces.exec(text)?.index ?? text.length;
  const closed = text[bodyEnd] === '}';

  const scanner = new Scanner(text.slice(bodyStart, bodyEnd));
  const read = readBody(scanner);
  if (!('reason' in read) && closed && bodyStart === open + 2) {
    return { kind: 'placeholder', source: text.slice(open, bodyEnd + 2), position: open, ...read };
  }
  const end = closed ? endOfRun(text, bodyEnd, '}') : bodyStart + scanner.position;
  const reason = 'reason' in read ? read.reason : closed ? 'it opens with more than two braces' : 'it is never closed';
  return { kind: 'malformed', source: text.slice(open, end), position: open, path: null, reason };
}

function readBody(scanner: Scanner): Pick<Placeholder, 'path' | 'filters'> | { reason: string } {
  const path = scanner.take(token.path);
  if (path === null) return { reason: 'it needs a name such as first_name' };
  const filters: PlaceholderFilter[] = [];
  for (let name = scanner.take(token.filter); name !== null; name = scanner.take(token.filter)) {
    if (!isFilterName(name)) return { reason: `its filters may be ${Object.keys(filterRules).join(', ')}` };
    const argument = readArgument(scanner);
    const { accepts, takes } = filterRules[name];
    if (!accepts(argument)) return { reason: `${name} takes ${takes}` };
    if (filters.push({ name, argument }) > mostFilters) return { reason: `it has more than ${mostFilters} filters` };
  }
  return scanner.take(token.end) === null
    ? { reason: 'only filters such as "| upper" may follow a name' }
    : { path, filters };
}

function readArgument(scanner: Scanner): Literal | undefined {
  const number = scanner.take(token.number);
  return number === null ? (scanner.take(token.text) ?? undefined) : Number(number);
}

/** Reads tokens from left to right. */
class Scanner {
  position = 0;

  constructor(private readonly text: string) {}

  /** The capture of the token; null when it does not match, and then the position stays. */
  take(pattern: RegExp): string | null {
    pattern.lastIndex = this.position;
    const match = pattern.exec(this.text);
    if (match === null) return null;
    this.position = pattern.lastIndex;
    return match.slice(1).find((captured) => captured !== undefined) ?? '';
  }
}

function endOfRun(text: string, start: number, character: string): number {
  let end = start;
  while (text[end] === character) end += 1;
  return end;
}
