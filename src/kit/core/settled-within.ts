/** Waits until work has ended, but no longer than `timeoutMs`. @throws the error of the work in that time */
export async function settledWithin(timeoutMs: number, work: Promise<unknown>): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, timeoutMs);
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
