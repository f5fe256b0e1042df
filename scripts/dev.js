// Runs the server from its sources, and again whenever one of them or .env changes. Log lines are formatted on a terminal.
// Loading the packages takes most of a start, so a spare process that has loaded them already waits for the next change.
// Node's own --watch loads them anew each time, and Node 24 aborts when it is stopped by a signal.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import path from 'node:path';
import pretty from 'pino-pretty';

/** How long further changes are waited for: an editor may write a file in several steps, in milliseconds. */
const settleMs = 50;
const program = path.join(import.meta.dirname, 'dev-process.js');
const execArgv = [
  '--max-semi-space-size=16',
  '--enable-source-maps',
  // The embedded database is WebAssembly. Without V8's optimising compiler it starts 0.6 s earlier; its queries are slower.
  '--liftoff-only',
  '--import',
  new URL('swc-loader.js', import.meta.url).href,
];
const output = process.stdout.isTTY ? pretty() : process.stdout;
const stop = new AbortController();

let timer;
let changed = Promise.withResolvers();
const noteChange = () => {
  clearTimeout(timer);
  timer = setTimeout(() => changed.resolve(), settleMs);
};
watch('src', { recursive: true, signal: stop.signal }, (_event, file) => file?.endsWith('.ts') && noteChange());
watch('.', { signal: stop.signal }, (_event, file) => file === '.env' && noteChange());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop.abort());
const stopped = once(stop.signal, 'abort');

let spare = newProcess();
while (!stop.signal.aborted) {
  const server = spare ?? newProcess();
  spare = null;
  changed = Promise.withResolvers();
  server.stdout.pipe(output, { end: false });
  server.stdout.once('data', () => {
    if (!stop.signal.aborted) spare ??= newProcess();
  });
  server.send('start');
  let isReplaced = false;
  const ended = once(server, 'exit').then(([code, signal]) => {
    if (!isReplaced)
      console.error(`The server has ended with ${signal ?? code}. It starts again after the next change.`);
  });
  await Promise.race([changed.promise, stopped]);
  isReplaced = true;
  server.kill('SIGTERM');
  await ended;
}
clearTimeout(timer);
spare?.kill('SIGKILL');

function newProcess() {
  return fork(program, { execArgv, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
}
