// Loaded into a Deckcast by --import. From one SIGUSR2 to the next it strains the process: it keeps the event loop busy
// in long turns with short pauses, or fills the heap, or the memory of a container of STRAIN_BYTES.
import { getHeapStatistics } from 'node:v8';

/** Of one turn, in milliseconds of processor time. */
const turnMs = 700;
/** Between two turns, in milliseconds. */
const pauseMs = 10;
/** What the heap is filled to, or what the container allows, in bytes. */
const bytes = Number(process.env['STRAIN_BYTES']);
let held: object[] = [];
let timer: NodeJS.Timeout | undefined;

function block(): void {
  const started = process.threadCpuUsage();
  const usedMs = (): number => {
    const { user, system } = process.threadCpuUsage(started);
    return (user + system) / 1_000;
  };
  while (usedMs() < turnMs);
  timer = setTimeout(block, pauseMs);
}

/** What the heap is filled with, a megabyte each: few large objects are collected quickly. */
const filling = Array.from({ length: 131_072 }, (_, index) => index);

function fillHeap(): void {
  if (getHeapStatistics().used_heap_size < bytes) held.push(filling.slice());
}

function fillContainer(): void {
  if (process.memoryUsage.rss() < 0.98 * bytes) held.push(Buffer.alloc(4_194_304, 1));
}

const strains: Readonly<Record<string, () => NodeJS.Timeout>> = {
  loop: () => setTimeout(block, 1),
  heap: () => setInterval(fillHeap, 10),
  memory: () => setInterval(fillContainer, 10),
};
const strain = strains[process.env['STRAIN'] ?? ''];
if (strain === undefined) throw new Error(`STRAIN must be one of ${Object.keys(strains).join(', ')}.`);
if (process.env['STRAIN'] === 'memory') process.constrainedMemory = () => bytes;

process.on('SIGUSR2', () => {
  if (timer === undefined) {
    timer = strain();
    return;
  }
  clearTimeout(timer);
  timer = undefined;
  held = [];
});
