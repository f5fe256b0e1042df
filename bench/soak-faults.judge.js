// What the checker concludes from histories, database and journal. Nothing here acts.
import { contentDigest } from './history.js';

/** Most that a healthy receiver may get twice, in percent. */
const mostTwice = 1;
const memoryLimits = { growth: 150, most: 700 };

/** Types of which every event goes to whoever subscribes to all. */
const isDelivered = (type) =>
  /^(soak|probe|deck|slide|contract|presentation)\./.test(type) && type !== 'presentation.progressed';

const count = (items, holds) => items.filter(holds).length;

/** How a set of receipts of one door compares with what it should have got. */
function compare(name, expected, receipts, contents) {
  const ids = new Set(receipts.map(({ id }) => id));
  const twice = receipts.length - ids.size;
  return {
    name,
    expected: expected.length,
    lost: count(expected, (id) => !ids.has(id)),
    twice,
    'twice %': ids.size === 0 ? 0 : Number(((100 * twice) / ids.size).toFixed(2)),
    changed:
      count(receipts, ({ id, content }) => contents.has(id) && contents.get(id) !== content) + differingTwins(receipts),
    foreign: count([...ids], (id) => !contents.has(id)),
  };
}

function differingTwins(receipts) {
  const bytes = new Map();
  return count(receipts, (receipt) => {
    if (receipt.bytes === undefined) return false;
    const first = bytes.get(receipt.id) ?? receipt.bytes;
    bytes.set(receipt.id, first);
    return first !== receipt.bytes;
  });
}

/** Streams have to be the log: from behind its first event to the last one, in its order, nothing twice. */
function compareStream({ name, entries }, log, contents) {
  const ids = log.map(({ id }) => id);
  const last = log.findLastIndex(({ type }) => type === 'soak.end');
  const expected = ids.slice(
    log.findIndex(({ type }) => type === 'soak.begin') + 1,
    last === -1 ? ids.length : last + 1,
  );
  const place = new Map(ids.map((id, at) => [id, at]));
  const disordered = count(entries, ({ id }, at) => at > 0 && place.get(id) < place.get(entries[at - 1].id));
  return { ...compare(name, expected, entries, contents), disordered };
}

function judgeEvents(histories, { log, deliveries }, contents) {
  const acknowledged = histories.acknowledgements.filter(({ kind }) => kind === 'event');
  const inLog = new Set(log.map(({ id }) => id));
  const everything = log.filter(({ type }) => isDelivered(type)).map(({ id }) => id);
  const at = (route) => histories.receiver.filter((it) => it.path === route && it.status === 204);
  const settled = new Set(
    deliveries
      .filter(({ subscription, status }) => subscription === 'flapping' && status !== 'delivered')
      .map(({ id }) => id),
  );
  const forFlapping = log.filter(({ id, type }) => type.startsWith('soak.') && !settled.has(id)).map(({ id }) => id);
  const record = {
    name: 'the log',
    expected: acknowledged.length,
    lost: count(acknowledged, ({ id }) => !inLog.has(id)),
    twice: log.length - inLog.size,
    changed: count(
      acknowledged,
      ({ id, content, answered = content }) => inLog.has(id) && (contents.get(id) !== content || answered !== content),
    ),
  };
  return [
    record,
    compare('webhook healthy', everything, at('/healthy'), contents),
    compare('webhook flapping', forFlapping, at('/flapping'), contents),
    compare('e-mail', everything, histories.mailbox, contents),
    compare('console', everything, histories.console, contents),
    ...histories.streams.map((stream) => compareStream(stream, log, contents)),
  ];
}

/** Each acknowledged change is an event of the log, and each row is as the last event about it tells. */
function judgeChanges({ acknowledgements }, { log, slides, decks, contracts }) {
  const told = {
    slide: log.filter(({ type }) => type === 'slide.updated').map(({ data }) => ({ id: data.id, value: data.title })),
    deck: log
      .filter(({ type }) => type === 'deck.updated')
      .map(({ deckId, data }) => ({ id: deckId, value: data.name })),
  };
  const row = (table, rows) => {
    const acknowledged = acknowledgements.filter((it) => it.kind === 'change' && it.table === table);
    const recorded = new Set(told[table].map(({ id, value }) => `${id} ${value}`));
    const final = new Map(told[table].map(({ id, value }) => [id, value]));
    return {
      name: `changes of a ${table}`,
      expected: acknowledged.length,
      lost: count(acknowledged, ({ id, value }) => !recorded.has(`${id} ${value}`)),
      changed: count(rows, ({ id, value }) => final.has(id) && final.get(id) !== value),
    };
  };
  const signatures = acknowledgements.filter(({ kind }) => kind === 'signature');
  const status = new Map(contracts.map(({ id, status: is }) => [id, is]));
  const signed = log.filter(({ type }) => type === 'contract.signed').map(({ data }) => data.id);
  const contract = {
    name: 'signatures',
    expected: signatures.length,
    lost: count(signatures, ({ id }) => status.get(id) !== 'signed' || !signed.includes(id)),
    twice: signed.length - new Set(signed).size,
  };
  return [row('slide', slides), row('deck', decks), contract];
}

export function judge(histories, database) {
  const contents = new Map(database.log.map((event) => [event.id, contentDigest(event)]));
  const rows = [...judgeEvents(histories, database, contents), ...judgeChanges(histories, database)];
  const failures = rows.flatMap((row) => [
    ...(row.expected === 0 ? [`${row.name}: nothing was expected, so nothing is proved`] : []),
    ...['lost', 'changed', 'foreign', 'disordered']
      .filter((fault) => row[fault] > 0)
      .map((fault) => `${row.name}: ${row[fault]} ${fault}`),
    ...(row['twice %'] > (row.name.startsWith('stream') ? 0 : mostTwice)
      ? [`${row.name}: ${row['twice %']} % twice`]
      : []),
  ]);
  return { rows: Object.fromEntries(rows.map(({ name, ...row }) => [name, row])), failures };
}

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
  const mb = (value) => `${Math.round(value)} MB`;
  return {
    lines: lives.map(
      ({ name, start, most, end }) =>
        `memory of ${name}: ${mb(start)} at start, ${mb(most)} at most, ${mb(end)} at end`,
    ),
    failures: lives
      .filter(({ start, most, end }) => end > start + memoryLimits.growth || most > memoryLimits.most)
      .map(
        ({ name, start, most, end }) =>
          `memory of ${name} is not flat: ${mb(start)}, at most ${mb(most)}, ${mb(end)} at end`,
      ),
  };
}
