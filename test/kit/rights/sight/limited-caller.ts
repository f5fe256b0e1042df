import { expect } from '@jest/globals';
import { sql } from 'kysely';
import { request } from 'undici';
import type { TestApp } from '../../../helpers/test-app.ts';

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/** What one request sent and what came back, headers included. */
interface Exchange {
  readonly what: string;
  readonly sent: string;
  readonly received: string;
}

/** A caller that is limited to one deck, and everything that it was ever answered. */
export class LimitedCaller {
  readonly exchanges: Exchange[] = [];

  constructor(
    private readonly app: TestApp,
    readonly authorization: string,
  ) {}

  async rest(method: string, path: string, body?: unknown): Promise<{ status: number; text: string }> {
    const file = body instanceof Uint8Array ? Buffer.from(body) : null;
    const sent = body === undefined ? undefined : (file ?? JSON.stringify(body));
    const {
      statusCode,
      headers,
      body: answer,
    } = await request(this.app.base + path, {
      method,
      headers: {
        authorization: this.authorization,
        ...(sent === undefined ? {} : { 'content-type': file === null ? 'application/json' : 'image/png' }),
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
    const text = await answer.text();
    this.exchanges.push({
      what: `${method} ${path}`,
      sent: `${path} ${sent?.toString() ?? ''}`,
      received: `${JSON.stringify(headers)} ${text}`,
    });
    return { status: statusCode, text };
  }

  async graphql(query: string, variables: object): Promise<{ status: number; text: string }> {
    return this.rest('POST', '/graphql', { query, variables });
  }

  /** Notes what came in another way: over a stream, a socket or a webhook. */
  note(what: string, received: unknown, sent: object = {}): void {
    this.exchanges.push({ what, sent: JSON.stringify(sent), received: JSON.stringify(received) });
  }

  /** The answers that hold a mark, or the id of a row that is not of the deck and that the request did not name. */
  async leaks(mark: string, deckId: string): Promise<string[]> {
    const foreign = await foreignIds(this.app, deckId);
    expect(foreign.size).toBeGreaterThan(20);
    return this.exchanges.flatMap(({ what, sent, received }) => {
      const ids = [...received.matchAll(uuid)].map(([id]) => id).filter((id) => foreign.has(id) && !sent.includes(id));
      const marks = received.toLowerCase().includes(mark.toLowerCase()) ? [mark] : [];
      return [...ids, ...marks].map((found) => `${what}: ${found} in ${received.slice(0, 2_000)}`);
    });
  }
}

/** The ids of all rows that are not of a deck: said anew here, so that a wrong rule of the product is found. */
async function foreignIds(app: TestApp, deckId: string): Promise<ReadonlySet<string>> {
  const isForeign = sql`deck_id is distinct from ${deckId}`;
  const { rows } = await sql<{ id: string }>`
    select id from deck where id <> ${deckId}
    union all select id from slide where ${isForeign}
    union all select id from faq where ${isForeign}
    union all select id from presentation where ${isForeign}
    union all select part.id from presentation_slide as part join presentation on presentation.id = presentation_id
      where ${isForeign}
    union all select part.id from presentation_faq as part join presentation on presentation.id = presentation_id
      where ${isForeign}
    union all select id from contract where ${isForeign}
    union all select id from presentation_link where ${isForeign}
    union all select id from notification_subscription where ${isForeign}
    union all select id from event where ${isForeign}
    union all select delivery.id from delivery join event on event.id = event_id where ${isForeign}
    union all select delivery.id from delivery left join notification_subscription as one on one.id = subscription_id
      where ${isForeign}
    union all select attempt.id from delivery_attempt as attempt join delivery on delivery.id = delivery_id
      left join notification_subscription as one on one.id = subscription_id where ${isForeign}
    union all select source_id from pgboss.job where name = 'dead-jobs'`.execute(app.database.connection.kysely);
  return new Set(rows.map(({ id }) => id));
}
