import { describe, expect, jest, test } from '@jest/globals';
import { base64url, decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { loadConfig } from '../../../src/config.ts';
import { openTokenIssuer } from '../../../src/composition/access.ts';
import type { Tokens } from '../../../src/kit/rights/authenticator.ts';
import { createLogger } from '../../../src/kit/core/logging.ts';
import type { ProblemAnswer } from '../../helpers/answers.ts';
import { EventStream } from '../../helpers/event-stream.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, deckInput } from '../../helpers/factories.ts';
import { GraphQLClient } from '../../helpers/graphql-client.ts';
import { type Claims, Issuer } from '../../helpers/issuer.ts';
import { TestApp, useApp } from '../../helpers/test-app.ts';
import { use, useServer } from '../../helpers/use.ts';
import { bearer, issue, statusWith } from '../../trust/keys/issued.ts';

const issuer = useServer(new Issuer());
const app = useApp(() => ({ ...issuer.env, API_KEY: 'a-key-of-sixteen-or-more', JWT_DECKS_CLAIM: 'decks' }));

const all = { scope: 'admin' };
const now = (): number => Math.floor(Date.now() / 1_000);
const claimsOf = decodeJwt;

/** One that has not yet read any keys. */
function freshlyOpened(env: Record<string, string> = issuer.env): Tokens {
  const opened = openTokenIssuer(loadConfig(env), createLogger('silent'));
  if (opened === null) throw new Error('the settings name no issuer');
  return opened;
}

describe('a token of the issuer', () => {
  test('opens all APIs to what its scopes allow', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const value = await issuer.sign({ scope: 'events:read events:publish openid decks:eat', decks: [deckId] });
    const authorization = bearer(value);
    expect(await statusWith(app, value, '/api/events')).toBe(200);
    const refused = await app.rest.get<ProblemAnswer>('/api/decks', authorization);
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('decks:read')]);
    const graphql = await new GraphQLClient(app.base, authorization).send('{ events { nodes { id } } }');
    expect(graphql.errors).toBeUndefined();
    const live = app.live(authorization);
    const { received } = live.subscribe('subscription { events { type } }');
    await eventually(() => live.connected === 1);
    const stream = await EventStream.open(`${app.base}/api/events/stream`, authorization);
    await eventually(async () => {
      await app.rest.post('/api/events', { type: 'token.heard', data: {}, deckId });
      return received.length > 0 && stream.received.length > 0;
    });
    stream.close();
  });

  test('without one of our scopes is refused with the name of the missing one', async () => {
    for (const claims of [{ scope: 'openid profile' }, { scope: undefined }, { scope: 7 }, { scope: [] }]) {
      const { status, body } = await app.rest.get<ProblemAnswer>('/api/decks', bearer(await issuer.sign(claims)));
      expect([status, body.detail]).toEqual([403, expect.stringContaining('decks:read')]);
    }
    expect(await statusWith(app, await issuer.sign({ scope: ['decks:read'] }))).toBe(200);
  });

  test('sees the decks of its claim alone, and without the claim none, unless it has the scope admin', async () => {
    const [own, foreign] = [await createDeck(app.rest), await createDeck(app.rest)];
    const seen = async (claims: Claims): Promise<string[]> => {
      const headers = bearer(await issuer.sign(claims));
      const { body } = await app.rest.get<{ decks: { id: string }[] }>('/api/decks', headers);
      return body.decks.map(({ id }) => id).filter((id) => id === own.id || id === foreign.id);
    };
    expect(await seen({ decks: [own.id.toUpperCase(), 'everything'] })).toEqual([own.id]);
    expect(await seen({ decks: own.id })).toEqual([own.id]);
    expect(await seen({})).toEqual([]);
    expect(await seen(all)).toEqual(expect.arrayContaining([own.id, foreign.id]));
    const limited = await issuer.sign({ decks: [own.id], scope: 'decks:read admin' });
    expect(await statusWith(app, limited, `/api/decks/${foreign.id}`)).toBe(404);
    expect(await statusWith(app, limited, '/api/keys')).toBe(403);
  });

  test('has the results of its own Idempotency-Keys, which no other subject gets', async () => {
    const input = deckInput();
    const created = async (claims: Claims): Promise<string> => {
      const headers = { ...bearer(await issuer.sign({ ...all, ...claims })), 'idempotency-key': 'create-1' };
      return (await app.rest.post<{ deck: { id: string } }>('/api/decks', input, headers)).body.deck.id;
    };
    const first = await created({ sub: 'one' });
    expect(await created({ sub: 'one', exp: now() + 60 })).toBe(first);
    expect(await created({ sub: 'one create-1' })).not.toBe(first);
    expect(await created({ sub: 'two' })).not.toBe(first);
  });

  test('of an unknown key makes the keys of the issuer be read again, but not each time', async () => {
    const rotating = new Issuer();
    await rotating.open();
    const fresh = freshlyOpened(rotating.env);
    expect(await fresh.actorOf(await rotating.sign())).not.toBeNull();
    await rotating.addKey();
    for (let turn = 0; turn < 3; turn += 1) expect(await fresh.actorOf(await rotating.sign())).toBeNull();
    expect(rotating.reads).toBe(1);
    // Half a minute later, which no test waits for.
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 31_000);
    expect(await fresh.actorOf(await rotating.sign())).not.toBeNull();
    clock.mockRestore();
    expect(rotating.reads).toBe(2);
    await rotating.close();
  });
});

describe('an invalid token', () => {
  const cases: Record<string, () => Promise<string>> = {
    expired: () => issuer.sign({ ...all, exp: now() - 1 }),
    'without an end': () => issuer.sign({ ...all, exp: undefined }),
    'with an end that is no time': () => issuer.sign({ ...all, exp: 1e15 }),
    'of the future': () => issuer.sign({ ...all, nbf: now() + 60 }),
    'of another issuer': () => issuer.sign({ ...all, iss: 'https://evil.example.com/' }),
    'for another audience': () => issuer.sign({ ...all, aud: 'https://other.example.com' }),
    'without an audience': () => issuer.sign({ ...all, aud: undefined }),
    'of nobody': () => issuer.sign({ ...all, sub: undefined }),
    'of an empty name': () => issuer.sign({ ...all, sub: '' }),
    'with half a character as its name': () => issuer.sign({ ...all, sub: '\ud800' }),
    'of an unknown key': () => issuer.sign(all, { kid: 'nobody' }),
    'signed by a stranger': async () => {
      const { kid = '' } = decodeProtectedHeader(await issuer.sign());
      const { privateKey } = await generateKeyPair('ES256');
      return new SignJWT(claimsOf(await issuer.sign(all))).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
    },
    'signed with a shared secret': async () =>
      new SignJWT(claimsOf(await issuer.sign(all)))
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode('a-secret-that-everybody-knows-by-now')),
    unsigned: async () => new UnsecuredJWT(claimsOf(await issuer.sign(all))).encode(),
    'with other claims': async () => {
      const [header, , signature] = (await issuer.sign({ scope: '' })).split('.');
      return `${header}.${base64url.encode(JSON.stringify(claimsOf(await issuer.sign(all))))}.${signature}`;
    },
    'longer than any': () => issuer.sign({ ...all, much: 'x'.repeat(7_000) }),
    'of two parts': async () => (await issuer.sign(all)).split('.').slice(0, 2).join('.'),
    'of dots': async () => '..',
  };

  test.each(Object.keys(cases))('gets the same 401 as any other: %s', async (name) => {
    const value = (await cases[name]?.()) ?? '';
    const { status, body, headers } = await app.rest.get<ProblemAnswer>('/api/decks', bearer(value));
    const nothing = await app.rest.get<ProblemAnswer>('/api/decks', bearer('x'));
    expect([status, { ...body, requestId: '' }]).toEqual([401, { ...nothing.body, requestId: '' }]);
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });

  test('is valid while the clock of the issuer is a little ahead', async () => {
    expect(await statusWith(app, await issuer.sign({ nbf: now() + 3 }))).toBe(200);
  });
});

describe('while the keys of the issuer cannot be read', () => {
  const absent = useServer(new Issuer());
  const away = useApp(() => ({ ...absent.env, API_KEY: 'a-key-of-sixteen-or-more' }));

  test.each([
    { status: 500, text: 'no' },
    { status: 302, text: '' },
    { status: 200, text: '{"keys":7}' },
    { status: 200, text: '<html>' },
  ])('tokens are answered 503 with Retry-After, and keys count: $status $text', async (answer) => {
    const fresh = freshlyOpened();
    issuer.answer = answer;
    await expect(fresh.actorOf(await issuer.sign())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const before = issuer.reads;
    await expect(fresh.actorOf(await issuer.sign())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(issuer.reads).toBe(before);
    issuer.answer = null;
  });

  test('every API reports it, and goes on to take keys', async () => {
    await absent.close();
    const authorization = bearer(await absent.sign());
    const { status, headers, body } = await away.rest.get<ProblemAnswer>('/api/decks', authorization);
    expect([status, headers.get('retry-after'), body.reason]).toEqual([503, '2', 'issuer_unavailable']);
    const graphql = await new GraphQLClient(away.base, authorization).send('{ decks { nodes { id } } }');
    expect(graphql.errors?.[0]?.extensions.code).toBe('UNAVAILABLE');
    const live = away.live(authorization);
    live.subscribe('subscription { events { type } }');
    // The code that clients try again after.
    await eventually(() => live.closeCode === 1013);
    expect(await statusWith(away, (await issue(away)).token)).toBe(200);
    expect(await statusWith(away, 'x')).toBe(401);
  });
});

describe('scopes with names of the issuer', () => {
  test('are those that JWT_SCOPES lists, and no others', async () => {
    const names = 'https://id.example.com/a=b=decks:read,Events=events:publish,Events=events:read';
    const tokens = freshlyOpened({ ...issuer.env, JWT_SCOPE_CLAIM: 'roles', JWT_SCOPES: names });
    const scopesOf = async (roles: unknown): Promise<string[]> => {
      const actor = await tokens.actorOf(await issuer.sign({ ...all, roles }));
      return [...(actor?.scopes ?? ['no actor'])].toSorted();
    };
    expect(await scopesOf(['Events', 'decks:write', 'admin'])).toEqual(['events:publish', 'events:read']);
    expect(await scopesOf('openid https://id.example.com/a=b')).toEqual(['decks:read']);
    expect(await scopesOf(undefined)).toEqual([]);
  });

  test('must be ours', () => {
    const config = loadConfig({ ...issuer.env, JWT_SCOPES: 'Decks=decks:eat' });
    expect(() => openTokenIssuer(config, createLogger('silent'))).toThrow(
      expect.objectContaining({ faults: [expect.stringContaining('decks:eat')] }) as unknown as Error,
    );
  });
});

describe('a server with an issuer and no key', () => {
  const closed = new TestApp();
  use(async () => {
    await closed.start(issuer.env, null, bearer(await issuer.sign(all)));
    return () => closed.stop();
  });

  test('lets nobody in without a token, in any API', async () => {
    expect((await closed.rest.get('/api/decks')).status).toBe(401);
    const { status, errors } = await closed.graphql.send('{ decks { nodes { id } } }');
    expect([status, errors?.[0]?.extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
    const live = closed.live();
    live.subscribe('subscription { events { type } }');
    await eventually(() => live.closeCode === 4403);
    expect((await EventStream.open(`${closed.base}/api/events/stream`, {})).answer.statusCode).toBe(401);
    expect(await statusWith(closed, await issuer.sign(all))).toBe(200);
  });

  test('sends no webhook to this machine', async () => {
    const channelConfig = { url: 'http://127.0.0.1:9/hook' };
    const input = { name: 'Here', eventType: '*', channel: 'webhook', channelConfig };
    const headers = bearer(await issuer.sign(all));
    const { status, body } = await closed.rest.post<ProblemAnswer>('/api/notifications/subscriptions', input, headers);
    expect([status, body.errors[0]?.pointer]).toEqual([400, '/channelConfig/url']);
  });
});

describe('the settings of an issuer', () => {
  const faultsOf = (env: Record<string, string>): readonly string[] => {
    try {
      loadConfig(env);
      return [];
    } catch (error) {
      return (error as { faults: string[] }).faults;
    }
  };

  test('go together, and name a place that nobody can change on the way', () => {
    const env = { JWT_ISSUER: 'https://id.example.com', JWT_AUDIENCE: 'decks' };
    expect(faultsOf(env)).toEqual([expect.stringContaining('go together')]);
    expect(faultsOf({ ...env, JWT_JWKS_URL: 'http://id.example.com/keys' })).toEqual([
      expect.stringContaining('https://'),
    ]);
    expect(faultsOf({ ...env, JWT_JWKS_URL: 'https://id.example.com/keys', HOST: '0.0.0.0' })).toEqual([]);
    expect(faultsOf({ ...env, JWT_JWKS_URL: 'http://[::1]:1/keys', JWT_SCOPES: 'Decks' })).toEqual([
      expect.stringContaining('JWT_SCOPES'),
    ]);
    expect(faultsOf({ HOST: '0.0.0.0' })).toEqual([expect.stringContaining('JWT_ISSUER')]);
  });
});
