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
  return seconds === undefined ? null : withJitter(seconds, random);
}

/**
 * When the next probe is due: as above, but one is always left, because the last delay repeats without end.
 *
 * @param attempts how many have been made
 * @param delays seconds before each probe, the first one too
 */
export function probeDelayMs(attempts: number, delays: readonly number[], random: number): number {
  return withJitter(delays[Math.min(attempts, delays.length - 1)] ?? 0, random);
}

function withJitter(seconds: number, random: number): number {
  return Math.round(seconds * 1_000 * (1 + jitter * (2 * random - 1)));
}
