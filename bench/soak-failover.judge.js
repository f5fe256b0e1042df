// What is concluded about one round from what was acknowledged, what the log has and what each follower has. It only reads.

/** How much of what was acknowledged just before the copy may be missing from it, in milliseconds. */
const marginMs = 1_000;

/** What the subscription of the receiver asks for. */
const isDelivered = ({ type }) => type.startsWith('soak.');

const idsOf = (events) => events.map(({ id }) => id);
const countOf = (items, holds) => items.filter(holds).length;

/** A follower that is told gives up what the log has lost, and only that; then it has what the log has, in its order. */
function judgeFollower({ name, events, reported }, log, isExpectedToBeNotified) {
  const [has, kept] = [new Set(idsOf(events)), new Map(log.map((event) => [event.id, event.cursor]))];
  const row = {
    gaps: countOf(log, ({ id }) => !has.has(id)),
    repeats: events.length - has.size,
    untold: countOf(events, ({ id }) => !kept.has(id)),
    disordered: countOf(
      events.filter(({ id }) => kept.has(id)),
      ({ id, cursor }) => kept.get(id) !== cursor,
    ),
    reported: reported.length,
  };
  const givenUp = reported.flatMap((it) => it.givenUp);
  const failures = ['gaps', 'repeats', 'untold', 'disordered']
    .filter((fault) => row[fault] > 0)
    .map((fault) => `${name}: ${row[fault]} ${fault}`);
  const inNeed = countOf(givenUp, ({ id, cursor }) => kept.get(id) === cursor);
  if (inNeed > 0) failures.push(`${name} was told to give up ${inNeed} events that the log has`);
  if (reported.some(({ isKnown }) => !isKnown)) failures.push(`${name} was told a cursor that it has never had`);
  if (isExpectedToBeNotified && givenUp.length === 0) failures.push(`${name} has read lost events and was not told`);
  if (!isExpectedToBeNotified && reported.length > 0) failures.push(`${name} was told although its last event exists`);
  return { row, failures };
}

/** Deliveries are made at least once, so a repeat is no failure: `webhook-id` shows it. */
function judgeReceiver(deliveries, log, lost) {
  const ids = new Set(idsOf(deliveries));
  const row = {
    gaps: countOf(log, ({ id }) => !ids.has(id)),
    repeats: deliveries.length - ids.size,
    'lost later': countOf(lost, ({ id }) => ids.has(id)),
  };
  return { row, failures: row.gaps > 0 ? [`webhook: ${row.gaps} gaps`] : [] };
}

/**
 * @param round.acknowledged what was acknowledged in this round and before, with the time, except what is known to be lost
 * @param round.log all events, with their cursors, in order
 * @param round.followers each with what it has, and what it was told in this round
 * @param round.deliveries what the receiver got so far
 * @param round.lossFrom when the moment was to which the database goes back; null where nothing may be lost
 * @param round.away the follower that was away before that moment
 */
export function judge({ acknowledged, log, followers, deliveries, lossFrom, away }) {
  const kept = new Set(idsOf(log));
  const lost = acknowledged.filter(({ id }) => !kept.has(id));
  const failures = [];
  const tooMany = lossFrom === null ? lost.length : countOf(lost, ({ at }) => at < lossFrom - marginMs);
  if (tooMany > 0) failures.push(`${tooMany} acknowledged events are lost that may not be`);
  if (lossFrom !== null && lost.length === 0) failures.push('nothing was lost, so nothing is proved');
  if (acknowledged.length === 0) failures.push('nothing was acknowledged, so nothing is proved');
  const rows = { webhook: judgeReceiver(deliveries, log.filter(isDelivered), lost) };
  for (const follower of followers) {
    rows[follower.name] = judgeFollower(follower, log, lossFrom !== null && follower.name !== away);
  }
  failures.push(...Object.values(rows).flatMap((it) => it.failures));
  return { lost, failures, rows: Object.fromEntries(Object.entries(rows).map(([name, { row }]) => [name, row])) };
}

/** Falsifies what a round has shown in each way that has to be found. @returns the falsifications that were not found */
export function unfound(round) {
  const withFirst = (change) => ({
    ...round,
    followers: round.followers.map((follower, at) => (at === 0 ? { ...follower, ...change(follower) } : follower)),
  });
  const [first] = round.followers;
  const middle = Math.floor(first.events.length / 2);
  const event = first.events[middle];
  const lost = { ...event, id: 'lost', cursor: 'lost' };
  const falsified = [
    ['gaps', withFirst(({ events }) => ({ events: events.toSpliced(middle, 1) }))],
    ['repeats', withFirst(({ events }) => ({ events: [...events, event] }))],
    ['untold', withFirst(({ events }) => ({ events: [...events, lost] }))],
    ['disordered', withFirst(({ events }) => ({ events: events.toSpliced(middle, 1, { ...event, cursor: 'other' }) }))],
    ['was not told', { ...withFirst(() => ({ reported: [] })), lossFrom: 0, away: null }],
    ['to give up', withFirst(() => ({ reported: [{ isKnown: true, givenUp: [event] }] }))],
    ['never had', withFirst(() => ({ reported: [{ isKnown: false, givenUp: [] }] }))],
    ['may not be', { ...round, acknowledged: [...round.acknowledged, { id: 'lost', at: 0 }] }],
    ['webhook', { ...round, deliveries: round.deliveries.filter(({ id }) => id !== event.id) }],
  ];
  return falsified
    .filter(([found, it]) => !judge(it).failures.some((text) => text.includes(found)))
    .map(([name]) => name);
}
