// All faults. Each begins, proves that it happens, lasts, and ends; it returns its proof in one line and throws when it
// finds none. `lasts` is in seconds: in a long run, and in a short one.
import {
  restart,
  freezeDatabase,
  silence,
  terminateSessions,
  exhaustPool,
  useUpConnections,
  fillDisk,
  makeReadOnly,
  idleTransaction,
  prepareTransaction,
} from './soak-faults.database-faults.js';
import { kill, restartProcess, freezeProcess, shiftClock } from './soak-faults.process-faults.js';

const any = ({ servers, random }) => random.pick(servers);
const named =
  (name) =>
  ({ servers }) =>
    servers.find((server) => server.name === name);
const killed = (name) => ({
  name: `kill-${name}`,
  run: kill,
  of: named(name),
  lasts: [2, 2],
  healthyWithinMs: 8_000,
  startsAnew: true,
});

/**
 * Deckcast is healthy again within 30 s, unless a fault has a limit of its own. To the limit of one after which it starts anew,
 * what the first start of the run took is added: on a slow machine it takes ten times as long.
 */
export const postgresFaults = [
  killed('web-1'),
  killed('web-2'),
  killed('worker-1'),
  killed('worker-2'),
  {
    name: 'restart-fast',
    run: restart('SIGINT', 'received fast shutdown request'),
    lasts: [2, 2],
    healthyWithinMs: 10_000,
  },
  {
    name: 'restart-immediate',
    run: restart('SIGQUIT', 'received immediate shutdown request'),
    lasts: [2, 2],
    healthyWithinMs: 10_000,
  },
  { name: 'freeze-database', run: freezeDatabase, lasts: [30, 12] },
  { name: 'freeze-process', run: freezeProcess, of: any, lasts: [30, 12] },
  { name: 'silent-link', run: silence(({ server }) => [server.link]), of: any, lasts: [60, 20] },
  { name: 'silent-links', run: silence(({ links }) => links), lasts: [60, 20] },
  { name: 'terminate-sessions', run: terminateSessions, lasts: [1, 1] },
  { name: 'pool-exhausted', run: exhaustPool, lasts: [8, 6] },
  { name: 'max-connections', run: useUpConnections, lasts: [10, 6] },
  { name: 'disk-full', run: fillDisk, lasts: [10, 6], needsOwnDisk: true },
  { name: 'read-only', run: makeReadOnly, lasts: [10, 6] },
  { name: 'clock-off', run: shiftClock, of: any, lasts: [15, 10] },
  { name: 'idle-transaction', run: idleTransaction, lasts: [15, 8] },
  { name: 'prepared-transaction', run: prepareTransaction, lasts: [15, 8] },
];

/** The faults that apply to the embedded database, which is one process. */
export const embeddedFaults = [
  { name: 'embedded-kill', run: kill, of: any, lasts: [2, 2], healthyWithinMs: 12_000, startsAnew: true },
  { name: 'embedded-freeze', run: freezeProcess, of: any, lasts: [10, 6] },
  { name: 'embedded-restart', run: restartProcess, of: any, lasts: [3, 3], healthyWithinMs: 12_000, startsAnew: true },
];
