const spaces = ' \t\u00a0';
const separators = `,;:–—-${spaces}`;
const sentenceEnds = '.!?…';
const closers = `\r\n,;:)]${sentenceEnds}`;
const openers = '\n([¿¡“‘';
const leadingPunctuation = /^(?:[ \t\u00a0,;:.!?…–—]|-(?=[ \t\u00a0]))+/;

/** A piece of text; other fields are kept. */
interface Piece {
  readonly text: string;
}

/** Joins pieces. Around an empty piece spaces and punctuation close up: "Hi ", "", ", ok" is "Hi, ok". */
export function joinTidily(pieces: readonly string[]): string {
  return tidy(pieces.map((text) => ({ text })))
    .map(({ text }) => text)
    .join('');
}

/** Same as `joinTidily` before joining: the remaining text of each piece, without empty ones. */
export function tidy<P extends Piece>(pieces: readonly P[]): P[] {
  const kept: P[] = [];
  let gap = false;
  for (const piece of pieces) {
    const text: string = gap && piece.text !== '' ? closeGap(kept, piece.text) : piece.text;
    if (text !== '') kept.push({ ...piece, text });
    gap = text === '' || (gap && text === ' ');
  }
  // A gap at the end of the text closes like one at the end of a line.
  if (gap) closeGap(kept, '\n');
  return kept;
}

/** Trims the text before a gap and returns the text after it; a single space means that the gap continues. */
function closeGap(left: Piece[], piece: string): string {
  const spaced = dropEnd(left, spaces);
  let right = piece.replace(/^['’]s\b/, '').replace(/^[ \t\u00a0]+/, '');
  if (lastCharacter(left) === '(' && right.startsWith(')')) {
    dropEnd(left, '(');
    dropEnd(left, spaces);
    right = right.replace(/^\)+[ \t\u00a0]*/, '');
  }
  const before = lastCharacter(left);
  if (openers.includes(before) || sentenceEnds.includes(before)) right = right.replace(leadingPunctuation, '');
  if (right === '') return ' ';
  if (closers.includes(right.charAt(0))) dropEnd(left, separators);
  else if (!openers.includes(before) && (spaced || right.length < piece.length)) return ` ${right}`;
  return right;
}

/** Removes the given characters from the end. @returns whether there were any */
function dropEnd(pieces: Piece[], characters: string): boolean {
  let dropped = false;
  for (let last = pieces.pop(); last !== undefined; last = pieces.pop()) {
    let end = last.text.length;
    while (end > 0 && characters.includes(last.text.charAt(end - 1))) end -= 1;
    dropped ||= end < last.text.length;
    if (end === 0) continue;
    pieces.push({ ...last, text: last.text.slice(0, end) });
    break;
  }
  return dropped;
}

/** The last character before a position; the start of the text counts as a line start. */
function lastCharacter(pieces: readonly Piece[]): string {
  return pieces.at(-1)?.text.at(-1) ?? '\n';
}
