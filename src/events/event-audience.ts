/** Types that streams alone show: no channel ever sends them. */
const streamOnly: readonly string[] = ['presentation.progressed'];

/** Types of which no subscription is told for its event type: a test is told to the one that it tests. */
export const liveOnly: readonly string[] = ['test.ping', ...streamOnly];

export function isStreamOnly(type: string): boolean {
  return streamOnly.includes(type);
}

/** Whether subscriptions are told of events of a type. */
export function isFannedOut(type: string): boolean {
  return !liveOnly.includes(type);
}
