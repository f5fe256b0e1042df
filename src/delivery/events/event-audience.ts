/** Types that only streams show. No channel sends them. */
const streamOnly: readonly string[] = [
  'presentation.progressed',
  'presentation.answers_progressed',
  'presentation.engagement_changed',
];

/** Types that no subscription receives for its event type. `test.ping` goes to the one subscription that it tests. */
export const liveOnly: readonly string[] = ['test.ping', ...streamOnly];

/** Whether only streams show events of a type, so that a subscription to it would receive nothing. */
export function isStreamOnly(type: string): boolean {
  return streamOnly.includes(type);
}

/** Whether the fan-out creates deliveries for events of a type. */
export function isFannedOut(type: string): boolean {
  return !liveOnly.includes(type);
}
