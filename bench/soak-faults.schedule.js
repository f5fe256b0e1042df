// Which faults come when; the same for the same seed.

/** What a fault takes beside its own time until Deckcast is healthy again, in seconds; an estimate. */
const recoverySeconds = 6;
const shortestStretch = 3;
/** From here on every fault comes at least once, at its full length. */
const fullRunSeconds = 600;

export const isFull = (seconds) => seconds >= fullRunSeconds;
const lengthOf = (fault, total) => fault.lasts[isFull(total) ? 0 : 1];

/**
 * @param only names or parts of names; all of these come, whatever the time
 * @returns the faults in their order, each with its length, and the healthy stretch before each, in seconds
 */
export function schedule(faults, seconds, total, random, only) {
  const chosen = faults.filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)));
  const planned = [];
  let left = seconds;
  const take = (fault) => {
    left -= lengthOf(fault, total) + recoverySeconds + shortestStretch;
    planned.push({ ...fault, lastsMs: lengthOf(fault, total) * 1_000 });
  };
  const fits = (fault) => left >= lengthOf(fault, total) + recoverySeconds + shortestStretch;
  const all = only.length > 0 || isFull(total);
  for (const fault of random.shuffled(chosen)) if (all || fits(fault)) take(fault);
  // A longer run goes through them again while there is time.
  while (isFull(total) && only.length === 0 && chosen.some(fits))
    random.shuffled(chosen).filter(fits).slice(0, 1).forEach(take);
  return { planned, stretchMs: 1_000 * (shortestStretch + Math.max(0, left) / (planned.length + 1)) };
}
