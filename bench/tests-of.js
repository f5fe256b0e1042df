// Which tests `npm run mutate` runs for a source.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The role of a file behind its noun: `filter.routes.ts` is tested by `filter.test.ts`. */
const role = /(?:\.\w+)?\.ts$/;

/**
 * The test files that import one of the sources or have its name. Where there are none, those of the sources that import
 * it, and so on outwards: `try-filter.ts` is tested at its APIs.
 *
 * @param {readonly string[]} sources
 * @returns {string[]}
 */
export function testsOf(sources) {
  const tests = globSync('test/**/*.test.ts', { exclude: ['test/web/browser/**'] }).map(withImports);
  const all = globSync('src/**/*.ts').map(withImports);
  const seen = new Set();
  for (let level = sources.map((file) => path.normalize(file)); level.length > 0;) {
    for (const file of level) seen.add(file);
    const names = new Set(level.flatMap((file) => [path.basename(file, '.ts'), path.basename(file).replace(role, '')]));
    const found = tests.filter(({ file, imports }) => {
      return names.has(path.basename(file, '.test.ts')) || level.some((source) => imports.has(source));
    });
    if (found.length > 0) return found.map(({ file }) => file);
    level = all
      .filter(({ file, imports }) => !seen.has(file) && [...imports].some((source) => seen.has(source)))
      .map(({ file }) => file);
  }
  return [];
}

function withImports(file) {
  const found = readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g);
  return { file, imports: new Set(Array.from(found, ([, to]) => path.join(path.dirname(file), to))) };
}
