// What the checker concludes from the histories beside the database. Nothing here acts.
import { contentDigest } from './history.js';

/** Deliveries that one fault may repeat: those that were sent when it struck and not yet recorded. */
const repeatsOfFault = 20;

/** Most that a receiver may get twice: one percent; a short run has too few events for its faults to be held to that. */
const mostTwice = (expected, { isFull, faults }) => Math.max(expected / 100, isFull ? 0 : faults * repeatsOfFault);

/** Types of which every event goes to whoever subscribes to all. */
export const isDelivered = (type) =>
  /^(soak|probe|deck|slide|contract|presentation)\./.test(type) && type !== 'presentation.progressed';

const count = (items, holds) => items.filter(holds).length;

/** How a set of receipts of one API compares with what it should have got. */
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

const compareReceiver = (...parameters) => ({ ...compare(...parameters), atLeastOnce: true });

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
    compareReceiver('webhook healthy', everything, at('/healthy'), contents),
    compareReceiver('webhook flapping', forFlapping, at('/flapping'), contents),
    compareReceiver('e-mail', everything, histories.mailbox, contents),
    compareReceiver('console', everything, histories.console, contents),
    ...histories.streams.map((stream) => compareStream(stream, log, contents)),
  ];
}

/** Each acknowledged change is an event of the log, and each row is as the last event about it tells. */
function judgeChanges({ acknowledgements }, { log, slides, decks, contracts }) {
  const reported = {
    slide: log
      .filter(({ type }) => type === 'slide.updated')
      .map(({ data }) => ({ id: data.sourceSlideId, value: data.title })),
    deck: log
      .filter(({ type }) => type === 'deck.updated')
      .map(({ deckId, data }) => ({ id: deckId, value: data.name })),
  };
  const row = (table, rows) => {
    const acknowledged = acknowledgements.filter((it) => it.kind === 'change' && it.table === table);
    const recorded = new Set(reported[table].map(({ id, value }) => `${id} ${value}`));
    const final = new Map(reported[table].map(({ id, value }) => [id, value]));
    return {
      name: `changes of a ${table}`,
      expected: acknowledged.length,
      lost: count(acknowledged, ({ id, value }) => !recorded.has(`${id} ${value}`)),
      changed: count(rows, ({ id, value }) => final.has(id) && final.get(id) !== value),
    };
  };
  const signatures = acknowledgements.filter(({ kind }) => kind === 'signature');
  const status = new Map(contracts.map(({ id, status: is }) => [id, is]));
  const signed = log.filter(({ type }) => type === 'contract.signed').map(({ data }) => data.contractId);
  const contract = {
    name: 'signatures',
    expected: signatures.length,
    lost: count(signatures, ({ id }) => status.get(id) !== 'signed' || !signed.includes(id)),
    twice: signed.length - new Set(signed).size,
  };
  return [row('slide', slides), row('deck', decks), contract];
}

/** Delivery is at least once; everything else is exactly once. */
const repeats = (row, run) => row.twice > (row.atLeastOnce === true ? mostTwice(row.expected, run) : 0);

const columns = ['expected', 'lost', 'changed', 'foreign', 'disordered', 'twice', 'twice %'];
const pick = (row, names) => Object.fromEntries(names.filter((name) => name in row).map((name) => [name, row[name]]));

/** @param run how many faults it had, and whether it had its full length */
export function judge(histories, database, run) {
  const contents = new Map(database.log.map((event) => [event.id, contentDigest(event)]));
  const rows = [...judgeEvents(histories, database, contents), ...judgeChanges(histories, database)];
  const failures = rows.flatMap((row) => [
    ...(row.expected === 0 ? [`${row.name}: nothing was expected, so nothing is proved`] : []),
    ...['lost', 'changed', 'foreign', 'disordered']
      .filter((fault) => row[fault] > 0)
      .map((fault) => `${row.name}: ${row[fault]} ${fault}`),
    ...(repeats(row, run) ? [`${row.name}: ${row.twice} twice`] : []),
  ]);
  return { rows: Object.fromEntries(rows.map((row) => [row.name, pick(row, columns)])), failures };
}
