// Loaded into a Deckcast by --import. At each SIGUSR2 it tells by how much the heap was larger since the last one than
// what is held of it now, in bytes: garbage that waited for its collection.
import { heldHeap } from '../helpers/held-heap.ts';

let most = 0;
setInterval(() => (most = Math.max(most, process.memoryUsage().heapUsed)), 5).unref();

process.on('SIGUSR2', () => {
  process.stdout.write(`garbage at most: ${most - heldHeap()}\n`);
  most = 0;
});
