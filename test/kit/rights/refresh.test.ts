import { describe, expect, test } from '@jest/globals';
import { publish } from '../../delivery/deliveries.ts';
import { eventually } from '../../helpers/eventually.ts';
import { GraphQLClient } from '../../helpers/graphql-client.ts';
import { type Claims, Issuer } from '../../helpers/issuer.ts';
import type { LiveClient } from '../../helpers/live-client.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { bearer, issue, type Issued } from '../../trust/keys/issued.ts';

const issuer = useServer(new Issuer());
const app = useApp(() => ({ ...issuer.env, API_KEY: 'a-key-of-sixteen-or-more' }));

const scope = 'events:read';
const sign = (claims: Claims = {}): Promise<string> => issuer.sign({ scope, ...claims });
const mutation =
  'mutation ($authorization: String!) { refreshAuthorization(authorization: $authorization) { expiresAt } }';

interface Refreshed {
  refreshAuthorization: { expiresAt: string | null } | null;
}

/** Follows all events. @returns the ids of those that came */
async function follow(live: LiveClient): Promise<() => (string | undefined)[]> {
  const { received } = live.subscribe<{ events: { id: string } }>('subscription { events { id } }');
  await eventually(async () => {
    await publish(app, 'refresh.begun');
    return received.length > 0;
  });
  return () => received.map(({ data }) => data?.events.id);
}

/** @returns the code of the refusal, or the end of the new credential */
async function refresh(live: LiveClient, value: string): Promise<unknown> {
  const { received, ended } = live.subscribe<Refreshed>(mutation, bearer(value));
  await eventually(() => ended() !== undefined, { what: 'the answer to the refresh' });
  const [answer] = received;
  return answer?.data?.refreshAuthorization?.expiresAt ?? answer?.errors?.[0]?.extensions;
}

describe('a socket whose credential is refreshed in time', () => {
  test('outlives its first token without losing or repeating an event, and another one is closed', async () => {
    const exp = Math.floor(Date.now() / 1_000) + 3;
    const [stays, ends] = [app.live(bearer(await sign({ exp }))), app.live(bearer(await sign({ exp, jti: 'other' })))];
    const [seen, seenByOther] = [await follow(stays), await follow(ends)];
    const later = exp + 3_600;
    expect(await refresh(stays, await sign({ exp: later }))).toBe(new Date(later * 1_000).toISOString());
    const published: string[] = [];
    await eventually(async () => {
      published.push((await publish(app, 'refresh.asked')).id);
      return ends.closeCode !== undefined;
    });
    expect(ends.closeCode).toBe(4403);
    expect(Date.now()).toBeGreaterThanOrEqual(exp * 1_000);
    const receivedByOther = seenByOther().length;
    for (let turn = 0; turn < 3; turn += 1) published.push((await publish(app, 'refresh.after')).id);
    await eventually(() => seen().includes(published.at(-1)), { what: 'the last event' });
    expect(seen().slice(-published.length)).toEqual(published);
    expect(new Set(seen()).size).toBe(seen().length);
    expect([stays.closeCode, seenByOther().length]).toEqual([undefined, receivedByOther]);
  });

  test('outlives the old value of its key, and ends when the key is revoked', async () => {
    const first = await issue(app, { scopes: [scope] });
    const [stays, ends] = [app.live(bearer(first.token)), app.live(bearer(first.token))];
    const seen = await follow(stays);
    await follow(ends);
    const path = `/api/keys/${first.apiKey.id}`;
    const { body: second } = await app.rest.post<Issued>(`${path}/rotate`, { overlapSeconds: 60 });
    expect(await refresh(stays, second.token)).toBeUndefined();
    await app.rest.post<Issued>(`${path}/rotate`, { overlapSeconds: 60 });
    await eventually(() => ends.closeCode === 4403, { what: 'the end of the other socket' });
    const { id } = await publish(app, 'refresh.asked');
    await eventually(() => seen().includes(id));
    await app.rest.delete(path);
    await eventually(() => stays.closeCode === 4403, { what: 'the end of the refreshed socket' });
  });
});

test('a refused refresh has its reason, and the old credential stays valid', async () => {
  const live = app.live(bearer(await sign()));
  const seen = await follow(live);
  const refusals: [value: string, code: string, detail: string][] = [
    ['nonsense', 'UNAUTHENTICATED', 'valid'],
    [await sign({ exp: 1 }), 'UNAUTHENTICATED', 'valid'],
    [await sign({ sub: 'somebody-else' }), 'FORBIDDEN', 'another holder'],
    [(await issue(app, { scopes: [scope] })).token, 'FORBIDDEN', 'another holder'],
    [await sign({ scope: 'events:read decks:read' }), 'FORBIDDEN', 'other scopes'],
  ];
  for (const [value, code, detail] of refusals) {
    const reason = code === 'FORBIDDEN' ? 'credential_differs' : 'credential_invalid';
    expect(await refresh(live, value)).toMatchObject({
      code,
      reason,
      problem: { detail: expect.stringContaining(detail) },
    });
  }
  const { id } = await publish(app, 'refresh.asked');
  await eventually(() => seen().includes(id));
  expect(live.connected).toBe(1);
});

test('over HTTP a refresh is refused with the alternative', async () => {
  const headers = bearer(await sign());
  const { errors } = await new GraphQLClient(app.base, headers).send(mutation, headers);
  expect(errors?.[0]).toMatchObject({
    message: expect.stringContaining('next request'),
    extensions: { code: 'INVALID_INPUT', reason: 'websocket_only' },
  });
});
