// Loaded into a server by --import. Each part of the chain of Koa is a stage, named by what is given to `use`. Sent the number
// of a stage over IPC, the process answers each request there, and not further on; sent 'names', it sends the names. Every
// other message is answered with the processor time that it has used so far, in microseconds.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Koa from 'koa';

const names = [];
let end = Infinity;

/** What the line that calls `use` gives to it. */
function nameAt(stack) {
  const [, file, line] = /\((file:.+):(\d+):\d+\)$/.exec(stack.split('\n')[2]) ?? [];
  if (file === undefined) return `stage ${names.length + 1}`;
  const text = readFileSync(fileURLToPath(file), 'utf8').split('\n')[line - 1];
  return /use\((?:new )?([\w.]+)/.exec(text)?.[1] ?? text.trim();
}

const { use } = Koa.prototype;
Koa.prototype.use = function numbered(middleware) {
  const at = names.push(nameAt(new Error().stack)) - 1;
  return use.call(this, (context, next) => {
    if (at < end) return middleware(context, next);
    context.body = '{"status":"ok"}';
    context.type = 'json';
    return Promise.resolve();
  });
};

process.on('message', (message) => {
  if (message === 'names') {
    process.send(names);
    return;
  }
  if (message !== 'read') end = message ?? Infinity;
  const { user, system } = process.cpuUsage();
  process.send(user + system);
});
process.channel.unref();
