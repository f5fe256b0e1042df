// A server process of scripts/dev.js: loads all packages that the sources import, and runs src/main.ts once it receives
// the message to start.
import { globSync, readFileSync } from 'node:fs';
import { once } from 'node:events';

const startRequest = once(process, 'message');
const sources = globSync('src/**/*.ts', { exclude: ['src/web/**'] }).map((file) => readFileSync(file, 'utf8'));
const imports = sources.flatMap((source) => [...source.matchAll(/^import (?!type)[^']*'([^.'][^']*)';$/gm)]);
// What cannot be loaded is reported by the source that imports it.
await Promise.allSettled([...new Set(imports.map(([, name]) => name))].map((name) => import(name)));

await startRequest;
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
await import('./load-env.js');
await import('../src/main.ts');
