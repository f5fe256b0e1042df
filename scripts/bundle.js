// Joins the modules of the server and of its packages into a few files, unless they are newer than all of these: a start
// takes half of the processor time that loading 2,800 modules takes (docs/decisions/0178).
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { areCurrent, bundledPackages, compiledPrograms, packageFolders } from './built-files.js';

const dist = path.resolve('dist');
const outDir = path.join(dist, 'bundle');

/** Packages that read files beside their modules, or load code of the machine. */
const external = [
  /^@electric-sql\//,
  /^@echogarden\//,
  'fontkit',
  'mpg123-decoder',
  'pdfkit',
  'sharp',
  'wasm-media-encoders',
  // Those that others load only where they are there.
  'bufferutil',
  'pg-native',
  'utf-8-validate',
];

/** Files of packages alone. */
const packages = 'packages';
const isOfPackages = (name) => name.startsWith(packages);

const sources = ['dist/*.js', 'dist/!(bundle|web)/**/*.{js,json}', 'scripts/bundle.js', 'package-lock.json'];

async function bundle() {
  rmSync(outDir, { recursive: true, force: true });
  const build = await rolldown({
    input: globSync(compiledPrograms),
    platform: 'node',
    external,
    plugins: [sourceMaps],
    // As Apollo looks for the hashes of Node: there is no `module` in a bundle, and it would compute them in JavaScript.
    transform: { define: { 'module.require': 'require' } },
    checks: { eval: false },
    logLevel: 'warn',
  });
  const { output } = await build.write({
    dir: outDir,
    format: 'esm',
    // MikroORM and TypeGraphQL name tables and types by classes.
    keepNames: true,
    comments: { legal: true, annotation: false, jsdoc: false },
    sourcemap: true,
    codeSplitting: { groups: [{ name: packages, test: /node_modules/, entriesAware: true }] },
    chunkFileNames: ({ name }) => (isOfPackages(name) ? `${packages}-[hash].js` : '[name].js'),
  });
  await build.close();
  for (const { fileName, code } of output)
    if (isOfPackages(fileName) && code !== undefined) removeMap(path.join(outDir, fileName), code);
  const folders = [...packageFolders(output.flatMap(({ moduleIds = [] }) => moduleIds))].toSorted((a, b) =>
    a.localeCompare(b),
  );
  writeFileSync(path.join(outDir, 'LICENSES.txt'), licencesOf(folders));
  const bundled = folders.map((folder) => path.relative('.', folder));
  writeFileSync(bundledPackages, JSON.stringify({ bundled, imported: importedModules(output) }));
}

/** @returns the names of the modules that the bundle imports and does not have */
function importedModules(output) {
  const names = output.flatMap(({ imports = [], dynamicImports = [] }) => [...imports, ...dynamicImports]);
  const own = new Set(output.map(({ fileName }) => fileName));
  return [...new Set(names)].filter((name) => !own.has(name) && !isBuiltin(name));
}

/** A process holds the maps of all files that it has loaded: those of packages would take 50 MB. */
function removeMap(file, code) {
  writeFileSync(file, code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
  rmSync(`${file}.map`);
}

/** What the licences of the joined packages want to be kept with every copy. */
function licencesOf(folders) {
  return folders
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
      const texts = globSync(`${folder}/{LICEN[CS]E,licen[cs]e,License,COPYING,NOTICE}*`);
      return [`${name} ${version}, ${license}`, ...texts.map((file) => readFileSync(file, 'utf8'))].join('\n\n');
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`);
}

/** Gives our modules the maps of the compiler. */
const sourceMaps = {
  name: 'source-maps',
  load(file) {
    if (!file.startsWith(dist) || !file.endsWith('.js')) return null;
    return { code: readFileSync(file, 'utf8'), map: JSON.parse(readFileSync(`${file}.map`, 'utf8')) };
  },
};

if (!areCurrent(['dist/bundle/main.js', bundledPackages], sources)) await bundle();
