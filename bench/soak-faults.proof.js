// What the faults need to prove that they happen.
import { setTimeout as delay } from 'node:timers/promises';

export const until = (moment) => delay(Math.max(0, moment - performance.now()));

/** Waits for what proves a fault. */
export async function proof(what, find, withinMs = 10_000) {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await find();
    if (found !== null && found !== undefined && found !== false) return found;
    if (performance.now() > deadline) throw new Error(`no proof: ${what}`);
    await delay(50);
  }
}

/** The SQLSTATE with which a work is refused; null when it is done. */
export const refusal = (work) =>
  work().then(
    () => null,
    (error) => error.code ?? error.message,
  );
