import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import JestRuntime from 'jest-runtime';
// Before all sources, as src/run.ts does.
import 'reflect-metadata';

const require = createRequire(import.meta.url);
const root = path.join(import.meta.dirname, '..', '..');
const testFolder = pathToFileURL(path.join(root, 'test/')).href;
const globalsUrl = 'jest:globals';
/** Where Jest Circus keeps the listeners of a test file. */
const circusListeners = Symbol.for('EVENT_HANDLERS');
/** Where the module `@jest/globals` finds its exports. */
const jestGlobals = Symbol.for('jest globals');
const compileOptions = {
  isInternalModule: false,
  supportsDynamicImport: true,
  supportsExportNamespaceFrom: true,
  supportsStaticESM: true,
  supportsTopLevelAwait: true,
};

/** The file of each module's source map, by the module's URL. */
const sourceMaps = new Map();
/** The runtime of the test file that runs. */
let current = null;
/** Test files that this worker has begun. */
let begun = 0;

/**
 * Loads modules as Node does. Jest's own runtime loads every module of every test file again, each time in a new
 * context. This one loads sources and packages once per worker, and the modules of `test/` once per test file.
 */
class NodeRuntime extends JestRuntime {
  #transformer;
  #coverageOptions;

  constructor(...args) {
    super(...args);
    const [, , , transformer, , coverageOptions] = args;
    this.#transformer = transformer;
    this.#coverageOptions = coverageOptions;
    if (current === null) registerHooks({ resolve, load });
    current = this;
    begun += 1;
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(file) {
    await import(ofThisFile(pathToFileURL(file).href));
  }

  /** Jest loads Circus through this method. A new evaluation of its module gives it a new state. */
  requireInternalModule(file) {
    delete globalThis[circusListeners];
    delete require.cache[file];
    return require(file);
  }

  getSourceMaps() {
    return sourceMaps;
  }

  /** The tests' `process` is the real one, whose method must stay. */
  installGetBuiltinModule() {}

  /** The exports of `@jest/globals` for the test file that runs. */
  globals() {
    return this.requireModuleOrMock(root, '@jest/globals');
  }

  /** @returns the JavaScript of a TypeScript module, from Jest's cache where it is there */
  compile(url) {
    const file = fileURLToPath(url);
    const options = { ...compileOptions, ...this.#coverageOptions };
    const { code, sourceMapPath } = this.#transformer.transform(file, options, readFileSync(file, 'utf8'));
    if (sourceMapPath) sourceMaps.set(url, sourceMapPath);
    return code;
  }
}

/** Node loads a module once per URL, so a URL with a number of its own makes it load the module again. */
function ofThisFile(url) {
  return `${url}?file=${begun}`;
}

function resolve(specifier, context, nextResolve) {
  if (specifier === '@jest/globals') return { url: ofThisFile(globalsUrl), shortCircuit: true };
  const resolved = nextResolve(specifier, context);
  const isOfTests = resolved.url.startsWith(testFolder) && resolved.url.endsWith('.ts');
  return isOfTests ? { ...resolved, url: ofThisFile(resolved.url) } : resolved;
}

function load(url, context, nextLoad) {
  if (url.startsWith(globalsUrl)) return { format: 'module', source: globalsModule(), shortCircuit: true };
  const { protocol, pathname } = new URL(url);
  if (protocol !== 'file:' || !pathname.endsWith('.ts')) return nextLoad(url, context);
  return { format: 'module', source: current.compile(url), shortCircuit: true };
}

function globalsModule() {
  globalThis[jestGlobals] = current.globals();
  const names = Object.keys(globalThis[jestGlobals]).join(', ');
  return `export const { ${names} } = globalThis[Symbol.for('${jestGlobals.description}')];`;
}

export { NodeRuntime as 'module.exports' };
