import {
  applyFilters,
  filterRules,
  isFilterName,
  type Filter,
  type Literal,
  type PlaceholderValue,
  type Term,
} from './placeholder-filters.ts';
import { shownWriter } from './term-writers.ts';
import { joinTidily } from './tidy-text.ts';

/** Names and groups of names: `{ homeowner: { first_name: 'Ana' } }` answers `homeowner.first_name`. */
export interface PlaceholderValues {
  readonly [name: string]: PlaceholderValue | PlaceholderValues;
}

/** A text read once: its parts in order. Their sources, put together, are the text again. */
export interface Template {
  readonly parts: readonly (TextPart | Placeholder | MalformedPlaceholder)[];
}

/** Text that stands for itself. It never holds `{{`. */
interface TextPart {
  readonly kind: 'text';
  readonly source: string;
}

/** A placeholder that can be filled: `{{ homeowner.first_name | default: "friend" }}`. */
export interface Placeholder {
  readonly kind: 'placeholder';
  readonly source: string;
  /** Where it begins in the text, in UTF-16 units. */
  readonly position: number;
  /** The dotted name, such as `homeowner.first_name`. */
  readonly path: string;
  readonly filters: readonly Filter[];
}

/** What begins like a placeholder and cannot be read. It renders blank, so that nobody hears braces. */
export interface MalformedPlaceholder {
  readonly kind: 'malformed';
  readonly source: string;
  /** Where it begins in the text, in UTF-16 units. */
  readonly position: number;
  readonly path: null;
  /** What is wrong, for the author of the text. */
  readonly reason: string;
}

/** How to fill a template. `locale` and `currency` (ISO 4217, for bare numbers) are the homeowner's. */
export interface RenderOptions {
  readonly locale: string;
  readonly currency: string;
  /** A missing value leaves nothing, leaves its placeholder as written, or refuses the whole text. */
  readonly missing: 'blank' | 'keep' | 'error';
}

/** A filled text, and what it lacks: paths without a value and malformed placeholders, each once, in order. */
export interface RenderedText {
  readonly text: string;
  readonly missing: string[];
}

const mostFilters = 8;
const word = String.raw`[\p{L}_][\p{L}\p{M}\p{N}_]*`;
/** What a placeholder is made of, matched in place. No token can match one text in two ways, so none backtracks. */
const token = {
  path: new RegExp(String.raw`\s*(${word}(?:\.${word})*)`, 'uy'),
  filter: new RegExp(String.raw`\s*\|\s*(${word})`, 'uy'),
  number: /\s*:\s*(-?\d+(?:\.\d+)?)/y,
  text: /\s*:\s*(?:"([^"{}]*)"|'([^'{}]*)'|“([^”{}]*)”|‘([^’{}]*)’)/y,
  end: /\s*()$/y,
};

/**
 * Reads the placeholder language: `{{ path | filter: "x" }}`, literals only, no logic.
 * A literal holds no braces, so that a placeholder ends at the first `}}`; one that is never closed ends where reading
 * fails.
 * Never throws, and looks at each character a fixed number of times, whatever the text.
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

/** Every placeholder of a text, for the check when a slide is saved: its paths may be unknown, some may be malformed. */
export function placeholdersIn(text: string): (Placeholder | MalformedPlaceholder)[] {
  return parseTemplate(text).parts.filter((part) => part.kind !== 'text');
}

/** Is told the characters of each piece of a text before the pieces are joined, and throws when there are too many. */
export type CountCharacters = (characters: number) => void;

/**
 * Fills a template for the eye. One pass: braces in a value stay what they are. With `missing: 'error'` a text that
 * lacks anything is empty, so that half a text cannot slip out.
 * @throws RangeError when the locale or the currency is not well formed.
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

/** Part of a filled text before it is tidied; `term` is what a placeholder stands for, null in the author's own text. */
export interface FilledPiece {
  readonly text: string;
  readonly term: Term | null;
}

/** The pieces of a filled text in order, none when it is refused, and what it lacks; otherwise as `renderTemplate`. */
export function fillTemplate(
  template: Template,
  values: PlaceholderValues,
  options: RenderOptions,
  count?: CountCharacters,
): { pieces: FilledPiece[]; missing: string[] } {
  const reader = { ...options, write: shownWriter(options.locale) };
  const missing = new Set<string>();
  const pieceOf = (part: Template['parts'][number], value: unknown): FilledPiece => {
    if (part.kind === 'text') return { text: part.source, term: null };
    const term = part.kind === 'placeholder' ? applyFilters(value, part.filters, reader) : null;
    if (term !== null) return { text: reader.write(term), term };
    missing.add(part.path ?? part.source);
    return { text: options.missing === 'keep' ? part.source : '', term: null };
  };
  const pieces = template.parts.map((part): FilledPiece => {
    const value = part.kind === 'placeholder' ? valueAt(values, part.path) : null;
    const piece = pieceOf(part, value);
    // Filters have read the whole value, even if they leave little of it.
    count?.(Math.max(piece.text.length, typeof value === 'string' ? value.length : 0));
    return piece;
  });
  const refused = options.missing === 'error' && missing.size > 0;
  return { pieces: refused ? [] : pieces, missing: [...missing] };
}

/** Own properties of objects only: what a prototype or a text holds (`constructor`, `length`) is missing. */
function valueAt(values: PlaceholderValues, path: string): unknown {
  let found: unknown = values;
  for (const step of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Record<string, unknown>)[step];
  }
  return found;
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
  const filters: Filter[] = [];
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

/** Takes tokens off a text, from left to right. */
class Scanner {
  position = 0;

  constructor(private readonly text: string) {}

  /** The captured part of the token, or null, and then nothing is taken. */
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
