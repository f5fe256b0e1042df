// What the soak of budgets has found, in words.

/** A longer stall is a failure, in milliseconds. */
const mostMs = 500;
/** A pause in which the server's main thread had less of the processor, and did less, was made by others on the machine. */
const ownShare = 0.5;
const shown = 10;

/** Prints what was found. @returns whether nothing of it is a failure */
export function report({ kind, seed, seconds, reported, load, exit, edits, mostMb }) {
  const { done, broken } = load;
  const end = reported.find((one) => one.kind === 'end');
  const slow = reported.filter((one) => one.kind === 'slow' && one.ms > mostMs);
  const stalls = slow.filter(({ ms, cpuMs }) => cpuMs > mostMs || cpuMs >= ms * ownShare);
  const refused = reported.filter((one) => one.kind === 'refused');
  const failures = [
    ...(exit === null ? [] : [exit]),
    ...stalls.map(stallText),
    ...(exit === null ? refused.map(({ status }) => `/healthz answered ${status}`) : []),
    ...[...new Set(broken)].slice(0, shown),
    ...(end !== undefined && end.mostMb > mostMb ? [`it took ${end.mostMb.toFixed(0)} MB, of ${mostMb}`] : []),
  ];
  console.log(
    `${kind}, seed ${seed}, ${seconds} s: ${done.length} operations${edits === undefined ? '' : `, ${edits} edits of a stranger`}`,
  );
  if (end !== undefined) {
    const { answers, p99Ms, slowestMs } = end;
    console.log(
      `/healthz ${answers} answers, p99 ${p99Ms.toFixed(0)} ms, slowest ${slowestMs.toFixed(0)} ms; memory ${end.mostMb.toFixed(0)} MB; ${slow.length - stalls.length} pauses made by others on the machine`,
    );
  }
  printOperations(done);
  for (const failure of failures.slice(0, 3 * shown)) console.log(`FAILED: ${failure}`);
  if (failures.length > 3 * shown) console.log(`FAILED: and ${failures.length - 3 * shown} more`);
  if (failures.length === 0) console.log('no stall, no exit, no refusal that should not be');
  return failures.length === 0;
}

function stallText({ ms, cpuMs, from, during }) {
  // Those that began before its end: one of them has done it, or a job.
  const suspects = during
    .filter((one) => one.from < from + ms)
    .map(({ name, path }) => (path === '/graphql' ? name : `${name} ${path}`));
  return `a stall of ${ms.toFixed(0)} ms (${cpuMs} ms of the main thread's own work) during ${suspects.join(', ') || 'nothing'}`;
}

function printOperations(done) {
  const byName = Map.groupBy(done, ({ name }) => name);
  const rows = [...byName].map(([name, all]) => {
    const times = all.map(({ from, to }) => to - from).toSorted((a, b) => b - a);
    const statuses = [...Map.groupBy(all, ({ status }) => status)].map(
      ([status, { length }]) => `${status} × ${length}`,
    );
    return {
      name,
      slowest: times[0],
      median: times[Math.floor(times.length / 2)],
      mb: Math.max(...all.map(({ bytes }) => bytes)) / 1e6,
      statuses,
    };
  });
  const refusals = new Map(done.filter(({ refusal }) => refusal !== null).map(({ name, refusal }) => [name, refusal]));
  console.log('slowest operations:');
  for (const { name, slowest, median, mb, statuses } of rows.toSorted((a, b) => b.slowest - a.slowest)) {
    console.log(
      `  ${name.padEnd(24)} ${String(slowest).padStart(6)} ms, median ${median} ms, ${mb.toFixed(1)} MB at most; ${statuses.join(', ')}`,
    );
    if (refusals.has(name)) console.log(`      refused with ${refusals.get(name)}`);
  }
}
