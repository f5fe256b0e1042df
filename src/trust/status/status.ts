import { Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import { countedAtMost } from '../../delivery/backlog/backlog.reader.ts';
import { listOf } from '../../kit/core/index.ts';
import { answerOf, attributes, integer, shown, shownList, shownOrNull, view, viewOf } from '../../kit/data/index.ts';

/** The kinds of database. */
export enum DatabaseKind {
  POSTGRESQL = 'postgresql',
  PGLITE = 'pglite',
}

registerEnumType(DatabaseKind, {
  name: 'DatabaseKind',
  description: 'Which database the server uses.',
  valuesConfig: {
    POSTGRESQL: { description: 'PostgreSQL.' },
    PGLITE: { description: 'PGlite, in the process of the server.' },
  },
});

const counted = (what: string) => shown(Int, `${what}; counted up to ${countedAtMost}.`);
/** A whole number that may exceed GraphQL's Int. */
const bytes = (description: string) => ({ ...shown(Float, description), output: { view: integer } });

const loggedErrorAttributes = attributes({
  at: shown(Date, 'When it was logged, by the clock of the process.'),
  sentence: shown(String, 'What it is about. What it concerns is in the log.'),
});

@ObjectType({ simpleResolvers: true, description: 'An error that a process has logged.' })
export class StatusError extends answerOf(loggedErrorAttributes) {}

const errorView = view<StatusError>('StatusError', viewOf(loggedErrorAttributes));

const statusAttributes = attributes({
  version: shown(String, 'The version of Deckcast.'),
  startedAt: shown(Date, 'When the process that answers started, by its own clock.'),
  databaseKind: shown(DatabaseKind, 'Which database it uses.'),
  databaseVersion: shown(String, 'The version of the database server.'),
  databaseTime: shown(Date, 'The clock of the database, by which all times of rows are set.'),
  databaseLatencyMs: shown(Int, 'How long the database took to answer the smallest query, in milliseconds.'),
  databaseBytes: bytes('The size of the database on its disk.'),
  memoryBytes: bytes('The resident memory of the process that answers.'),
  diskFreeBytes: bytes('What is free for files of the server, where DATA_DIR is.'),
  processCount: shown(Int, 'The processes that are connected to the database, this one among them.'),
  recentErrors: shownList(
    StatusError,
    errorView,
    'The errors that the process that answers has logged since its start, the newest 20, newest first.',
    listOf(20),
  ),
  fanOutPendingCount: counted('Events whose deliveries are still to be created'),
  fanOutFailingCount: counted('Events whose fan-out failed last and is tried again'),
  dueDeliveryCount: counted('Deliveries whose next attempt is due or under way'),
  oldestDueAt: shownOrNull(Date, 'When the delivery that waits longest was due; null while none waits.'),
  deadJobCount: counted('Background work that was given up and can be retried'),
});

@ObjectType({
  simpleResolvers: true,
  description: 'What an operator looks at first: the process, its database, its backlog.',
})
export class Status extends answerOf(statusAttributes) {}

/** As REST shows it. */
export const statusView = view<Status>('Status', viewOf(statusAttributes));
