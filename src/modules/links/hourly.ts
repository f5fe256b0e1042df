import type { TransactionScope } from '../../platform/database/scope.ts';
import { AppError, notFound } from '../../platform/kernel/errors.ts';
import { lockLinkOf } from './guest-link.ts';
import type { PresentationLink } from './presentation-link.entity.ts';

/**
 * How often an hour the holder of a link may cause what is recorded as events, which receivers get as webhooks and
 * e-mails. The holder of a link has the weakest right of all: nobody else is asked who they are less.
 */
const mostInHour = { questions: 50, visits: 30, tiers: 60, addOns: 60, reports: 600 } as const;

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
};

type Counted = Pick<PresentationLink, 'hourly'>;

/** Seconds until a link may cause something again; 0 when it may now. */
function secondsToWait({ hourly }: Counted, caused: Caused, now: Date): number {
  const counted = hourly[caused];
  if (counted === undefined || counted.count < mostInHour[caused]) return 0;
  const leftMs = Date.parse(counted.since) + hourMs - now.getTime();
  return Math.max(Math.ceil(leftMs / 1_000), 0);
}

/** Counts what a locked link causes. @returns false, and counts nothing, when it is one too many */
export function countInHour(link: Counted, caused: Caused, now: Date): boolean {
  if (secondsToWait(link, caused, now) > 0) return false;
  const counted = link.hourly[caused];
  const isOver = counted === undefined || Date.parse(counted.since) + hourMs <= now.getTime();
  const next = isOver ? { since: now.toISOString(), count: 1 } : { ...counted, count: counted.count + 1 };
  link.hourly = { ...link.hourly, [caused]: next };
  return true;
}

/** @throws AppError `TOO_MANY_REQUESTS` when a link has to wait */
export function requireLeftInHour(link: Counted, caused: Caused, now: Date): void {
  const retryAfterSeconds = secondsToWait(link, caused, now);
  if (retryAfterSeconds === 0) return;
  const detail = `A link ${whatOf[caused]} at most ${mostInHour[caused]} times an hour, and this one has done so: try again in ${retryAfterSeconds} s.`;
  throw new AppError('TOO_MANY_REQUESTS', detail, [], { members: { retryAfterSeconds } });
}

/**
 * Counts a change for the link by which somebody makes it, under its lock. Those who come by a key are not counted here.
 *
 * @throws AppError `TOO_MANY_REQUESTS` when it is one too many
 */
export async function countForLink(transaction: TransactionScope, caused: Caused): Promise<void> {
  const { actor } = transaction;
  if (actor.kind !== 'link') return;
  const link = await lockLinkOf(transaction);
  if (link === null) throw notFound('link', actor.key ?? '');
  const now = transaction.now();
  requireLeftInHour(link, caused, now);
  countInHour(link, caused, now);
}
