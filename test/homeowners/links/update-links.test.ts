import { beforeAll, describe, expect, test } from '@jest/globals';
import type { PresentationAnswer, ProblemAnswer } from '../../helpers/answers.ts';
import { EventStream } from '../../helpers/event-stream.ts';
import { eventually } from '../../helpers/eventually.ts';
import type { RestAnswer } from '../../helpers/rest-client.ts';
import { RestClient } from '../../helpers/rest-client.ts';
import { describeOnPostgres } from '../../helpers/on-postgres.ts';
import { useApp } from '../../helpers/test-app.ts';
import { EventRecorder } from '../../rules/event-recorder.ts';
import { presented } from '../../contracts/contracts.ts';

const apiKey = 'a-key-of-more-than-16-characters';
const app = useApp({ API_KEY: apiKey });

interface Link {
  id: string;
  name: string;
  scope: string;
  expiresAt: string;
  isOneTime: boolean;
}
type Made = { link: Link; token: string };
type Answer = RestAnswer<{ link: Link } & ProblemAnswer>;

let presentation: PresentationAnswer;
beforeAll(async () => {
  presentation = await presented(app.rest);
});

const later = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

async function make(input: object = {}): Promise<Made> {
  const path = `/api/presentations/${presentation.id}/links`;
  return (await app.rest.post<Made>(path, { name: 'Phone', ...input })).body;
}

function update(id: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  return app.rest.send('PATCH', `/api/links/${id}`, body, headers);
}

/** Somebody with other rights than the key of the test. */
async function holderOf(scopes: readonly string[]): Promise<RestClient> {
  const { body } = await app.rest.post<{ token: string }>('/api/keys', { name: 'Seller', scopes });
  const authorization = `Bearer ${body.token}`;
  return new RestClient(app.base, { authorization }).open({ authorization: `Bearer ${apiKey}` });
}

const mutation = `mutation ($id: ID!, $input: UpdatePresentationLinkInput!, $ifVersion: Int) {
  updatePresentationLink(id: $id, input: $input, ifVersion: $ifVersion) { link { version name scope expiresAt } }
}`;

describe('a link', () => {
  test('gets another name, scope and expiry over REST, and keeps its URL', async () => {
    const { link, token } = await make();
    const recorder = await EventRecorder.start(app);
    const expiresAt = later(100);
    const { status, body, headers } = await update(link.id, { name: 'Tablet', scope: 'view_and_sign', expiresAt });
    expect(status).toBe(200);
    expect(body.link).toMatchObject({ id: link.id, name: 'Tablet', scope: 'view_and_sign', expiresAt });
    expect(headers.get('etag')).toBe('"2"');
    const open = await fetch(`${app.base}/api/guest/presentation`, { headers: { authorization: `Link ${token}` } });
    expect(await open.json()).toMatchObject({ presentation: { canSign: true } });
    const { id: presentationId, deckId } = presentation;
    const data = { linkId: link.id, presentationId, changed: ['name', 'scope', 'expiresAt'] };
    expect(await recorder.facts()).toEqual([{ type: 'link.updated', deckId, data }]);
  });

  test('gets them over GraphQL as well', async () => {
    const { link } = await make();
    const data = await app.graphql.data(mutation, { id: link.id, input: { name: 'TV' }, ifVersion: 1 });
    expect(data).toEqual({
      updatePresentationLink: { link: { version: 2, name: 'TV', scope: 'VIEW', expiresAt: link.expiresAt } },
    });
    const stale = await app.graphql.send(mutation, { id: link.id, input: { name: 'Radio' }, ifVersion: 1 });
    expect(stale.errors?.[0]?.extensions.code).toBe('PRECONDITION_FAILED');
  });

  test('stays as it is without an event where nothing changes, also after its expiry', async () => {
    const { link } = await make({ expiresAt: new Date(Date.now() + 300).toISOString() });
    await eventually(() => new Date(link.expiresAt) < new Date());
    const recorder = await EventRecorder.start(app);
    const { name, scope, expiresAt } = link;
    const { status, headers } = await update(link.id, { name, scope, expiresAt });
    expect([status, headers.get('etag')]).toEqual([200, '"1"']);
    expect((await update(link.id, { name: 'Late' })).body.link.name).toBe('Late');
    expect((await recorder.taken()).map(({ type }) => type)).toEqual(['link.updated']);
  });

  test('that has expired opens again with a time to come', async () => {
    const { link, token } = await make({ expiresAt: new Date(Date.now() + 300).toISOString() });
    const open = async (): Promise<number> =>
      (await fetch(`${app.base}/api/guest/presentation`, { headers: { authorization: `Link ${token}` } })).status;
    await eventually(async () => (await open()) === 401);
    expect((await update(link.id, { expiresAt: later(1) })).status).toBe(200);
    expect(await open()).toBe(200);
  });

  test.each([
    [{ name: '' }, '/name'],
    [{ name: 'Changed', expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt'],
    [{ name: 'Changed', expiresAt: later(400) }, '/expiresAt'],
    [{ name: 'Changed', scope: 'all' }, '/scope'],
  ])('refuses %j, and changes nothing', async (body, pointer) => {
    const { link } = await make();
    const answer = await update(link.id, body);
    expect([400, 422]).toContain(answer.status);
    expect(answer.body.errors).toMatchObject([{ pointer }]);
    expect((await app.rest.get<{ link: Link }>(`/api/links/${link.id}`)).body.link).toEqual(link);
  });

  test('that is revoked is not changed', async () => {
    const { link } = await make();
    await app.rest.delete(`/api/links/${link.id}`);
    const answer = await update(link.id, { name: 'Late' });
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toBe(`The link ${link.id} is revoked, which nothing undoes: create a new one.`);
    const refused = await app.graphql.send(mutation, { id: link.id, input: { name: 'Late' } });
    expect(refused.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', reason: 'link_revoked' });
  });

  test('is changed by one of two who have read the same', async () => {
    const { link } = await make();
    const answers = await Promise.all(['One', 'Two'].map((name) => update(link.id, { name }, { 'if-match': '"1"' })));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 412]);
  });

  test('gets and keeps the right to sign from those alone who may sign themselves', async () => {
    const seller = await holderOf(['presentations:write']);
    const change = async (id: string, body: object): Promise<number> =>
      (await seller.send('PATCH', `/api/links/${id}`, body)).status;
    const [viewing, signing] = [await make(), await make({ scope: 'view_and_sign' })];
    expect(await change(viewing.link.id, { scope: 'view_and_sign' })).toBe(403);
    expect(await change(signing.link.id, { expiresAt: later(200) })).toBe(403);
    expect(await change(signing.link.id, { name: 'Changed' })).toBe(200);
    expect(await change(signing.link.id, { scope: 'view' })).toBe(200);
  });

  test('that a presentation has of its own never signs', async () => {
    const { body } = await app.rest.get<{ links: Link[] }>(`/api/presentations/${presentation.id}/links`);
    const own = body.links.find(({ name }) => name === 'Player');
    const answer = await update(own?.id ?? '', { scope: 'view_and_sign' });
    expect([answer.status, answer.body.reason]).toEqual([422, 'own_link_only_views']);
    expect(answer.body.errors).toMatchObject([{ pointer: '/scope' }]);
    expect((await update(own?.id ?? '', { expiresAt: later(2) })).status).toBe(200);
  });
});

/** A browser that follows the presentation of a link. */
async function follow(base: string, token: string): Promise<EventStream<{ code?: string }>> {
  const headers = { authorization: `Link ${token}` };
  const stream = await EventStream.open<{ code?: string }>(`${base}/api/guest/presentation/stream`, headers);
  await eventually(() => stream.received.length > 0, { what: 'the first state' });
  return stream;
}

/** Its last event says that the rights have ended, within a second and the time of the look. */
async function lastOf(stream: EventStream<{ code?: string }>): Promise<object | undefined> {
  await eventually(() => stream.ended === 'complete', { timeoutMs: 1_500, what: 'the end of the stream' });
  return stream.received.at(-1);
}

const end = { event: 'problem', data: { code: 'FORBIDDEN' } };

describe('what is open by a link', () => {
  test.each([
    ['view', 'view_and_sign'],
    ['view_and_sign', 'view'],
  ])('ends within a second when its scope changes from %s to %s', async (scope, next) => {
    const { link, token } = await make({ scope });
    const stream = await follow(app.base, token);
    await update(link.id, { scope: next });
    expect(await lastOf(stream)).toMatchObject(end);
    (await follow(app.base, token)).close();
  });

  test('ends with its expiry when that comes earlier', async () => {
    const { link, token } = await make();
    const stream = await follow(app.base, token);
    await update(link.id, { expiresAt: new Date(Date.now() + 500).toISOString() });
    expect(await lastOf(stream)).toMatchObject(end);
  });

  test('goes on beyond its former expiry when that comes later, and with another name', async () => {
    const first = Date.now() + 4_000;
    const { link, token } = await make({ expiresAt: new Date(first).toISOString() });
    const stream = await follow(app.base, token);
    await update(link.id, { name: 'Changed', expiresAt: later(1) });
    await eventually(() => Date.now() > first + 300);
    expect(stream.ended).toBeUndefined();
    stream.close();
  });
});

describeOnPostgres('a second process', () => {
  const second = useApp({ API_KEY: apiKey }, app);

  test('ends what is open there by a link whose scope changes', async () => {
    const { link, token } = await make();
    const stream = await follow(second.base, token);
    await update(link.id, { scope: 'view_and_sign' });
    expect(await lastOf(stream)).toMatchObject(end);
  });
});
