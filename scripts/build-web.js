// Builds the browser pages, unless they are newer than everything they are made of, and compresses their files.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { areCurrent } from './built-files.js';

/** Bytes up to which a file is compressed as far as possible. */
const mostThorough = 65_536;
const sources = ['src/web/**/*', 'src/demo/decks/*', 'vite.config.ts', 'package-lock.json', 'scripts/build-web.js'];
if (!areCurrent(['dist/web/player/index.html'], sources)) {
  const { status } = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
  if (status === 0) for (const file of globSync('dist/web/assets/*.{js,css,json,svg,ttf}')) compress(file);
}

/** Writes `<file>.br` and `<file>.gz`, which the server sends in place of the file. A short one is sent as it is. */
function compress(file) {
  const bytes = readFileSync(file);
  if (bytes.length < 1_024) return;
  // The highest level makes scripts 6 % smaller in 25 times the time: too much for the editor, and little for small files.
  const quality = bytes.length <= mostThorough ? constants.BROTLI_MAX_QUALITY : 9;
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
