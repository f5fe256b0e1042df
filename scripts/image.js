// Copies what the image needs into a folder: what the build made, and of the packages the files that it can load beside the
// bundle. Needs a build.
// Usage: node scripts/image.js FOLDER
import { cpSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
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
const ran = globSync('dist/bundle/{main,deckcast,*.child,*.thread}.js');
if (ran.length === 0) throw new Error('There is no build: run "npm run build"');

const { fileList: traced } = await nodeFileTrace(ran, {
  ignore: 'dist/web/**',
  exportsOnly: true,
  // It would search the whole project for paths that are partly computed, and finds none that `read` lacks.
  analysis: { emitGlobs: false },
});
const loaded = [...[...traced].filter((file) => file.startsWith('node_modules/')), ...globSync(read)];
// The bundle has modules of these, whose names and licences stay with them.
const bundled = JSON.parse(readFileSync(bundledPackages, 'utf8'));
const packages = packageFolders([...loaded, ...bundled]);
const files = new Set([...loaded, ...globSync([...packages].map((one) => `${one}/{${beside}}`))]);
const others = ['dist/bundle', 'dist/web', ...globSync('dist/*.cdx.json'), 'package.json', 'schema.graphql', 'LICENSE'];
for (const file of [...[...files].filter((one) => statSync(one).isFile()), ...others])
  cpSync(file, path.join(folder, file), { recursive: true });
