// What a number of events a month means for each part of Deckcast, and at which number each tier ends. It only computes:
// `measured` are figures of docs/performance.md and of bench/log-sizes.js, `source` are figures of others, `assumed` are
// guesses to replace by those of your own business. docs/scaling.md shows its output.
// Usage: node bench/scale-model.js [million events a month]…

const measured = {
  /** Bytes on disk with indexes, PostgreSQL 15: an event and its position, an entry and its place in the chain, a
   *  delivery with one attempt and the position of that. */
  event: 490,
  audit: 735,
  delivery: 1_060,
  /** Bytes of WAL, without images of pages. */
  walEvent: 2_510,
  walDelivery: 2_120,
  /** A second, on two cores that PostgreSQL and the clients share. */
  published: 1_110,
  delivered: 838,
  frames: 630_000,
  /** Memory of a process and of a socket, in MB. */
  process: 200,
  socket: 0.018,
};

const source = {
  /** Rows a second that one PostgreSQL inserts on 96 vCPU, each in its own transaction (dbos.dev). */
  insertedRows: 144_000,
};

const assumed = {
  daysOfMonth: 30,
  /** Nine of ten events fall into these hours, and the busiest minutes have three times their mean. */
  businessDays: 26,
  businessHours: 12,
  shareInBusiness: 0.9,
  peakFactor: 3,
  /** Deliveries of an event; each succeeds at the first attempt. */
  fanOut: 1.5,
  /** Audit entries of an event: one where each comes in a request of its own. */
  audits: 1,
  eventDays: 90,
  auditDays: 400,
  /** A statement of the sequencer with its commit, in ms: one server; several servers that agree on each commit. */
  statementMs: { one: 2, several: 15 },
  /** Events that a statement publishes at most (in code), and arrivals that one places. */
  publishedAtOnce: 50,
  placedAtOnce: 1_000,
  /** Rows that are inserted, changed and deleted for an event and for a delivery (counted in the code). */
  rowsOfEvent: 10,
  rowsOfDelivery: 6,
  /** Open sockets for each event a second of the peak, sockets that get an event, most sockets of a process. */
  socketsPerEvent: 20,
  reached: 2,
  socketsOfProcess: 10_000,
  /** TB of disk: one machine; a large server. */
  disk: { small: 1, large: 64 },
  /** MB of WAL a second that one server writes, and its standby replays. */
  wal: 100,
  /** What the largest account has of all events. */
  largestAccount: 0.05,
};

/** Events a second for each event a month. */
const peakOf = (events) =>
  (events * assumed.shareInBusiness * assumed.peakFactor) / (assumed.businessDays * assumed.businessHours * 3_600);

const logBytes = measured.event + assumed.fanOut * measured.delivery;
const auditBytes = measured.audit * assumed.audits;
const walBytes = measured.walEvent + assumed.fanOut * measured.walDelivery;
/** Bytes that stay on disk for each event a month: the log and the audit entries. */
const kept = (logBytes * assumed.eventDays + auditBytes * assumed.auditDays) / assumed.daysOfMonth;

function need(millions) {
  const events = millions * 1e6;
  const peak = peakOf(events);
  const sockets = peak * assumed.socketsPerEvent;
  const processes = Math.ceil(Math.max(peak / measured.published, sockets / assumed.socketsOfProcess));
  return [
    ['events a second, mean of the month', events / (assumed.daysOfMonth * 86_400)],
    ['events a second, peak', peak],
    ['deliveries a second, peak', peak * assumed.fanOut],
    ['events in a statement of the sequencer, peak', Math.max(1, (peak * assumed.statementMs.one) / 1_000)],
    ['rows written a second, peak', peak * (assumed.rowsOfEvent + assumed.fanOut * assumed.rowsOfDelivery)],
    ['WAL, MB a second, peak', (peak * walBytes) / 1e6],
    ['WAL, TB a month', (events * walBytes) / 1e12],
    ['log with deliveries, TB', (events * logBytes * assumed.eventDays) / assumed.daysOfMonth / 1e12],
    ['audit entries, TB', (events * auditBytes * assumed.auditDays) / assumed.daysOfMonth / 1e12],
    ['GB of the busiest hour, to be in memory', (peak * 3_600 * (logBytes + auditBytes)) / 1e9],
    ['deleted events and deliveries a second, mean', (events * (1 + assumed.fanOut)) / (assumed.daysOfMonth * 86_400)],
    ['workers', Math.ceil((peak * assumed.fanOut) / measured.delivered)],
    ['live sockets, peak', sockets],
    ['web processes', processes],
    ['events a second that these read, peak', peak * processes],
    ['MB of each', measured.process + (sockets / processes) * measured.socket],
    ['frames a second of all, peak', peak * assumed.reached],
  ];
}

/** Million events a month whose peak is this rate. */
const monthOf = (perSecond) => perSecond / peakOf(1e6);
const large = {
  rows: monthOf(source.insertedRows / (assumed.rowsOfEvent + assumed.fanOut * assumed.rowsOfDelivery)),
  wal: monthOf((assumed.wal * 1e6) / walBytes),
  disk: (assumed.disk.large * 1e12) / kept / 1e6,
  publishing: monthOf((1_000 / assumed.statementMs.one) * assumed.publishedAtOnce),
};
const one = Math.min(...Object.values(large));
const ends = [
  ['one machine: its processor', monthOf(1 / (1 / measured.published + assumed.fanOut / measured.delivered))],
  [`one machine: ${assumed.disk.small} TB of disk`, (assumed.disk.small * 1e12) / kept / 1e6],
  ['one large server: rows written', large.rows],
  [`one large server: ${assumed.wal} MB of WAL a second`, large.wal],
  [`one large server: ${assumed.disk.large} TB of disk`, large.disk],
  ['one large server: the sequencer', large.publishing],
  [`one for each account: the largest has ${assumed.largestAccount * 100} %`, one / assumed.largestAccount],
  ['Citus: the log stays on one server', one],
  ['several servers: the sequencer', monthOf((1_000 / assumed.statementMs.several) * assumed.publishedAtOnce)],
];

function rounded(value) {
  if (value >= 100 || Number.isInteger(value)) return Math.round(value).toLocaleString('en-US');
  return value >= 10 ? value.toFixed(0) : value.toFixed(value >= 1 ? 1 : 2);
}

function print(heads, rows) {
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at].length)));
  for (const row of [heads, ...rows]) {
    console.log(row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  '));
  }
}

const asked = process.argv.slice(2).map(Number);
const months = asked.length > 0 ? asked : [100, 1_000, 5_000];
const columns = months.map(need);
print(
  ['million events a month', ...months.map(rounded)],
  columns[0].map(([name], at) => [name, ...columns.map((column) => rounded(column[at][1]))]),
);
console.log();
print(
  ['what ends a tier', 'million events a month'],
  ends.map(([name, month]) => [name, rounded(month)]),
);
