import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:http2';
import { json } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import type { ContractAnswer } from '../helpers/answers.ts';
import { documents } from '../helpers/documents.ts';
import { EventStream } from '../helpers/event-stream.ts';
import { eventually } from '../helpers/eventually.ts';
import { LiveClient } from '../helpers/live-client.ts';
import { describeBehindNginx, type Nginx, startNginx } from '../helpers/nginx.ts';
import { useApp } from '../helpers/test-app.ts';
import { use } from '../helpers/use.ts';
import { Contracts } from '../contracts/contracts.ts';

const locations = documents.flatMap(({ blocks }) => blocks).filter(({ language }) => language === 'nginx');

describeBehindNginx.each(locations)('behind nginx as $place shows it', ({ code }) => {
  // The proxy asks from 127.0.0.1, clients ask the proxy from 127.0.0.2.
  const app = useApp({ TRUSTED_PROXIES: '127.0.0.1/32' });
  let nginx: Nginx;
  use(async () => {
    nginx = await startNginx(code.replaceAll('http://127.0.0.1:4000', app.base));
    return () => nginx.stop();
  });

  test('a signature has the address of the client, whatever the client writes into headers', async () => {
    const contracts = new Contracts(app);
    const { id } = await contracts.in('sent');
    const signature = JSON.stringify(await contracts.signature(id));
    const sent = request(`${nginx.base}/api/contracts/${id}/sign`, {
      method: 'POST',
      localAddress: '127.0.0.2',
      headers: {
        'content-type': 'application/json',
        forwarded: 'for=192.0.2.66;host=evil.example',
        'x-forwarded-for': '192.0.2.66',
        'x-forwarded-host': 'evil.example',
      },
    });
    sent.end(signature);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const { contract } = (await json(answer)) as { contract: ContractAnswer };
    expect([answer.statusCode, contract.status, contract.signatures[0]?.ip]).toEqual([200, 'signed', '127.0.0.2']);
  });

  test('eight streams and a request share one connection over HTTP/2', async () => {
    const session = connect(nginx.secureBase, { rejectUnauthorized: false });
    try {
      const streams = Array.from({ length: 8 }, () => session.request({ ':path': '/api/events/stream' }));
      const arrived = streams.map(() => '');
      for (const [index, stream] of streams.entries()) {
        stream.setEncoding('utf8').on('data', (text: string) => (arrived[index] += text));
      }
      await eventually(() => arrived.every((text) => text.includes('id:')));
      const body = JSON.stringify({ type: 'appointment.booked', data: {} });
      const headers = { ':method': 'POST', ':path': '/api/events', 'content-type': 'application/json' };
      const sent = session.request(headers).end(body);
      const [{ ':status': status }] = (await once(sent, 'response')) as [{ ':status': number }];
      expect([status, session.alpnProtocol]).toEqual([201, 'h2']);
      await eventually(() => arrived.every((text) => text.includes('appointment.booked')));
    } finally {
      session.destroy();
    }
  });

  test('an event arrives at once over server-sent events and over a WebSocket', async () => {
    const stream = await EventStream.open<{ type: string }>(`${nginx.base}/api/events/stream`);
    const live = new LiveClient(nginx.base);
    const { received } = live.subscribe('subscription { events { type } }');
    await eventually(() => live.connected === 1 && stream.lastEventId !== undefined);
    try {
      // The subscription may begin after the first of them.
      await eventually(async () => {
        await app.rest.post('/api/events', { type: 'appointment.booked', data: {} });
        return stream.received.length > 0 && received.length > 0;
      });
      expect(stream.received[0]?.data.type).toBe('appointment.booked');
      expect(received[0]).toEqual({ data: { events: { type: 'appointment.booked' } } });
    } finally {
      stream.close();
      await live.close();
    }
  });
});
