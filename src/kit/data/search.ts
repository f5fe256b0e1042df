import { type RawBuilder, sql } from 'kysely';
import { invalidField } from '../core/index.ts';

/** Longest search text, in characters. */
export const longestSearch = 200;

/**
 * The condition that one of the texts contains the search text, in any case. Without a text all rows meet it.
 *
 * @throws AppError `INVALID_INPUT` when the text is too long
 */
export function searchConditions(
  search: string | null | undefined,
  ...texts: readonly RawBuilder<unknown>[]
): RawBuilder<unknown>[] {
  if (search === undefined || search === null || search === '') return [];
  if (isLonger(search, longestSearch)) {
    throw invalidField('/search', 'length', `search must be at most ${longestSearch} characters long.`);
  }
  const needle = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const finds = texts.map((text) => sql`${text} ilike ${needle}`);
  return [sql`(${sql.join(finds, sql` or `)})`];
}

/** Counts code points, as JSON Schema does. */
function isLonger(text: string, most: number): boolean {
  return text.length > most && (text.length > most * 2 || [...text].length > most);
}
