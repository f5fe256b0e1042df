import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ErrorReason } from '../../src/kit/core/reasons.ts';
import { type Contracts, cancelable, presented } from '../contracts/contracts.ts';
import type { ProblemAnswer } from '../helpers/answers.ts';
import { createDeck, createPresentation, createSlide, deckInput, slideInput } from '../helpers/factories.ts';
import type { TestApp } from '../helpers/test-app.ts';
import { guestOf } from '../homeowners/questions/guest.ts';
import { bearer, issue } from '../trust/keys/issued.ts';

/** What a refusal says: of a GraphQL error, its `extensions`. */
export type Said = Pick<ProblemAnswer, 'code' | 'reason'> & { readonly problem?: ProblemAnswer };

interface World {
  readonly app: TestApp;
  readonly contracts: Contracts;
}

/** Provokes a refusal by a real request. @returns the body of its answer, or the `extensions` of its error */
type Provoke = (world: World) => Promise<unknown>;

const robin = { signer: 'co_signer', signerName: 'Robin Whitaker' };
const now = { sequence: 1, slideIndex: 0, positionSeconds: 0, isPlaying: false };

/** A new deck, asked for with other headers or another body than is right. */
const deckRequest = async ({ base }: TestApp, headers: Record<string, string>, body = '{"name":"Roofs"}') =>
  (await fetch(`${base}/api/decks`, { method: 'POST', headers: { ...auth, ...headers }, body })).json();

const auth = { authorization: 'Bearer a-key-of-more-than-16-characters' };
const jsonType = { 'content-type': 'application/json' };

async function graphQL({ graphql }: TestApp, query: string): Promise<unknown> {
  return (await graphql.send(query)).errors?.[0]?.extensions;
}

/** The headers of a browser that is signed in, without what only our own pages can read. */
async function cookieOf({ rest }: TestApp): Promise<Record<string, string>> {
  const { headers } = await rest.post('/api/session');
  return { authorization: '', cookie: headers.getSetCookie()[0]?.split(';', 1)[0] ?? '' };
}

/** A refusal of a browser with a session, which sends no other credential. */
async function inSession(app: TestApp, path: string, more: Record<string, string> = {}): Promise<unknown> {
  const { authorization: _none, ...cookie } = await cookieOf(app);
  return (await fetch(`${app.base}${path}`, { method: 'POST', headers: { ...cookie, ...more } })).json();
}

async function sentToTwo({ contracts }: World): Promise<string> {
  return (await contracts.in('sent', undefined, { coSigner: 'Robin Whitaker' })).id;
}

async function sign({ contracts }: World, id: string, more: object = {}) {
  return (await contracts.move(id, 'sign', { ...(await contracts.signature(id)), ...more })).body;
}

/** By reason; the others are asserted in the tests of what refuses. */
export const provoked: Partial<Record<ErrorReason, Provoke>> = {
  invalid_input: async ({ app }) => (await app.rest.post('/api/decks', {})).body,
  invalid_graphql: ({ app }) => graphQL(app, '{ unknown }'),
  websocket_only: ({ app }) =>
    graphQL(app, 'mutation { refreshAuthorization(authorization: "Bearer x") { expiresAt } }'),
  credential_invalid: async ({ app }) => (await fetch(`${app.base}/api/decks`)).json(),
  link_invalid: async ({ app }) =>
    (await app.rest.get('/api/guest/presentation', { authorization: `Link pl_${'0'.repeat(16)}_x` })).body,
  link_ended: async ({ app }) => {
    const { rest, linkId } = await guestOf(app, await presented(app.rest));
    await app.rest.delete(`/api/links/${linkId}`);
    return (await rest.get('/api/guest/presentation')).body;
  },
  scope_missing: async ({ app }) => {
    const { token } = await issue(app, { scopes: ['decks:read'] });
    return (await app.rest.post('/api/decks', deckInput(), bearer(token))).body;
  },
  limited_to_decks: async ({ app }) => {
    const { id } = await createDeck(app.rest);
    const { token } = await issue(app, { scopes: ['decks:write'], deckIds: [id] });
    return (await app.rest.post('/api/decks', deckInput(), bearer(token))).body;
  },
  link_required: async ({ app }) => (await app.rest.get('/api/guest/presentation')).body,
  not_for_links: async ({ app }) => {
    const { rest } = await guestOf(app, await presented(app.rest));
    return (await rest.get('/api/decks')).body;
  },
  other_origin: async ({ app }) => (await app.rest.get('/api/decks', { origin: 'http://evil.example' })).body,
  csrf_token_missing: ({ app }) => inSession(app, '/api/decks', jsonType),
  not_found: async ({ app }) => (await app.rest.get(`/api/decks/${randomUUID()}`)).body,
  path_unknown: async ({ app }) => (await fetch(`${app.base}/api/roofs`, { headers: auth })).json(),
  method_not_allowed: async ({ app }) =>
    (await fetch(`${app.base}/api/decks`, { method: 'PATCH', headers: auth })).json(),
  document_changed: async (world) => {
    const { id } = await world.contracts.in('sent');
    return sign(world, id, { documentHash: '0'.repeat(64) });
  },
  contract_final: async ({ contracts }) => (await contracts.move((await contracts.in('voided')).id, 'send')).body,
  contract_state: async ({ contracts }) => (await contracts.move((await contracts.in('draft')).id, 'mark-viewed')).body,
  open_contract_exists: async ({ contracts }) =>
    (await contracts.create((await contracts.in('draft')).presentationId)).body,
  offer_signed: async ({ contracts }) => (await contracts.create((await contracts.in('signed')).presentationId)).body,
  already_signed: async (world) => {
    const id = await sentToTwo(world);
    await sign(world, id);
    return sign(world, id, { signerName: 'D. Whitaker' });
  },
  no_right_to_cancel: async ({ contracts }) =>
    (await contracts.move((await contracts.in('signed')).id, 'rescind')).body,
  duplicate_key: async ({ app }) => {
    const { id } = await createDeck(app.rest);
    const { slideId } = await createSlide(app.rest, id);
    return (await app.rest.post(`/api/decks/${id}/slides`, slideInput({ slideId }))).body;
  },
  ambiguous_slide_id: async ({ app }) => {
    for (const deck of [await createDeck(app.rest), await createDeck(app.rest)]) {
      await createSlide(app.rest, deck.id, { slideId: 'shared' });
    }
    return (await app.rest.get('/api/slides/shared')).body;
  },
  other_presenter: async ({ app }) => {
    const { id } = await presented(app.rest);
    const lead = () =>
      app.rest.post(`/api/presentations/${id}/presenter-position`, { ...now, presenterId: randomUUID() });
    await lead();
    return (await lead()).body;
  },
  narration_not_failed: async ({ app }) =>
    (await app.rest.post(`/api/presentations/${(await presented(app.rest)).id}/narration/retry`)).body,
  speech_off: async ({ app }) => {
    const { id } = await presented(app.rest);
    await sql`update presentation set status = 'failed', narration = '{}' where id = ${id}`.execute(
      app.database.connection.kysely,
    );
    return (await app.rest.post(`/api/presentations/${id}/narration/retry`)).body;
  },
  key_or_token_required: async ({ app }) => {
    const { headers, body } = await app.rest.post<{ session: { csrfToken: string } }>('/api/session');
    const cookie = headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const own = { cookie, 'x-csrf-token': body.session.csrfToken };
    return (await fetch(`${app.base}/api/session`, { method: 'POST', headers: own })).json();
  },
  key_revoked: async ({ app }) => {
    const { apiKey } = await issue(app);
    await app.rest.delete(`/api/keys/${apiKey.id}`);
    return (await app.rest.put(`/api/keys/${apiKey.id}`, { name: 'Late' })).body;
  },
  cursor_expired: async ({ app }) => (await app.rest.get('/api/events?after=9')).body,
  version_mismatch: async ({ app }) => {
    const { id } = await createDeck(app.rest);
    return (await app.rest.put(`/api/decks/${id}`, { name: 'Late' }, { 'if-match': '"9"' })).body;
  },
  translation_exists: async ({ app }) => {
    const { id } = await createSlide(app.rest, (await createDeck(app.rest)).id);
    const make = () =>
      app.rest.put(
        `/api/slides/${id}/translations/es`,
        { title: 'Techos', bullets: [], narrationScript: 'Hola.' },
        { 'if-none-match': '*' },
      );
    await make();
    return (await make()).body;
  },
  body_too_large: ({ app }) => deckRequest(app, jsonType, ' '.repeat(1_100_000)),
  content_type_unsupported: ({ app }) => deckRequest(app, { 'content-type': 'text/plain' }),
  charset_unsupported: ({ app }) => deckRequest(app, { 'content-type': 'application/json; charset=latin1' }),
  content_encoding_unsupported: ({ app }) => deckRequest(app, { ...jsonType, 'content-encoding': 'gzip' }),
  idempotency_key_reused: async ({ app }) => {
    const key = { 'idempotency-key': randomUUID() };
    await app.rest.post('/api/decks', deckInput(), key);
    return (await app.rest.post('/api/decks', deckInput(), key)).body;
  },
  reference_unknown: async ({ app }) => {
    const { id } = await presented(app.rest);
    return (await app.rest.put(`/api/presentations/${id}/tier`, { tier: 'good', sourceSlideId: randomUUID() })).body;
  },
  time_out_of_range: async ({ app }) =>
    (await app.rest.post('/api/keys', { name: 'Late', scopes: ['admin'], expiresAt: '2020-01-01T00:00:00Z' })).body,
  order_incomplete: async ({ app }) => {
    const { id } = await createDeck(app.rest);
    await createSlide(app.rest, id);
    return (await app.rest.put(`/api/decks/${id}/slides/order`, { slideIds: ['another'] })).body;
  },
  last_position_taken: async ({ app }) => {
    const { id } = await createDeck(app.rest);
    await createSlide(app.rest, id, { orderIndex: 2_147_483_647 });
    return (await app.rest.post(`/api/decks/${id}/slides`, slideInput())).body;
  },
  admin_not_limited: async ({ app }) => {
    const { id } = await createDeck(app.rest);
    return (await app.rest.post('/api/keys', { name: 'Both', scopes: ['admin'], deckIds: [id] })).body;
  },
  values_missing: async ({ app }) => {
    const { id } = await createDeck(app.rest);
    await createSlide(app.rest, id, { title: 'For {{nobody_knows}}' });
    const input = { homeowner: { first_name: 'Dana', last_name: 'Whitaker' }, missing: 'error' };
    return (await app.rest.post(`/api/decks/${id}/presentations`, input)).body;
  },
  tier_without_price: async ({ app }) =>
    (await app.rest.put(`/api/presentations/${(await presented(app.rest)).id}/tier`, { tier: 'best' })).body,
  language_is_default: async ({ app }) =>
    (await app.rest.post(`/api/decks/${(await createDeck(app.rest)).id}/translations/en`)).body,
  translation_off: async ({ app }) =>
    (await app.rest.post(`/api/decks/${(await createDeck(app.rest)).id}/translations/fr`)).body,
  no_co_signer: async (world) => sign(world, (await world.contracts.in('sent')).id, robin),
  co_signer_is_homeowner: async ({ app, contracts }) =>
    (await contracts.create((await presented(app.rest)).id, { coSigner: 'Dana Whitaker' })).body,
  other_tier_signed: async (world) => {
    const id = await sentToTwo(world);
    await sign(world, id);
    return sign(world, id, { ...robin, tier: 'good' });
  },
  signer_name_taken: async (world) => {
    const id = await sentToTwo(world);
    await sign(world, id);
    return sign(world, id, { ...robin, signerName: 'Dana Whitaker' });
  },
  nothing_to_sign: async ({ app, contracts }) => {
    const { id } = await createPresentation(app.rest, (await createDeck(app.rest)).id);
    return (await contracts.create(id)).body;
  },
  time_zone_missing: async ({ app, contracts }) =>
    (await contracts.create((await presented(app.rest, { deck: { ...cancelable, timeZone: 'UTC' } })).id)).body,
};
