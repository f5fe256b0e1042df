import { describe, expect, test } from '@jest/globals';
import { cacheExchange, Client, fetchExchange, gql } from '@urql/core';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import type { EventAnswer, FaqAnswer, SubscriptionAnswer } from '../helpers/answers.ts';
import { eventually } from '../helpers/eventually.ts';
import { createDeck, createFaq, createPresentation, createSlide, createSubscription } from '../helpers/factories.ts';
import type { LiveStream } from '../helpers/live-client.ts';
import { MailServer } from '../helpers/mail-server.ts';
import { useApp } from '../helpers/test-app.ts';
import { useServer } from '../helpers/use.ts';
import { useReceiver } from '../helpers/webhook-receiver.ts';

/** The whole main job, in the order in which an office sets it up; each step builds on the one before. */
describe('the main job', () => {
  const mail = useServer(new MailServer());
  const receiver = useReceiver();
  const app = useApp(() => ({ SMTP_URL: mail.url, MAIL_FROM: 'deckcast@example.com' }));
  let deckId: string;
  let webhook: SubscriptionAnswer;
  let live: LiveStream<{ events: EventAnswer & { deck: { name: string } } }>;
  let published: EventAnswer;

  test('a deck gets slides and a FAQ', async () => {
    const deck = await createDeck(app.rest, { name: 'Roof and solar' });
    deckId = deck.id;
    const welcome = await createSlide(app.rest, deckId, {
      title: 'Welcome, {{homeowner.first_name}}',
      narrationScript: 'Hello {{homeowner.first_name}}, the better roof costs {{better.price}}.',
    });
    const prices = await createSlide(app.rest, deckId, {
      slideType: 'product_pricing_v1',
      productData: { roundTo: 50, better: { name: 'Better', pricePerSquare: 500, wastePercent: 10 } },
    });
    expect([welcome.orderIndex, prices.orderIndex]).toEqual([0, 1]);
    await createFaq(app.rest, deckId);
    const { body } = await app.rest.get<{ faqs: FaqAnswer[] }>(`/api/decks/${deckId}/faqs`);
    expect(body.faqs).toHaveLength(1);
  });

  test('a homeowner gets a presentation with their name and their prices', async () => {
    const presentation = await createPresentation(app.rest, deckId, { price_inputs: { roof_squares: 24.5 } });
    expect(presentation.slides[0]?.title).toBe('Welcome, Dana');
    expect(presentation.slides[0]?.narrationScript).toBe('Hello Dana, the better roof costs $13,500.');
    expect(presentation.pricing.offers[0]?.tiers[0]).toMatchObject({
      tier: 'better',
      total: '13500.00',
      currency: 'USD',
    });
  });

  test('a GraphQL client reads all of it in one request', async () => {
    const client = new Client({
      url: `${app.base}/graphql`,
      exchanges: [cacheExchange, fetchExchange],
    });
    const query = gql`
      query ($id: ID!) {
        deck(id: $id) {
          slideCount
          slides {
            title
            slideType
          }
          faqs {
            cannedAnswer
          }
          presentations {
            nodes {
              homeowner {
                firstName
              }
            }
          }
        }
      }
    `;
    const { data, error } = await client.query<{ deck: object }>(query, { id: deckId }).toPromise();
    expect(error).toBeUndefined();
    expect(data?.deck).toMatchObject({
      slideCount: 2,
      slides: [{ slideType: 'STANDARD' }, { slideType: 'PRODUCT_PRICING_V1' }],
      faqs: [{ cannedAnswer: 'Yes.' }],
      presentations: { nodes: [{ homeowner: { firstName: 'Dana' } }] },
    });
  });

  test('the office subscribes by webhook, e-mail and console, and a dashboard listens live', async () => {
    const eventType = 'contract.signed';
    webhook = await createSubscription(app.rest, {
      eventType,
      channel: 'webhook',
      channelConfig: { url: `${receiver.url}/office`, headers: { 'x-office': 'north' } },
    });
    await createSubscription(app.rest, {
      eventType,
      channel: 'email',
      channelConfig: { toEmails: ['office@example.com'] },
    });
    await createSubscription(app.rest, { eventType, deckId });
    const other = await createDeck(app.rest);
    const elsewhere = { channel: 'webhook', channelConfig: { url: `${receiver.url}/elsewhere` } };
    await createSubscription(app.rest, { eventType, deckId: other.id, ...elsewhere });
    await createSubscription(app.rest, { eventType, isActive: false, ...elsewhere });

    const client = app.live();
    live = client.subscribe(
      'subscription ($deckId: ID) { events(deckId: $deckId, types: ["contract.*"]) { id type deckId data: payload cursor deck { name } } }',
      { deckId },
    );
    await eventually(() => client.connected === 1);
    // A probe proves that the stream is open before the event that counts is published.
    await eventually(async () => {
      await app.rest.post('/api/events', { type: 'contract.viewed', deckId });
      return live.received.length > 0;
    });
    expect(live.ended()).toBeUndefined();
  });

  test('contract.signed reaches all four, once each', async () => {
    const answer = await app.rest.post<{ event: EventAnswer }>('/api/events', {
      type: 'contract.signed',
      deckId,
      data: { tier: 'better', amount: '13500.00' },
    });
    expect(answer.status).toBe(201);
    published = answer.body.event;

    const signed = () => live.received.filter(({ data }) => data?.events.type === 'contract.signed');
    await eventually(() => receiver.at('/office').length === 1, { what: 'the webhook' });
    await eventually(() => mail.received.length === 1, { what: 'the mail' });
    await eventually(() => app.console.length === 1, { what: 'the console line' });
    await eventually(() => signed().length === 1, { what: 'the live event' });

    const payload = { id: published.id, type: 'contract.signed', deckId, data: { tier: 'better', amount: '13500.00' } };
    expect(JSON.parse(receiver.at('/office')[0]?.body ?? '')).toEqual({ ...payload, timestamp: published.timestamp });
    expect(receiver.at('/office')[0]?.headers['x-office']).toBe('north');
    expect(mail.received[0]).toMatchObject({ from: 'deckcast@example.com', to: ['office@example.com'] });
    expect(mail.received[0]?.mail.text).toContain('13500.00');
    expect(JSON.parse(app.console[0] ?? '')).toMatchObject({ event: payload });
    expect(signed()[0]?.data?.events).toMatchObject({
      ...payload,
      cursor: published.cursor,
      deck: { name: 'Roof and solar' },
    });
  });

  test("the webhook's signature verifies with the Standard Webhooks library", async () => {
    const { rows } = await sql<{ secret: string }>`
      select secret from notification_subscription where id = ${webhook.id}`.execute(app.database.connection.kysely);
    const [request] = receiver.at('/office');
    const verifier = new Webhook(rows[0]?.secret ?? '');
    expect(() => verifier.verify(request?.body ?? '', request?.headers as Record<string, string>)).not.toThrow();
    expect(() => verifier.verify(`${request?.body} `, request?.headers as Record<string, string>)).toThrow(
      'No matching signature found',
    );
  });

  test('the same event sent again is answered with the first and is not delivered', async () => {
    const again = await app.rest.post<{ event: EventAnswer }>('/api/events', {
      type: 'contract.signed',
      deckId,
      id: published.id,
    });
    expect(again.status).toBe(200);
    expect(again.body.event).toEqual(published);
  });

  test('each delivery is readable with its attempts, and the other subscriptions got none', async () => {
    const query = `query ($eventId: ID) { deliveries(eventId: $eventId) {
      nodes { status attempts { number outcome statusCode } subscription { channel } } } }`;
    const settled = await eventually(async () => {
      const { deliveries } = await app.graphql.data<{ deliveries: { nodes: { status: string }[] } }>(query, {
        eventId: published.id,
      });
      return deliveries.nodes.every(({ status }) => status === 'DELIVERED') && deliveries.nodes;
    });
    const attempt = { number: 1, outcome: 'DELIVERED' };
    expect(settled).toHaveLength(3);
    expect(settled).toEqual(
      expect.arrayContaining([
        { status: 'DELIVERED', attempts: [{ ...attempt, statusCode: 204 }], subscription: { channel: 'WEBHOOK' } },
        { status: 'DELIVERED', attempts: [{ ...attempt, statusCode: 250 }], subscription: { channel: 'EMAIL' } },
        { status: 'DELIVERED', attempts: [{ ...attempt, statusCode: null }], subscription: { channel: 'CONSOLE' } },
      ]),
    );
    expect(receiver.at('/elsewhere')).toEqual([]);
    expect(receiver.at('/office')).toHaveLength(1);
    expect(mail.received).toHaveLength(1);
    expect(app.console).toHaveLength(1);
  });
});
