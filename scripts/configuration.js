// Writes the tables of docs/configuration.md from src/config.ts and the texts of configuration-guide.ts.
// With --check it only compares, and fails when the committed file differs.
import { describeVariables } from '../dist/config.js';
import { configurationGuide } from '../dist/kit/core/configuration/configuration-guide.js';
import { markdownTable, writeParts } from './generated-document.js';

const rules = describeVariables();

function table(meanings) {
  const rows = Object.entries(meanings).map(([name, meaning]) => {
    const rule = rules.get(name);
    if (rule === undefined)
      throw new Error(`src/config.ts does not read ${name}: take it out of configuration-guide.ts.`);
    const fallback = rule.default === null || rule.default === '' ? 'none' : `\`${rule.default}\``;
    return [`\`${name}\``, fallback, rule.allowed, meaning];
  });
  return markdownTable(['variable', 'default', 'value', 'meaning'], rows);
}

const parts = Object.entries(configurationGuide).map(([group, meanings]) => [`variables: ${group}`, table(meanings)]);
await writeParts('docs/configuration.md', Object.fromEntries(parts), 'npm run configuration');
