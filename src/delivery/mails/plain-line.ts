import { withoutHidden } from '../../kit/input/index.ts';

/** A text as one line, without what is invisible or changes its direction. @param most characters */
export function plainLine(text: string, most: number): string {
  // Cut before it is searched, because a value may be long.
  const line = withoutHidden(text.slice(0, most * 2).toWellFormed())
    // No-break spaces stay: amounts have them.
    .replaceAll(/(?:[^\S\u00a0\u202f]|\p{Cc})+/gu, ' ')
    .trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).toWellFormed()}…`;
}

/** The same in lines, such as a body. */
export function plainLines(text: string, most: number): string {
  return withoutHidden(text.slice(0, most).toWellFormed())
    .replaceAll(/\r\n?|[\u0085\p{Zl}\p{Zp}]/gu, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, ' ')
    .trim();
}
