/** A longer text is no name that somebody mistyped. */
const longestName = 64;

/**
 * The known name an author most likely meant (`first_nmae` is `first_name`, `firstName` too), or null when none is near.
 * Case and underscores do not count; one edit for each three characters does, three at most.
 */
export function nearestName(name: string, known: Iterable<string>): string | null {
  const wanted = lettersOf(name);
  if (wanted.length > longestName) return null;
  let nearest: string | null = null;
  let fewestEdits = Math.min(3, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of known) {
    const letters = lettersOf(candidate);
    if (Math.abs(letters.length - wanted.length) >= fewestEdits) continue;
    const edits = editsBetween(wanted, letters);
    if (edits < fewestEdits) [nearest, fewestEdits] = [candidate, edits];
  }
  return nearest;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll('_', '');
}

/** Characters to insert, delete, replace, or swap with their neighbour (optimal string alignment). */
function editsBetween(left: string, right: string): number {
  let rowBefore: number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const replaced = at(row, j - 1) + (left[i - 1] === right[j - 1] ? 0 : 1);
      const swaps = left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      const swapped = swaps ? at(rowBefore, j - 2) + 1 : Infinity;
      next.push(Math.min(replaced, swapped, at(row, j) + 1, at(next, j - 1) + 1));
    }
    [rowBefore, row] = [row, next];
  }
  return at(row, right.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
