// Medians of the rounds, and their table.
import { median } from '../harness.js';

const figures = ['perSecond', 'processorMsEach', 'p50', 'p99', 'bytesEach', 'residentMb'];

/** For each case the medians of each peer, the errors of all its rounds, and its rate beside others. */
export function summary(measured) {
  const summed = {};
  for (const [name, ofCase] of Map.groupBy(measured, (one) => one.name)) {
    summed[name] = {};
    for (const [peer, runs] of Map.groupBy(ofCase, (one) => one.peer)) {
      summed[name][peer] = {
        ...Object.fromEntries(figures.map((figure) => [figure, median(runs.map((run) => run[figure]))])),
        errors: runs.reduce((sum, run) => sum + run.errors, 0),
        firstError: runs.find((run) => run.firstError)?.firstError,
        statuses: [...new Set(runs.flatMap((run) => Object.keys(run.statuses)))],
      };
    }
    const { Deckcast, Mercurius } = summed[name];
    for (const one of Object.values(summed[name])) {
      one.toDeckcast = one.perSecond / Deckcast.perSecond;
      if (Mercurius !== undefined) one.toMercurius = one.perSecond / Mercurius.perSecond;
    }
  }
  return summed;
}

const peersOf = (summed) => [...new Set(Object.values(summed).flatMap(Object.keys))];
const row = (cells) => `| ${cells.join(' | ')} |`;

function lines(title, peers, summed, cell) {
  return [
    row([title, ...peers]),
    row([title, ...peers].map(() => '---')),
    ...Object.entries(summed).map(([name, ofCase]) =>
      row([name, ...peers.map((peer) => (ofCase[peer] === undefined ? '' : cell(ofCase[peer])))]),
    ),
  ];
}

export function table({ conditions, machine, idleMb, summary: summed }) {
  const { decks, rounds, seconds, warmSeconds, connections, isCold } = conditions;
  const peers = peersOf(summed);
  const errors = (one) => (one.errors > 0 ? `, ${one.errors} errors` : '');
  const statuses = (one) => (one.statuses.every((status) => status === '200') ? '' : `, ${one.statuses.join(' ')}`);
  const most = (peer) => Math.max(...Object.values(summed).map((ofCase) => ofCase[peer]?.residentMb ?? 0));
  return [
    `${decks} decks, ${connections} connections, medians of ${rounds} alternated rounds of ${seconds} s after ${warmSeconds} s of each, ${isCold ? 'versions rise meanwhile' : 'nothing changes meanwhile'}; ${machine.cores} cores, load ${machine.loadBefore.toFixed(1)} to ${machine.loadAfter.toFixed(1)}`,
    '',
    ...lines('answers a second (of Mercurius)', peers, summed, (one) => {
      const ratio = one.toMercurius === undefined ? '' : ` (${one.toMercurius.toFixed(2)})`;
      return `${one.perSecond.toFixed(0)}${ratio}${errors(one)}${statuses(one)}`;
    }),
    '',
    ...lines('processor ms of the server for each answer', peers, summed, (one) => one.processorMsEach.toFixed(2)),
    '',
    row(['resident MB', ...peers]),
    row(['', ...peers].map(() => '---')),
    row(['idle', ...peers.map((peer) => idleMb[peer])]),
    row(['most under load', ...peers.map(most)]),
  ].join('\n');
}
