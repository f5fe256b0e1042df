import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { ProblemAnswer } from '../../helpers/answers.ts';
import { useApp } from '../../helpers/test-app.ts';

const app = useApp({ API_KEY: 'a-key-of-sixteen-or-more' });

async function publishAs(scopes: readonly string[], event: object) {
  const { body } = await app.rest.post<{ token: string }>('/api/keys', { name: 'Publisher', scopes });
  const headers = { authorization: `Bearer ${body.token}`, 'content-type': 'application/json' };
  const response = await fetch(`${app.base}/api/events`, { method: 'POST', headers, body: JSON.stringify(event) });
  return { status: response.status, body: (await response.json()) as { event?: object } & ProblemAnswer };
}

describe('a publisher that sends the id of a stored event', () => {
  const id = randomUUID();
  const event = { id, type: 'lead.received', data: { source: 'fair' } };

  test('gets the event back when it is the same, with or without the right to read events', async () => {
    await app.rest.post('/api/events', event);
    for (const scopes of [['events:publish'], ['events:publish', 'events:read']]) {
      const { status, body } = await publishAs(scopes, event);
      expect([status, body.event]).toEqual([200, expect.objectContaining({ id, data: { source: 'fair' } })]);
    }
  });

  test('learns nothing of another event without the right to read events', async () => {
    const { status, body } = await publishAs(['events:publish'], {
      id,
      type: 'lead.received',
      data: { source: 'web' },
    });
    expect(status).toBe(409);
    expect(JSON.stringify(body)).not.toContain('fair');
  });

  test('gets another event back with the right to read events', async () => {
    const sent = { id, type: 'lead.received', data: { source: 'web' } };
    const { status, body } = await publishAs(['events:publish', 'events:read'], sent);
    expect([status, body.event]).toEqual([200, expect.objectContaining({ data: { source: 'fair' } })]);
  });
});
