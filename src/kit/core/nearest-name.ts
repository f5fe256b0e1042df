/** A longer text is not a mistyped name. */
const longestName = 64;
const mostEdits = 3;
/** Comparisons of two characters or two counts that one finder makes, about 20 ms. */
const mostSteps = 500_000;
/** The number of groups in which characters are counted; each letter from a to z has a group of its own. */
const groups = 32;

/** A name without its case and underscores, and how often it has characters of each group. */
interface Spelling {
  readonly name: string;
  readonly letters: string;
  readonly counts: Int8Array;
}

/**
 * The known name an author most likely meant (`first_nmae` is `first_name`, `firstName` too), or null when none is near.
 * Case and underscores do not count; one edit for each three characters does, three at most.
 */
export function nearestName(name: string, known: Iterable<string>): string | null {
  return new NameFinder(known).nearest(name);
}

/**
 * Answers as `nearestName` for many names of one operation. It searches once for each name, and answers null when all its
 * searches have taken too many steps: a hint must not stall the process.
 */
export class NameFinder {
  #spellings: readonly Spelling[] | null = null;
  readonly #found = new Map<string, string | null>();
  #stepsLeft = mostSteps;

  /** @param most edits: fewer than three where most names are of others, such as those of the environment */
  constructor(
    private readonly known: Iterable<string>,
    private readonly most = mostEdits,
  ) {}

  nearest(name: string): string | null {
    const found = this.#found.get(name);
    if (found !== undefined) return found;
    const nearest = this.#search(name);
    this.#found.set(name, nearest);
    return nearest;
  }

  #search(name: string): string | null {
    const wanted = lettersOf(name);
    if (wanted.length > longestName) return null;
    const counts = countsOf(wanted);
    let nearest: string | null = null;
    let most = Math.min(this.most, Math.floor(wanted.length / 3));
    this.#spellings ??= spellingsOf(this.known);
    for (const candidate of this.#spellings) {
      this.#stepsLeft -= 1;
      if (this.#stepsLeft < 0) return null;
      if (Math.abs(candidate.letters.length - wanted.length) > most) continue;
      this.#stepsLeft -= groups;
      if (fewestEdits(counts, candidate.counts) > most) continue;
      this.#stepsLeft -= wanted.length * (2 * most + 1);
      const edits = editsBetween(wanted, candidate.letters, most);
      if (edits <= most) [nearest, most] = [candidate.name, edits - 1];
    }
    return nearest;
  }
}

function spellingsOf(known: Iterable<string>): Spelling[] {
  return Array.from(known, (name) => ({ name, letters: lettersOf(name) }))
    .filter(({ letters }) => letters.length <= longestName + mostEdits)
    .map((spelling) => ({ ...spelling, counts: countsOf(spelling.letters) }));
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll('_', '');
}

function countsOf(letters: string): Int8Array {
  const counts = new Int8Array(groups);
  for (let index = 0; index < letters.length; index += 1) {
    const group = letters.charCodeAt(index) % groups;
    counts[group] = (counts[group] ?? 0) + 1;
  }
  return counts;
}

/** No fewer edits lead from one spelling to the other: each changes one character at most into another. */
function fewestEdits(left: Int8Array, right: Int8Array): number {
  let [more, fewer] = [0, 0];
  for (let group = 0; group < groups; group += 1) {
    const difference = (left[group] ?? 0) - (right[group] ?? 0);
    if (difference > 0) more += difference;
    else fewer -= difference;
  }
  return Math.max(more, fewer);
}

/**
 * Characters to insert, delete, replace, or swap with their neighbour (optimal string alignment). With `most` of them no
 * character moves further than that, so that only the cells beside the diagonal count; the result may be too high beyond.
 */
function editsBetween(left: string, right: string, most: number): number {
  let rowBefore: number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = Math.max(1, i - most); j <= Math.min(right.length, i + most); j += 1) {
      const replaced = at(row, j - 1) + (left[i - 1] === right[j - 1] ? 0 : 1);
      const swaps = left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      const swapped = swaps ? at(rowBefore, j - 2) + 1 : Infinity;
      next[j] = Math.min(replaced, swapped, at(row, j) + 1, at(next, j - 1) + 1);
    }
    [rowBefore, row] = [row, next];
  }
  return at(row, right.length);
}

/** Cells that were left out are never the cheapest. */
function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
