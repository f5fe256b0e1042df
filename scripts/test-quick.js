// Runs the tests that mirror what has changed since a commit (by default HEAD), and the fast rules: those of a domain, of a
// part of the kit or of the delivery, or of an engine, not those of what imports it. `npm test` runs all.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { nodeFlags } from './jest/node-flags.js';

const fastRules = ['test/rules/import-rules.test.ts', 'test/rules/licences.test.ts'];
/** Folders of `src/` whose tests are in folders of the same names as their own. */
const inParts = new Set(['delivery', 'kit', 'engines']);

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
}

/** @returns where the tests of a file are */
function testsOf(file) {
  if (file.endsWith('.test.ts')) return file;
  const [root, ...folders] = file.split('/').slice(0, -1);
  if (root !== 'src' && root !== 'test') return 'test/docs/links.test.ts';
  if (folders.length === 0) return 'test/config.test.ts';
  const whole = `test/${folders[0]}`;
  const part = `${whole}/${folders[1]}`;
  return inParts.has(folders[0]) && existsSync(part) ? part : whole;
}

const [since = 'HEAD'] = process.argv.slice(2);
const changed = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')];
const chosen = [...new Set([...fastRules, ...changed.map(testsOf)])].filter((path) => existsSync(path));
console.error(`Runs ${chosen.join(' ')}`);
const jest = [...nodeFlags, 'node_modules/jest/bin/jest.js', ...chosen];
const { status } = spawnSync(process.execPath, jest, { stdio: 'inherit' });
process.exitCode = status ?? 1;
