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
  ['platform'],
  ['config.ts'],
  ['engines'],
  ['events'],
  ['modules', 'notifications'],
  ['demo'],
  ['composition', 'app.ts', 'run.ts', 'main.ts'],
];

/** Paths of all source files, relative to `src/`. Migrations are data. */
export const files = globSync('**/*.{ts,tsx}', { cwd: path.join(root, 'src') })
  .filter((file) => !file.includes('/migrations/'))
  .toSorted();

/** @param {string} file relative to `src/` */
export function sourceOf(file) {
  return readFileSync(path.join(root, 'src', file), 'utf8');
}

/** Every import of one of our files or of a package, imports of types included. */
export const imports = files.flatMap((from) => {
  const statements = sourceOf(from).matchAll(
    /^(?:import|export)\s[^;]*?from '([^']+)';|^import '([^']+)';|\bimport\('([^']+)'\)/gms,
  );
  return [...statements].map(([, named, bare, dynamic]) => {
    const target = named ?? bare ?? dynamic ?? '';
    return { from, to: target.startsWith('.') ? path.join(path.dirname(from), target) : target };
  });
});

const own = imports.filter(({ to }) => to.endsWith('.ts'));

/** @param {string} file @returns the index of its ring; -1 for none */
export function ringOf(file) {
  return rings.findIndex((ring) => ring.includes(file.split('/')[0] ?? ''));
}

/** A room is a folder, or a file that stands directly in `src/`. @param {string} file */
function roomOf(file) {
  return file.includes('/') ? path.dirname(file) : file;
}

/** Imports of a ring outside the importer's own. */
export function upwardImports() {
  return own
    .filter(({ from, to }) => ringOf(from) < ringOf(to) && !from.startsWith('web/'))
    .map(({ from, to }) => `${from} imports ${to}`);
}

/** Rooms that import each other, directly or over others, as the path from a room back to itself. */
export function circles() {
  /** @type {Map<string, Set<string>>} */
  const rooms = new Map();
  for (const { from, to } of own) {
    const [here, there] = [roomOf(from), roomOf(to)];
    if (here !== there) rooms.set(here, (rooms.get(here) ?? new Set()).add(there));
  }
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {string[]} */
  const found = [];
  /** @param {string} room @param {readonly string[]} way @returns {void} */
  const walk = (room, way) => {
    if (way.includes(room)) found.push([...way.slice(way.indexOf(room)), room].join(' → '));
    if (way.includes(room) || done.has(room)) return;
    for (const next of rooms.get(room) ?? []) walk(next, [...way, room]);
    done.add(room);
  };
  for (const room of rooms.keys()) walk(room, []);
  return found;
}
