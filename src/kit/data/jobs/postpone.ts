import type { Db } from 'pg-boss';

/** A job as one process has fetched it: a job that another has fetched since is not changed. */
export interface Claim {
  readonly id: string;
  readonly retryCount: number;
}

/** Longest pause of a job that an outage holds up, in seconds. */
const longestPause = 60;
/** After a week of postponements a job has failed. */
const mostPauses = (7 * 24 * 3_600) / longestPause;

/** The output of those jobs: each further postponement counts as a try. */
export const overdueOutput = { reason: 'A dependency of the job has been unreachable for a week.', pauses: mostPauses };

const theirs = `name = $1 and state = 'active'
  and (id, retry_count) in (select * from unnest($2::uuid[], $3::int[]))`;
/** A job without a start is not counted as tried again when it is taken. */
const untried = `state = 'retry', started_on = null, heartbeat_on = null`;
const pauses = `coalesce((output->>'pauses')::int, 0)`;

/**
 * Postpones jobs that could not run for reasons of the environment, without counting a try: for a second at first, for
 * a minute at last.
 *
 * @returns those that have been postponed for a week
 */
export async function postpone(db: Db, kind: string, claims: readonly Claim[]): Promise<Claim[]> {
  const { rows } = await db.executeSql(
    `update pgboss.job set ${untried}, output = jsonb_build_object('pauses', ${pauses} + 1),
      start_after = now() + least(${longestPause}, power(2, least(${pauses}, 10))) * interval '1 second'
      where ${theirs} and ${pauses} < ${mostPauses} returning id`,
    [kind, ...columns(claims)],
  );
  const postponed = new Set((rows as { id: string }[]).map(({ id }) => id));
  return claims.filter(({ id }) => !postponed.has(id));
}

/** Returns jobs that a stopping process cannot finish to the queue, for others to run at once. */
export async function handBack(db: Db, kind: string, claims: readonly Claim[]): Promise<void> {
  await db.executeSql(`update pgboss.job set ${untried}, start_after = now() where ${theirs}`, [
    kind,
    ...columns(claims),
  ]);
}

function columns(claims: readonly Claim[]): [string[], number[]] {
  return [claims.map(({ id }) => id), claims.map(({ retryCount }) => retryCount)];
}
