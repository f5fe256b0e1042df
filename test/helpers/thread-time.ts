/** How long this thread has kept a processor so far, in milliseconds: other processes on the machine do not count. */
export function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Does work at once, and tells how long it kept the processor, in milliseconds. */
export function timed<Result>(work: () => Result): { result: Result; tookMs: number } {
  const before = spentMs();
  const result = work();
  return { result, tookMs: spentMs() - before };
}

const sample = JSON.stringify(
  Array.from({ length: 4_000 }, (_, at) => ({ at, id: `row ${at}`, tags: ['a', `${(at * 7_919) % 1_000}`] })),
);
/** What this work takes on a quiet machine of the kind for which limits of time were chosen, in milliseconds. */
const usualMs = 52;
/** A machine that seems slower than this is no excuse any more. */
const mostSlowness = 3;

/**
 * How many times as long as usual the processor takes for work like that of a server, 1 at least. Others who use its caches, or
 * the machine beneath a virtual one, slow a thread down without any trace in its own time.
 */
export function slowness(): number {
  const once = (): number =>
    timed(() => {
      for (let round = 0; round < 12; round += 1) {
        const rows = JSON.parse(sample) as { id: string }[];
        JSON.stringify(rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
      }
    }).tookMs;
  return Math.min(Math.max(Math.min(once(), once()) / usualMs, 1), mostSlowness);
}
