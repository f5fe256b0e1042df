/** How far a delay may be off its schedule, so that receivers that failed together are not asked together again. */
const jitter = 0.2;

/**
 * When the next attempt is due.
 *
 * @param attempts how many have been made
 * @param delays seconds between one attempt and the next
 * @param random from 0 to 1
 * @returns milliseconds to wait, or null when no attempt is left
 */
export function nextDelayMs(attempts: number, delays: readonly number[], random: number): number | null {
  const seconds = delays[attempts - 1];
  return seconds === undefined ? null : Math.round(seconds * 1_000 * (1 + jitter * (2 * random - 1)));
}
