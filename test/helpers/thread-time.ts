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
