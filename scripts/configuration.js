// Writes the tables of docs/configuration.md from what src/config.ts reads and configuration-guide.ts says of it.
// With --check it only compares, and fails when the committed file says something else.
import { readFile, writeFile } from 'node:fs/promises';
import { format } from 'oxfmt';
import { describeVariables } from '../dist/config.js';
import { configurationGuide } from '../dist/platform/configuration/configuration-guide.js';

const file = 'docs/configuration.md';
const rules = describeVariables();

function table(meanings) {
  const rows = Object.entries(meanings).map(([name, meaning]) => {
    const rule = rules.get(name);
    if (rule === undefined)
      throw new Error(`src/config.ts does not read ${name}: take it out of configuration-guide.ts.`);
    const fallback = rule.default === null || rule.default === '' ? 'none' : `\`${rule.default}\``;
    return `| \`${name}\` | ${fallback} | ${rule.allowed} | ${meaning} |`;
  });
  return ['| variable | default | value | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

const committed = await readFile(file, 'utf8');
const written = Object.entries(configurationGuide).reduce((text, [group, meanings]) => {
  const place = new RegExp(`(<!-- variables: ${group} -->)[^]*?(<!-- end -->)`);
  if (!place.test(text)) throw new Error(`${file} has no "<!-- variables: ${group} -->" with an "<!-- end -->".`);
  return text.replace(place, (_all, begin, end) => `${begin}\n\n${table(meanings)}\n\n${end}`);
}, committed);
const { printWidth, singleQuote } = JSON.parse(await readFile('.oxfmtrc.json', 'utf8'));
const { code, errors } = await format(file, written, { printWidth, singleQuote });
if (errors.length > 0) throw new Error(`${file} cannot be formatted: ${errors[0].message}`);

if (!process.argv.includes('--check')) {
  await writeFile(file, code);
} else if (code !== committed) {
  console.error(`${file} is out of date: run "npm run configuration" and commit what it writes.`);
  process.exitCode = 1;
}
