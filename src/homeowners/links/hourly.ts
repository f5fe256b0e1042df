import { AppError } from '../../kit/core/index.ts';

/**
 * How often an hour the holder of a link may cause what is recorded as events, which receivers get as webhooks and
 * e-mails. The holder of a link has the weakest right of all: no other caller is identified less.
 */
const mostInHour = { questions: 50, visits: 30, tiers: 60, addOns: 60, reports: 600, engagement: 600 } as const;

/** What is counted of a link. */
export type Caused = keyof typeof mostInHour;

/** For each of them: when its hour began, and how often it happened since. */
export type HourlyCounts = Partial<Record<Caused, { readonly since: string; readonly count: number }>>;

const hourMs = 3_600_000;

const whatOf: Readonly<Record<Caused, string>> = {
  questions: 'asks questions',
  visits: 'is opened',
  tiers: 'changes the tier',
  addOns: 'changes add-ons',
  reports: 'reports what is watched',
  engagement: 'makes events of what is watched',
};

/** A link, as far as it is counted here. */
interface Counted {
  hourly: HourlyCounts;
}

/** Seconds until a link may cause something again; 0 when it may now. */
function secondsToWait({ hourly }: Counted, caused: Caused, now: Date): number {
  const counted = hourly[caused];
  if (counted === undefined || counted.count < mostInHour[caused]) return 0;
  const leftMs = Date.parse(counted.since) + hourMs - now.getTime();
  return Math.max(Math.ceil(leftMs / 1_000), 0);
}

/** How often a link may still cause something in this hour. */
export function leftInHour(link: Counted, caused: Caused, now: Date): number {
  return Math.max(mostInHour[caused] - (hourOf(link, caused, now)?.count ?? 0), 0);
}

/** Counts what a locked link causes. @returns false, and counts nothing, when it is one too many */
export function countInHour(link: Counted, caused: Caused, now: Date): boolean {
  if (leftInHour(link, caused, now) === 0) return false;
  addInHour(link, caused, 1, now);
  return true;
}

/** Counts something that a locked link has caused several times. */
export function addInHour(link: Counted, caused: Caused, times: number, now: Date): void {
  const { since, count } = hourOf(link, caused, now) ?? { since: now.toISOString(), count: 0 };
  link.hourly = { ...link.hourly, [caused]: { since, count: count + times } };
}

/** What was counted in the hour that goes on; undefined where none has begun. */
function hourOf({ hourly }: Counted, caused: Caused, now: Date): HourlyCounts[Caused] {
  const counted = hourly[caused];
  return counted !== undefined && Date.parse(counted.since) + hourMs > now.getTime() ? counted : undefined;
}

/** @throws AppError `TOO_MANY_REQUESTS` when a link has to wait */
export function requireLeftInHour(link: Counted, caused: Caused, now: Date): void {
  const retryAfterSeconds = secondsToWait(link, caused, now);
  if (retryAfterSeconds === 0) return;
  const detail = `A link ${whatOf[caused]} at most ${mostInHour[caused]} times an hour, and this one has done so: try again in ${retryAfterSeconds} s.`;
  throw new AppError('link_limited', detail, [], { members: { retryAfterSeconds } });
}
