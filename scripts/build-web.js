// Builds the browser pages, unless they are newer than everything they are made of.
import { spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';

const newest = (patterns) =>
  Math.max(0, ...globSync(patterns).map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0));

const sources = newest(['src/web/**/*', 'vite.config.ts', 'package-lock.json']);
const built = newest(['dist/web/player/index.html']);
if (built < sources) {
  const { status } = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
