// How the source is built: what imports what, and how large its parts are. Read by `npm run house` and by the import test.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

/**
 * From the innermost to the outermost: a ring imports itself and those inside it. `web/` is a program of its own.
 *
 * @type {readonly (readonly string[])[]}
 */
export const rings = [
  ['kit/core'],
  ['kit/input'],
  ['kit/rights'],
  ['kit/data'],
  ['kit/live'],
  ['kit/graphql'],
  ['kit/http'],
  ['kit/module.ts'],
  ['config.ts'],
  ['engines'],
  ['delivery'],
  ['trust'],
  ['authoring'],
  ['presentations'],
  ['contracts'],
  ['homeowners'],
  ['demo'],
  ['composition', 'app.ts', 'run.ts', 'main.ts', 'cli', 'deckcast.ts'],
];

/** The rings that nouns live in, from the innermost to the outermost. */
export const domains = ['delivery', 'trust', 'authoring', 'presentations', 'contracts', 'homeowners'];

/** Paths of all source files, relative to `src/`. Migrations are data. */
export const files = globSync('**/*.{ts,tsx}', { cwd: path.join(root, 'src') })
  .filter((file) => !file.includes('/migrations/'))
  .toSorted();

/** @param {string} file relative to `src/` */
export function sourceOf(file) {
  return readFileSync(path.join(root, 'src', file), 'utf8');
}

/** Every import of one of our files or of a package. Those of types alone (`isType`) are gone when the program runs. */
export const imports = files.flatMap((from) => {
  const statements = sourceOf(from).matchAll(
    /^(?:import|export)\s[^;]*?from '([^']+)';|^import '([^']+)';|\bimport\('([^']+)'\)/gms,
  );
  return [...statements].map(([statement, named, bare, dynamic]) => {
    const target = named ?? bare ?? dynamic ?? '';
    const to = target.startsWith('.') ? path.join(path.dirname(from), target) : target;
    return { from, to, isType: /^(?:import|export) type\b/.test(statement) };
  });
});

const own = imports.filter(({ to }) => to.endsWith('.ts'));

/** @param {string} file @returns the index of its ring; -1 for none */
export function ringOf(file) {
  const [top = '', room = ''] = file.split('/');
  return rings.findIndex((ring) => ring.includes(top) || ring.includes(`${top}/${room}`));
}

/** The part of the kit that a file belongs to; null outside it. @param {string} file */
function faceOf(file) {
  return /^kit\/([^/]+)\//.exec(file)?.[1] ?? null;
}

/**
 * Imports of a part of the kit from outside it that name another file than its index. The program of a child process
 * (`*.child.ts`) may: it loads what it imports in each of its processes.
 */
export function importsPastFaces() {
  return own
    .filter(({ from }) => !from.endsWith('.child.ts'))
    .filter(({ from, to }) => faceOf(to) !== null && faceOf(to) !== faceOf(from) && !/^kit\/[^/]+\/index\.ts$/.test(to))
    .map(({ from, to }) => `${from} imports ${to}`);
}

/** Imports of a ring outside the importer's own. */
export function upwardImports() {
  return own
    .filter(({ from, to }) => ringOf(from) < ringOf(to) && !from.startsWith('web/'))
    .map(({ from, to }) => `${from} imports ${to}`);
}

/** Files that import each other, directly or over others, as the path from a file back to itself. */
export function circles() {
  const imported = new Map(
    [...Map.groupBy(own, ({ from }) => from)].map(([from, list]) => [from, new Set(list.map(({ to }) => to))]),
  );
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {string[]} */
  const found = [];
  /** @param {string} file @param {readonly string[]} way @returns {void} */
  const walk = (file, way) => {
    if (way.includes(file)) found.push([...way.slice(way.indexOf(file)), file].join(' → '));
    if (way.includes(file) || done.has(file)) return;
    for (const next of imported.get(file) ?? []) walk(next, [...way, file]);
    done.add(file);
  };
  for (const file of imported.keys()) walk(file, []);
  return found;
}

/** Its names are those of the rules of input: both are named after the types of values. */
const fieldsOfAnswers = 'kit/data/attributes/view.ts';

/** Names that two files of the server export, with the files. `web/` is a program of its own. */
export function sharedNames() {
  const exported = files
    .filter((file) => !file.startsWith('web/') && !file.endsWith('/index.ts') && file !== fieldsOfAnswers)
    .flatMap((file) => {
      const named = sourceOf(file).matchAll(
        /^export (?:abstract |async )*(?:function\*?|class|const|interface|type) (\w+)/gm,
      );
      return [...new Set([...named].map(([, name]) => name))].map((name) => ({ name, file }));
    });
  return [...Map.groupBy(exported, ({ name }) => name)]
    .filter(([, list]) => list.length > 1)
    .map(([name, list]) => `${name}: ${list.map(({ file }) => file).join(', ')}`);
}
