import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, defineConfig, type Plugin } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * The pages of the site. One is a folder of src/web with an index.html, built to dist/web/<folder>/index.html;
 * all that the pages refer to is built to dist/web/assets under hashed names, and asked for as /assets/<name>.
 */
const pages = {
  console: here('src/web/console/index.html'),
  home: here('src/web/home/index.html'),
  graphiql: here('src/web/graphiql/index.html'),
  player: here('src/web/player/index.html'),
  reference: here('src/web/reference/index.html'),
  refusal: here('src/web/refusal/index.html'),
};

const consoleModules =
  /\/src\/web\/console\/|\/node_modules\/(?:@urql|wonka|@0no-co|graphql-ws|preact-iso|fast-deep-equal)\//;

/** The first of the names that the build joins. */
const ownName = (name: string): string => name.replace(/(?:~.*)?(?:\.[^.]+)?$/, '');

/**
 * Puts the styles of the page of a link into the page: they are a few kilobytes, and the script gets the connection that is
 * already open. GraphiQL keeps its files: its editor has many.
 */
const inlineStyles: Plugin = {
  name: 'deckcast-inline-styles',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { path, bundle = {} }) =>
      path === '/player/index.html'
        ? html.replaceAll(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (_, file: string) => {
            const { [file]: style } = bundle;
            if (style?.type !== 'asset') throw new Error(`The build has no ${file}`);
            delete bundle[file];
            return `<style>${String(style.source)}</style>`;
          })
        : html,
  },
};

/** Puts the early request of the page of a link into the page: a file of its own would come no earlier than the others. */
const earlyRequest: Plugin = {
  name: 'deckcast-early-request',
  transformIndexHtml: {
    order: 'pre',
    handler: async (html, { path }) => {
      if (path !== '/player/index.html') return html;
      const input = here('src/web/player/early-request.ts');
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        build: { write: false, target: 'es2022', rolldownOptions: { input, output: { format: 'iife' } } },
      });
      const [chunk] = Array.isArray(built)
        ? built.flatMap(({ output }) => output)
        : 'output' in built
          ? built.output
          : [];
      if (chunk?.type !== 'chunk') throw new Error('The build has no early request');
      return html.replace('<!-- early request -->', () => `<script>${chunk.code.trim()}</script>`);
    },
  },
};

/**
 * Names the files of the contracts in the page of a link, which loads them after its first slide: the offline worker keeps what
 * the page names.
 */
const laterFiles: Plugin = {
  name: 'deckcast-later-files',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { path, bundle = {} }) => {
      if (path !== '/player/index.html') return html;
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const panel = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/contract/sign-panel.tsx'));
      if (panel === undefined) throw new Error('The build has no file of the contracts');
      const files = [panel.fileName, ...panel.imports].filter((file) => !html.includes(file));
      const named = files.map((file) => ({
        tag: 'meta',
        attrs: { name: 'later', content: `/${file}` },
        injectTo: 'head' as const,
      }));
      return { html, tags: named };
    },
  },
};

/** The icon of answers that name none. Its URL is the one that browsers request by themselves. */
const icon: Plugin = {
  name: 'deckcast-icon',
  generateBundle() {
    const source = readFileSync(here('src/web/brand/icon.png'));
    this.emitFile({ type: 'asset', fileName: 'favicon.ico', source });
  },
};

/** The pictures of the starters. Their slides name the URLs, which stay. */
const starterImages: Plugin = {
  name: 'deckcast-starter-images',
  generateBundle() {
    for (const file of globSync(here('src/web/demo/*.svg'))) {
      this.emitFile({ type: 'asset', fileName: `demo/${basename(file)}`, source: readFileSync(file) });
    }
  },
};

export default defineConfig({
  plugins: [earlyRequest, inlineStyles, laterFiles, icon, starterImages],
  root: here('src/web'),
  base: '/',
  publicDir: false,
  html: { cspNonce: 'NONCE_OF_THE_ANSWER' }, // `pages.ts` of the server replaces it in each answer
  build: {
    outDir: here('dist/web'),
    emptyOutDir: true,
    assetsDir: 'assets',
    modulePreload: { polyfill: false },
    target: 'es2022',
    sourcemap: false,
    license: { fileName: 'packages.json' }, // for scripts/sbom.js
    chunkSizeWarningLimit: 3000, // the editor
    rolldownOptions: {
      input: { ...pages, embed: here('src/web/embed/player.ts') },
      // Pages of others name this script: its URL stays.
      output: {
        entryFileNames: ({ name }) => (name === 'embed' ? 'embed/player.js' : 'assets/[name]-[hash].js'),
        // Without the names of all that share a file: it is long, and the server serves no ~.
        chunkFileNames: ({ name }) => `assets/${ownName(name)}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${ownName(name)}-[hash][extname]`,
        codeSplitting: {
          groups: [
            { name: 'preact', test: /\/node_modules\/preact\/|vite\/preload-helper/, priority: 3 },
            // Pages that sign visitors in load these. The page of a link does not, whatever is merged below.
            { name: 'session', test: /\/src\/web\/session\//, minShareCount: 2, priority: 3 },
            // Other pages have these, too: each loads what it uses.
            {
              name: 'shared',
              // Without styles: a page that has no script must get none.
              test: /\/src\/web\/(?:console\/controls\/copy|(?!console\/).*)\.tsx?$/,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 24_000,
              priority: 2,
            },
            // What the screens of the console share is a few files instead of forty, each of which would wait for a connection.
            { name: 'console-base', tags: ['$initial'], test: consoleModules, priority: 1 },
            {
              name: 'console-parts',
              test: consoleModules,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 12_000,
            },
          ],
        },
      },
      onLog(level, log, handle) {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log); // 'use client' means nothing here
      },
    },
  },
  worker: {
    format: 'es',
    rolldownOptions: {
      // Browsers look at this URL for a newer worker.
      output: {
        entryFileNames: ({ name }) => (name === 'offline-worker' ? 'offline/worker.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
