// Lets Node run the TypeScript sources: SWC compiles each as it does for Jest, since Node's own type stripping refuses
// decorators. The result is kept beside the packages, so that a restart compiles only what has changed.
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const root = path.join(import.meta.dirname, '..');
const cache = path.join(root, 'node_modules/.cache/swc-loader');
const compiler = [readFileSync(path.join(root, '.swcrc'), 'utf8'), require('@swc/core/package.json').version];

mkdirSync(cache, { recursive: true });
registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context);
    return { format: 'module', source: compile(fileURLToPath(url)), shortCircuit: true };
  },
});

/** A file of the cache ends with the hash of all that it is made from, as a comment. */
function compile(filename) {
  const source = readFileSync(filename, 'utf8');
  const mark = `//${hash('sha256', JSON.stringify([source, compiler]))}`;
  const kept = path.join(cache, `${hash('sha256', filename)}.js`);
  const code = readIfThere(kept);
  if (code.endsWith(mark)) return code;
  // Loaded only here: when nothing has changed, it is not needed.
  const { transformSync } = require('@swc/core');
  const compiled = `${transformSync(source, { filename }).code}\n${mark}`;
  writeFileSync(kept, compiled);
  return compiled;
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
