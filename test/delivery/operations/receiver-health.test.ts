import { expect, test } from '@jest/globals';
import { eventually } from '../../helpers/eventually.ts';
import { createSubscription } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useReceiver } from '../../helpers/webhook-receiver.ts';
import { publish } from '../deliveries.ts';

const app = useApp({ DELIVERY_RETRY_DELAYS: '3600' });
const receiver = useReceiver();

interface Health {
  failingSince: string | null;
  lastDeliveredAt: string | null;
  pendingCount: number;
  gapSince: string | null;
}

test('the health of a receiver names its last success, since when it fails, and what waits', async () => {
  const channelConfig = { url: `${receiver.url}/health` };
  const { id } = await createSubscription(app.rest, { eventType: 'health.asked', channel: 'webhook', channelConfig });
  const read = async (): Promise<Health> =>
    (await app.rest.get<{ health: Health }>(`/api/notifications/subscriptions/${id}/health`)).body.health;
  const fresh = { failingSince: null, lastDeliveredAt: null, pendingCount: 0, gapSince: null };
  expect(await read()).toEqual(fresh);

  await publish(app, 'health.asked', {});
  await eventually(async () => (await read()).lastDeliveredAt);
  receiver.answer = () => 503;
  await publish(app, 'health.asked', {});
  await publish(app, 'health.asked', {});
  const failing = await eventually(async () => {
    const health = await read();
    return health.failingSince !== null && health.pendingCount === 2 && health;
  });
  expect(failing).toEqual({
    failingSince: expect.any(String),
    lastDeliveredAt: expect.any(String),
    pendingCount: 2,
    gapSince: null,
  });
  const query = `query ($id: ID!) { subscription(id: $id) { health { failingSince lastDeliveredAt pendingCount gapSince } } }`;
  const data = await app.graphql.data<{ subscription: { health: Health } }>(query, { id });
  expect(data.subscription.health).toEqual(failing);
});
