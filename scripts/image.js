// Copies what the image needs into a folder: what the build made, and of the packages the files that it can load beside the
// bundle. Needs a build.
// Usage: node scripts/image.js FOLDER
import { cpSync, existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFileTrace } from '@vercel/nft';
import { bundledPackages, packageFolders } from './built-files.js';

/** Files that the server reads by a path which it makes while it runs. A package that is not installed has none. */
const read = [
  'node_modules/@echogarden/espeak-ng-emscripten/espeak-ng.data',
  'node_modules/@fontsource-variable/*/unicode.json',
  'node_modules/@fontsource-variable/*/files/*-wght-normal.woff2',
  'node_modules/@fontsource/*/files/*-{devanagari,thai}-{400,700}-normal.woff',
  'node_modules/dejavu-fonts-ttf/ttf/DejaVuSans{,-Bold}.ttf',
];
/** What each package has beside its modules: what names them, and what its licence wants to be kept with every copy. */
const beside = 'package.json,LICEN[CS]E*,licen[cs]e*,License*,COPYING*,NOTICE*,notice*,AUTHORS*';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder: node scripts/image.js FOLDER');
if (!existsSync(bundledPackages)) throw new Error('There is no build: run "npm run build"');
const { bundled, imported } = JSON.parse(readFileSync(bundledPackages, 'utf8'));

// Not of the bundle itself: to search its megabytes takes most of the time, and they name no file.
const modules = imported.map((name) => fileURLToPath(import.meta.resolve(name)));
const { fileList: traced } = await nodeFileTrace(modules, {
  exportsOnly: true,
  // It would search the whole project for paths that are partly computed, and finds none that `read` lacks.
  analysis: { emitGlobs: false },
});
const loaded = [...traced, ...globSync(read)];
// The bundle has modules of some packages, whose names and licences stay with them.
const packages = packageFolders([...loaded, ...bundled]);
const files = new Set([...loaded, ...globSync([...packages].map((one) => `${one}/{${beside}}`))]);
const others = ['dist/bundle', 'dist/web', ...globSync('dist/*.cdx.json'), 'package.json', 'schema.graphql', 'LICENSE'];
for (const file of [...[...files].filter((one) => statSync(one).isFile()), ...others])
  cpSync(file, path.join(folder, file), { recursive: true });
