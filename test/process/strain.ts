// Loaded into a Deckcast by --import. From one SIGUSR2 to the next it strains the process: it keeps the event loop busy
// in long turns, or fills the heap.
import { getHeapStatistics } from 'node:v8';

const isHeap = process.env['STRAIN'] === 'heap';
/** Of one turn, in milliseconds of processor time. */
const turnMs = 700;
/** What the heap is filled to, in bytes. */
const fillTo = Number(process.env['STRAIN_BYTES']);
let held: object[] = [];
let timer: NodeJS.Timeout | undefined;

function block(): void {
  const started = process.threadCpuUsage();
  const usedMs = (): number => {
    const { user, system } = process.threadCpuUsage(started);
    return (user + system) / 1_000;
  };
  while (usedMs() < turnMs);
}

/** By a megabyte at a time: few large objects are collected quickly. */
function fill(): void {
  if (getHeapStatistics().used_heap_size < fillTo) held.push(Array.from<number>({ length: 131_072 }).fill(held.length));
}

process.on('SIGUSR2', () => {
  if (timer === undefined) timer = isHeap ? setInterval(fill, 10) : setInterval(block, 1);
  else {
    clearInterval(timer);
    timer = undefined;
    held = [];
  }
});
