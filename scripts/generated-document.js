import { readFile, writeFile } from 'node:fs/promises';
import { format } from 'oxfmt';

/**
 * Replaces the generated parts of a document, each between `<!-- NAME -->` and `<!-- end -->`, and formats it. With
 * --check it only compares, and fails when the committed file differs.
 *
 * @param file path of the document
 * @param parts what stands in each part, by its name
 * @param command what writes the document
 */
export async function writeParts(file, parts, command) {
  const committed = await readFile(file, 'utf8');
  const written = Object.entries(parts).reduce((text, [name, part]) => {
    const place = new RegExp(`(<!-- ${name} -->)[^]*?(<!-- end -->)`);
    if (!place.test(text)) throw new Error(`${file} has no "<!-- ${name} -->" with an "<!-- end -->".`);
    return text.replace(place, (_all, begin, end) => `${begin}\n\n${part}\n\n${end}`);
  }, committed);
  const { printWidth, singleQuote } = JSON.parse(await readFile('.oxfmtrc.json', 'utf8'));
  const { code, errors } = await format(file, written, { printWidth, singleQuote });
  if (errors.length > 0) throw new Error(`${file} cannot be formatted: ${errors[0].message}`);
  if (!process.argv.includes('--check')) {
    await writeFile(file, code);
  } else if (code !== committed) {
    console.error(`${file} is out of date: run "${command}" and commit what it writes.`);
    process.exitCode = 1;
  }
}

/** A table of Markdown. @param rows lists of cells */
export function markdownTable(heads, rows) {
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
