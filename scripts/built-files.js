// What the scripts that build and copy the server know of its files.
import { globSync, statSync } from 'node:fs';

/** The programs of the server as the compiler writes them, with those that it starts as processes and threads. */
export const compiledPrograms = ['dist/{main,deckcast}.js', 'dist/!(bundle|web)/**/*.{child,thread}.js'];

/** Lists the folders of the packages whose modules the bundle has joined, and the modules that it imports. */
export const bundledPackages = 'dist/bundled-packages.json';

/** Whether all of some files are there and as new as everything that they are made of. */
export function areCurrent(files, sources) {
  const changed = newest(sources);
  return files.every((file) => newest([file]) >= changed);
}

/** When the newest of the files was changed, in milliseconds; 0 without any. */
const newest = (patterns) =>
  Math.max(0, ...globSync(patterns).map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0));

/** The folders of the packages that files belong to, each once. */
export const packageFolders = (files) =>
  new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []));
