// Copies what the image needs into a folder: what the build made, and of the packages the files that it can load, which
// are less than half of their bytes. Needs a build.
// Usage: node scripts/image.js FOLDER
import { cpSync, globSync, statSync } from 'node:fs';
import path from 'node:path';
import { nodeFileTrace } from '@vercel/nft';

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
const programs = globSync(['dist/{main,deckcast}.js', 'dist/**/*.{child,thread}.js']);
if (programs.length === 0) throw new Error('There is no build: run "npm run build"');

const { fileList } = await nodeFileTrace(programs, { ignore: 'dist/web/**', exportsOnly: true });
const loaded = [...[...fileList].filter((file) => file.startsWith('node_modules/')), ...globSync(read)];
const packages = new Set(loaded.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]));
const files = new Set([...loaded, ...globSync([...packages].map((one) => `${one}/{${beside}}`))]);
const others = ['dist', 'package.json', 'schema.graphql', 'LICENSE'];
for (const file of [...[...files].filter((one) => statSync(one).isFile()), ...others])
  cpSync(file, path.join(folder, file), { recursive: true });
