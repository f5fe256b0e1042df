/** Subscriptions that may fail by themselves in one try of an event; with more, the fault is not theirs. */
const mostFaults = 10;

export type GroupOutcome =
  /** `next`: the id of the last subscription that is done; null when there are no more. */
  | { readonly outcome: 'done'; readonly next: string | null }
  /** `subscriptionIds`: the group that failed, by id; empty when it could not be read. */
  | { readonly outcome: 'failed'; readonly subscriptionIds: readonly string[] }
  /** Another process has the event, or its fan-out is over. */
  | { readonly outcome: 'elsewhere' };

/** What is left after all parts. */
export interface Isolated {
  /** Subscriptions that fail by themselves. */
  readonly failing: readonly string[];
  /** Whether every subscription is done. */
  readonly isComplete: boolean;
}

/**
 * Works through the subscriptions of one event in order and finds those that fail. It halves a group that fails until a
 * single subscription is left, passes over that one and continues with larger groups.
 *
 * @param first the last subscription that is done already; null for none
 * @param most most subscriptions of one group
 * @param work runs one transaction on the next subscriptions behind an id
 */
export async function isolateFaults(
  first: string | null,
  most: number,
  work: (after: string | null, limit: number) => Promise<GroupOutcome>,
): Promise<Isolated> {
  const failing: string[] = [];
  let after = first;
  let limit = most;
  while (failing.length < mostFaults) {
    const part = await work(after, limit);
    if (part.outcome === 'elsewhere') return { failing, isComplete: false };
    if (part.outcome === 'done') {
      if (part.next === null) return { failing, isComplete: failing.length === 0 };
      after = part.next;
      limit = Math.min(limit * 2, most);
      continue;
    }
    const [id] = part.subscriptionIds;
    if (id === undefined) return { failing, isComplete: false };
    if (part.subscriptionIds.length > 1) {
      limit = Math.ceil(part.subscriptionIds.length / 2);
    } else {
      failing.push(id);
      after = id;
    }
  }
  return { failing, isComplete: false };
}
