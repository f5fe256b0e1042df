// Loaded into a Deckcast by --import. At each SIGUSR2 it tells by how much the heap was larger since the last one than
// what is held of it now, in bytes: garbage that waited for its collection.
// At SIGWINCH it lets V8 choose again how far the heap grows before a full collection.
import { setFlagsFromString } from 'node:v8';
import { heldHeap } from '../helpers/held-heap.ts';

let most = 0;
setInterval(() => (most = Math.max(most, process.memoryUsage().heapUsed)), 5).unref();

process.on('SIGUSR2', () => {
  process.stdout.write(`garbage at most: ${most - heldHeap()}\n`);
  most = 0;
});

process.on('SIGWINCH', () => {
  setFlagsFromString('--heap-growing-percent=0');
});
