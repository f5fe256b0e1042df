import { expect } from '@jest/globals';
import { sql } from 'kysely';
import { eventually } from '../../helpers/eventually.ts';
import type { LiveStream } from '../../helpers/live-client.ts';
import { testOnPostgres } from '../../helpers/on-postgres.ts';
import { createDeck } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { publish } from '../../delivery/deliveries.ts';
import { useWriter } from '../data/jobs/writer.ts';

/** As many connections as the databases of tests have. */
const app = useApp({ ROLES: 'web', DATABASE_POOL_SIZE: '8' });
const writer = useWriter(app);

interface Named {
  readonly events: { readonly deck: { readonly name: string } | null };
}

/** Follows the log from a cursor on with documents that differ, so that no two share an execution. */
function followEach(after: string, type: string, fields: string, count: number): LiveStream<Named>[] {
  const client = app.live();
  const document = (at: number): string =>
    `subscription ($after: String) { events(types: ["${type}"], after: $after) { id a${at}: type ${fields} } }`;
  return Array.from({ length: count }, (_, at) => client.subscribe<Named>(document(at), { after }));
}

/** Keeps all who read decks waiting while work goes on. */
async function withLockedDecks(work: () => Promise<void>): Promise<void> {
  await writer.scope().em.transactional(async (em) => {
    await sql`lock table deck in access exclusive mode`.execute(em.getKysely<unknown>());
    await work();
  });
}

testOnPostgres('reads of many documents wait for a connection as long as it takes, and others need none', async () => {
  const deck = await createDeck(app.rest);
  const { cursor } = await publish(app, 'reads.start');
  const count = 10;
  for (let number = 0; number < count; number += 1) await publish(app, 'reads.event', { deckId: deck.id });
  await app.logSettled();
  const [streams, plain]: LiveStream<Named>[][] = [[], []];
  const waited = performance.now();
  await withLockedDecks(async () => {
    streams?.push(...followEach(cursor, 'reads.event', 'deck { name }', 30));
    // Longer than anybody waits for a connection.
    await eventually(() => performance.now() - waited > 3_500);
    plain?.push(...followEach(cursor, 'reads.event', 'cursor', 3));
    await eventually(() => plain?.every(({ received }) => received.length === count));
  });
  await eventually(() => streams?.every(({ received }) => received.length === count));
  const results = streams?.flatMap(({ received }) => received) ?? [];
  expect(results.map(({ errors }) => errors).filter((errors) => errors !== undefined)).toEqual([]);
  expect(new Set(results.map(({ data }) => data?.events.deck?.name))).toEqual(new Set([deck.name]));
});
