// What the checker concludes from the journal of the run: faults, exits, memory. Nothing here acts.

/** In megabytes. PGlite alone takes about 500. */
const memoryLimits = { growth: 150, most: 700, mostEmbedded: 1_000 };

const inSeconds = (ms) => `${(ms / 1_000).toFixed(1)} s`;

/** Faults without proof, those that were not recovered from in time, and exits that nobody ordered. */
export function judgeFaults(journal) {
  const faults = journal.filter(({ kind }) => kind === 'fault');
  const exits = journal.filter(({ kind }) => kind === 'exit');
  const began = journal[0]?.at ?? 0;
  const lines = faults.map(
    ({ name, beganAt, lastedMs, proof, error, healthyAfterMs, healthyShare, answers }) =>
      `${name}: from ${inSeconds(beganAt - began)} for ${inSeconds(lastedMs)}; ${proof ?? error}; ` +
      `${healthyShare ?? 0} % of rounds healthy meanwhile, healthy after ${healthyAfterMs === null ? '–' : inSeconds(healthyAfterMs)}; ` +
      `answers ${JSON.stringify(answers)}`,
  );
  const refusals = journal.find(({ kind }) => kind === 'refusals');
  return {
    lines: [
      ...lines,
      `why readers had to come back: ${JSON.stringify(refusals?.refusals ?? [])}`,
      ...complaints(journal),
    ],
    failures: [
      ...faults.filter(({ proof }) => proof === null).map(({ name, error }) => `${name}: ${error}`),
      ...faults
        .filter(({ healthyAfterMs, limitMs }) => healthyAfterMs === null || healthyAfterMs > limitMs)
        .map(({ name, healthyAfterMs, limitMs, missing }) =>
          healthyAfterMs === null
            ? `${name}: not healthy within 60 s; missing: ${missing.join(', ')}`
            : `${name}: healthy after ${inSeconds(healthyAfterMs)}, not within ${inSeconds(limitMs)}`,
        ),
      ...exits.map(
        ({ at, name, code, signal, complaint }) =>
          `${name} ended by itself at ${inSeconds(at - began)} (${signal ?? code}): ${complaint}`,
      ),
    ],
  };
}

/** What the processes logged as errors, by text and how often. */
function complaints(journal) {
  const texts = journal.filter(({ kind }) => kind === 'log').map(({ text }) => text.trim().slice(0, 160));
  const often = Object.entries(Object.groupBy(texts, (text) => text)).sort(([, a], [, b]) => b.length - a.length);
  return often.slice(0, 12).map(([text, all]) => `logged as error ${all.length}×: ${text}`);
}

export function judgeMemory(journal) {
  const lives = journal.filter(({ kind, start }) => kind === 'memory' && start !== null);
  const mostOf = (name) => (name === 'embedded' ? memoryLimits.mostEmbedded : memoryLimits.most);
  const mb = (value) => `${Math.round(value)} MB`;
  return {
    lines: lives.map(
      ({ name, start, most, end }) =>
        `memory of ${name}: ${mb(start)} at start, ${mb(most)} at most, ${mb(end)} at end`,
    ),
    failures: lives
      .filter(({ name, start, most, end }) => end > start + memoryLimits.growth || most > mostOf(name))
      .map(
        ({ name, start, most, end }) =>
          `memory of ${name} is not flat: ${mb(start)}, at most ${mb(most)}, ${mb(end)} at end`,
      ),
  };
}
