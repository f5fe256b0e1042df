/**
 * Does work that its caller's signal ends, and so does silence: work without progress for so long. Safari before 17.4
 * has no `AbortSignal.any`.
 *
 * @param ms how long it may be silent, in milliseconds
 * @param work gets the signal that ends it, and what it calls at each progress
 */
export async function within<T>(
  ms: number,
  caller: AbortSignal | undefined,
  work: (signal: AbortSignal, onProgress: () => void) => Promise<T>,
): Promise<T> {
  const end = new AbortController();
  const abort = (): void => end.abort();
  let timer = setTimeout(abort, ms);
  const restart = (): void => {
    clearTimeout(timer);
    timer = setTimeout(abort, ms);
  };
  caller?.addEventListener('abort', abort);
  if (caller?.aborted === true) abort();
  try {
    return await work(end.signal, restart);
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener('abort', abort);
  }
}
