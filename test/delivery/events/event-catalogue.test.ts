import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { catalogue } from '../../../src/composition/modules.ts';
import { sampleFacts } from '../../../src/delivery/mails/mail-facts.ts';
import { MailWriter } from '../../../src/delivery/mails/mail-writer.ts';
import { isStreamOnly } from '../../../src/delivery/events/event-audience.ts';
import { createDeck, createFaq, createPresentation, createSlide, createSubscription } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { Contracts } from '../../contracts/contracts.ts';

const app = useApp();
const ajv = new Ajv({ strict: true, allowUnionTypes: true });
formats.default(ajv);

/** A type, as `*.events.ts` declares it: contracts have a function for those that have the same fields. */
const declaration = /(?:eventType<[^(]*>|contractEvent)\(\s*'([^']+)'/g;

describe('the event catalogue', () => {
  test('lists every type that any module declares', () => {
    const declared = globSync('src/**/*.events.ts', { cwd: path.join(import.meta.dirname, '../../..') }).flatMap(
      (file) => [...readFileSync(file, 'utf8').matchAll(declaration)].map(([, name]) => name),
    );
    expect(new Set(catalogue.eventTypes.map(({ name }) => name))).toEqual(new Set(declared));
    expect(declared.length).toBe(new Set(declared).size);
  });

  test.each(catalogue.eventTypes.map((type) => [type.name, type] as const))(
    '%s has a sample that fits its schema',
    (_, type) => {
      expect(ajv.validate(type.schema, type.sample)).toBe(true);
      expect(type.description).toMatch(/^[A-Z].*\.$/);
    },
  );

  test.each(catalogue.eventTypes.map((type) => [type.name, type] as const))(
    '%s has a sentence, and its sample all that the sentence has',
    (_, type) => {
      const writer = new MailWriter({ eventTypes: [type], timeZone: 'UTC', publicUrl: null });
      const payload = { id: 'x', timestamp: '2026-01-01T12:00:00.000Z', deckId: null, type: type.name, data: {} };
      const mail = { facts: sampleFacts, subscription: 'Office', template: null, logo: null };
      const [sentence = ''] = writer
        .write({ ...mail, payload: { ...payload, data: { ...type.sample } } })
        .text.split('\n');
      expect(sentence).toMatch(/^[A-Z\d][^{}]*\S\.$/);
      expect(sentence).not.toContain(type.name);
      expect(sentence).not.toMatch(/ {2}|the homeowner|a deck/i);
    },
  );

  test('is the same in both APIs and in the OpenAPI webhooks', async () => {
    const { body } = await app.rest.get<{ eventTypes: { name: string }[] }>('/api/notifications/event-types');
    const { eventTypes } = await app.graphql.data<{ eventTypes: object[] }>(
      '{ eventTypes { name description sentence schema schemaUrl sample } }',
    );
    const { body: document } = await app.rest.get<{ webhooks: object }>('/api/openapi.json');
    expect(eventTypes).toEqual(body.eventTypes);
    const names = catalogue.eventTypes.map(({ name }) => name).filter((name) => !isStreamOnly(name));
    expect(body.eventTypes.map(({ name }) => name)).toEqual(names);
    expect(Object.keys(document.webhooks)).toEqual(body.eventTypes.map(({ name }) => name));
  });

  test('describes what is really recorded', async () => {
    const deck = await createDeck(app.rest);
    const slide = await createSlide(app.rest, deck.id);
    const faq = await createFaq(app.rest, deck.id);
    const productData = { good: { price: 1 }, best: { price: 2 } };
    const offer = await createSlide(app.rest, deck.id, { slideType: 'product_pricing_v1', productData });
    const presentation = await createPresentation(app.rest, deck.id);
    await app.rest.put(`/api/presentations/${presentation.id}/tier`, { tier: 'best' });
    const contracts = new Contracts(app);
    for (const status of ['viewed', 'signed', 'declined', 'voided'] as const) await contracts.in(status);
    await contracts.create((await contracts.in('expired')).presentationId);
    const { id: halfSigned } = await contracts.in('sent', undefined, { coSigner: 'Robin Whitaker' });
    await contracts.move(halfSigned, 'sign', await contracts.signature(halfSigned));
    await app.rest.put(`/api/slides/${slide.id}`, { title: 'New' });
    await app.rest.put(`/api/decks/${deck.id}/slides/order`, {
      slideIds: [offer.id, slide.id],
    });
    await app.rest.put(`/api/faqs/${faq.id}`, { cannedAnswer: 'No.' });
    await app.rest.put(`/api/decks/${deck.id}`, { name: 'Renamed' });
    await app.rest.delete(`/api/faqs/${faq.id}`);
    await app.rest.delete(`/api/slides/${slide.id}`);
    // Its deletion erases the data of the events of its presentation.
    const before = await app.events('');
    await app.rest.delete(`/api/decks/${deck.id}`);
    const subscription = await createSubscription(app.rest);
    await app.rest.post(`/api/notifications/subscriptions/${subscription.id}/test`);

    const known = new Set(before.map(({ id }) => id));
    const log = [...before, ...(await app.events('')).filter(({ id }) => !known.has(id))];
    const recorded = new Set(log.map(({ type }) => type));
    expect([...recorded].filter((type) => !catalogue.eventTypes.some(({ name }) => name === type))).toEqual([]);
    expect(recorded.size).toBe(22);
    for (const { type, data } of log) {
      const { schema } = catalogue.eventTypes.find(({ name }) => name === type) ?? { schema: false };
      expect([type, ajv.validate(schema, data), ajv.errorsText()]).toEqual([type, true, 'No errors']);
    }
  });
});
