import { DiagnosticSeverity, Parser } from '@asyncapi/parser';
import { describe, expect, test } from '@jest/globals';
import { catalogue } from '../../../src/composition/modules.ts';
import { isStreamOnly, liveOnly } from '../../../src/delivery/events/event-audience.ts';
import { createSubscription } from '../../helpers/factories.ts';
import { eventually } from '../../helpers/eventually.ts';
import { EventStream } from '../../helpers/event-stream.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useReceiver } from '../../helpers/webhook-receiver.ts';
import { publish } from '../deliveries.ts';
import { asyncApiText, DescribedEvents } from './described-events.ts';

const app = useApp();
const publicApp = useApp({ PUBLIC_URL: 'https://deckcast.example.com' });
const receiver = useReceiver();
const described = new DescribedEvents();
const names = catalogue.eventTypes.map(({ name }) => name);
const hidden = liveOnly.length;
const delivered = names.filter((name) => !isStreamOnly(name));

describe('the AsyncAPI document', () => {
  test('has no fault that the parser of AsyncAPI finds', async () => {
    const { document, diagnostics } = await new Parser().parse(asyncApiText);
    const faults = diagnostics.filter(({ severity }) => severity < DiagnosticSeverity.Information);
    expect([document?.version(), faults]).toEqual(['3.0.0', []]);
    // That 3.1 exists.
    expect(diagnostics.map(({ code }) => code)).toEqual(['asyncapi-latest-version']);
  });

  test('has a message of each type for webhooks, CloudEvents and the stream, and one for the types of clients', () => {
    expect(described.namesOf('webhooks')).toEqual([...delivered, 'OtherEvent']);
    expect(described.namesOf('cloudEvents')).toEqual([...delivered, 'OtherEvent']);
    expect(described.namesOf('stream')).toEqual([...names, 'OtherEvent']);
  });

  test('is served with an ETag, and is the committed one', async () => {
    const { status, headers, body } = await app.rest.get('/api/asyncapi.json');
    const tag = headers.get('etag') ?? '';
    expect([status, headers.get('content-type'), tag]).toEqual([
      200,
      'application/json; charset=utf-8',
      expect.stringMatching(/^".+"$/),
    ]);
    expect(body).toEqual(JSON.parse(asyncApiText));
    const again = await app.rest.get('/api/asyncapi.json', { 'if-none-match': tag });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  test('names the server of PUBLIC_URL', async () => {
    const { body } = await publicApp.rest.get<{ servers: object }>('/api/asyncapi.json');
    expect(body.servers).toMatchObject({
      deckcast: { protocol: 'https', variables: { host: { default: 'deckcast.example.com' } } },
    });
  });

  test('fits what receivers and readers of the stream get, of each type and of one of a client', async () => {
    const stream = await EventStream.open<{ id: string }>(`${app.base}/api/events/stream`);
    await createSubscription(app.rest, webhook('plain'));
    await createSubscription(app.rest, webhook('cloud', 'cloudevents'));
    const samples = new Map(catalogue.eventTypes.map(({ name, sample }) => [name, sample]));
    const types = [...names, 'visit.started'];
    for (const type of types) {
      const event = await publish(app, type, { data: samples.get(type) ?? { any: [1] } });
      const sent = await eventually(() => stream.received.find(({ data }) => data.id === event.id), {
        what: `${type} in the stream`,
      });
      const message = samples.has(type) ? type : 'OtherEvent';
      expect([type, described.faultsOf('stream', message, { payload: sent.data })]).toEqual([type, []]);
    }
    await eventually(() => receiver.received.length === 2 * (types.length - hidden), { what: 'all deliveries' });
    for (const [path, channel] of [
      ['/plain', 'webhooks'],
      ['/cloud', 'cloudEvents'],
    ] as const) {
      const faults = receiver.at(path).flatMap(({ headers, body }) => {
        const type = (headers['ce-type'] as string | undefined) ?? (JSON.parse(body) as { type: string }).type;
        const message = samples.has(type) ? type : 'OtherEvent';
        return described.faultsOf(channel, message, { headers, payload: JSON.parse(body) as unknown });
      });
      expect(faults).toEqual([]);
    }
    stream.close();
  });
});

const webhook = (inbox: string, format?: string): object => ({
  eventType: '*',
  channel: 'webhook',
  channelConfig: { url: `${receiver.url}/${inbox}`, ...(format === undefined ? {} : { format }) },
});
