/** Largest deviation of a delay from its schedule, so that deliveries that failed together do not retry together. */
const jitter = 0.2;

/**
 * Milliseconds until the next attempt.
 *
 * @param attempts attempts made so far
 * @param delays seconds between one attempt and the next
 * @param random from 0 to 1
 * @returns null when no attempt is left
 */
export function nextDelayMs(attempts: number, delays: readonly number[], random: number): number | null {
  const seconds = delays[attempts - 1];
  return seconds === undefined ? null : withJitter(seconds, random);
}

/**
 * Milliseconds until the next probe. The last delay repeats without end.
 *
 * @param attempts probes made so far
 * @param delays seconds before each probe, including the first
 */
export function probeDelayMs(attempts: number, delays: readonly number[], random: number): number {
  return withJitter(delays[Math.min(attempts, delays.length - 1)] ?? 0, random);
}

function withJitter(seconds: number, random: number): number {
  return Math.round(seconds * 1_000 * (1 + jitter * (2 * random - 1)));
}
