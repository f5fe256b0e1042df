const spaces = ' \t\u00a0';
const separators = `,;:–—-${spaces}`;
const sentenceEnds = '.!?…';
const closers = `\r\n,;:)]${sentenceEnds}`;
const openers = '\n([¿¡“‘';
const leadingPunctuation = /^(?:[ \t\u00a0,;:.!?…–—]|-(?=[ \t\u00a0]))+/;

/** Joins pieces. An empty one is a gap, around which spaces and punctuation close up: "Hi ", "", ", ok" is "Hi, ok". */
export function joinTidily(pieces: readonly string[]): string {
  const joined: string[] = [];
  let gap = false;
  for (const piece of [...pieces, '\n']) {
    const next: string = gap && piece !== '' ? closeGap(joined, piece) : piece;
    if (next !== '') joined.push(next);
    gap = next === '' || (gap && next === ' ');
  }
  return joined.join('').slice(0, -1);
}

/** Trims what is left of a gap and answers what follows it; one space means that the gap goes on. */
function closeGap(left: string[], piece: string): string {
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

/** Takes the given characters off the end, and tells whether there were any. */
function dropEnd(pieces: string[], characters: string): boolean {
  let dropped = false;
  while (pieces.length > 0 && characters.includes(lastCharacter(pieces))) {
    const shorter = (pieces.pop() ?? '').slice(0, -1);
    if (shorter !== '') pieces.push(shorter);
    dropped = true;
  }
  return dropped;
}

/** The start of the text counts as the start of a line. */
function lastCharacter(pieces: readonly string[]): string {
  return pieces.at(-1)?.at(-1) ?? '\n';
}
