import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { Signer } from '../../../src/kit/rights/signing-key.ts';
import { SignedLinks } from '../../../src/kit/rights/signed-links.ts';
import type { PresentationAnswer, SlideAnswer } from '../../helpers/answers.ts';
import { EventStream } from '../../helpers/event-stream.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createFaq, createPresentation, createSlide } from '../../helpers/factories.ts';
import { RestClient } from '../../helpers/rest-client.ts';
import { useApp } from '../../helpers/test-app.ts';
import { limitedKey } from './sight/limited-key.ts';

const apiKey = 'a-key-of-more-than-16-characters';
const authorization = `Bearer ${apiKey}`;
const app = useApp({ API_KEY: apiKey, ROLES: 'web' });
const audioKey = 'a'.repeat(64);
const audioUrl = `/api/audio/${audioKey}.mp3`;
const recording = { narrationScript: 'Hello.', audioUrl, wordTimings: [{ word: 'Hello.', startTime: 0, endTime: 1 }] };

let deckId = '';
let slide: SlideAnswer;
let presentation: PresentationAnswer;

beforeAll(async () => {
  const folder = path.join(app.dataDir, 'audio', audioKey.slice(0, 2));
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${audioKey}.mp3`), 'the audio');
  deckId = (await createDeck(app.rest)).id;
  slide = await createSlide(app.rest, deckId, recording);
  await createFaq(app.rest, deckId, { ...recording, narrationScript: undefined, cannedAnswer: 'Hello.' });
  presentation = await createPresentation(app.rest, deckId);
});

/** What a browser gets: it sends no key. */
async function played(url: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(app.base + url, { headers });
  return `${response.status} ${response.headers.get('content-type')} ${await response.text()}`;
}

/** Every value of `audioUrl` in an answer, at any depth. */
function audioUrlsIn(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([name, value]) =>
    name === 'audioUrl' ? [value as string] : audioUrlsIn(value),
  );
}

describe('audio is played without a key by the link', () => {
  const parts = '{ slides { audioUrl } faqs { audioUrl } }';
  const reads: [string, () => Promise<unknown>, number][] = [
    ['a slide', async () => (await app.rest.get(`/api/slides/${slide.id}`)).body, 1],
    ['the slides of a deck', async () => (await app.rest.get(`/api/decks/${deckId}/slides`)).body, 1],
    ['the FAQs of a deck', async () => (await app.rest.get(`/api/decks/${deckId}/faqs`)).body, 1],
    ['a presentation', async () => (await app.rest.get(`/api/presentations/${presentation.id}`)).body, 2],
    ['a deck in GraphQL', () => app.graphql.data(`{ deck(id: "${deckId}") ${parts} }`), 2],
    ['a presentation in GraphQL', () => app.graphql.data(`{ presentation(id: "${presentation.id}") ${parts} }`), 2],
    ['a node', () => app.graphql.data(`{ node(id: "${slide.id}") { ... on Slide { audioUrl } } }`), 1],
    [
      'a live presentation in GraphQL',
      async () => {
        const live = app.live({ authorization });
        const stream = live.subscribe(
          `subscription { presentationChanged(presentationId: "${presentation.id}") ${parts} }`,
        );
        await eventually(() => stream.received.length > 0);
        return stream.received[0];
      },
      2,
    ],
    [
      'a live presentation as server-sent events',
      async () => {
        const url = `${app.base}/api/presentations/${presentation.id}/stream`;
        const stream = await EventStream.open(url, { authorization });
        await eventually(() => stream.received.length > 0);
        stream.close();
        return stream.received[0]?.data;
      },
      2,
    ],
  ];
  test.each(reads)('of %s', async (_name, read, count) => {
    const links = audioUrlsIn(await read());
    expect(links).toHaveLength(count);
    for (const link of links) expect(await played(link)).toBe('200 audio/mpeg the audio');
  });

  test('in part, from a page of any site', async () => {
    const [link = ''] = audioUrlsIn(slide);
    const headers = { range: 'bytes=4-8', 'sec-fetch-site': 'cross-site' };
    expect(await played(link, headers)).toBe('206 audio/mpeg audio');
    expect(await played(audioUrl, headers)).toContain('403');
    expect(await played(audioUrl)).toContain('401');
  });

  test('which stays the same for a while, and changes no version', async () => {
    const again = (await app.rest.get<{ slide: SlideAnswer }>(`/api/slides/${slide.id}`)).body.slide;
    expect(again.audioUrl).toBe(slide.audioUrl);
    const sentBack = await app.rest.put<{ slide: SlideAnswer }>(`/api/slides/${slide.id}`, again);
    expect(sentBack.headers.get('etag')).toBe('"1"');
    const { rows } = await sql`select audio_url from slide where id = ${slide.id}`.execute(
      app.database.connection.kysely,
    );
    expect(rows).toEqual([{ audio_url: audioUrl }]);
  });
});

describe('a signed link', () => {
  /** As this server signs, which keeps its secret in the database. */
  async function signer(): Promise<Signer> {
    const { rows } = await sql<{ secret: string }>`select secret from signing_secret`.execute(
      app.database.connection.kysely,
    );
    return new Signer([Buffer.from(rows[0]?.secret ?? '', 'hex')], 'links');
  }

  test('that is wrong in any part is answered as a file that is not there', async () => {
    const [link = ''] = audioUrlsIn(slide);
    const { body } = await app.rest.get(`/api/audio/${'b'.repeat(64)}.mp3`, { authorization });
    const { detail } = body;
    for (const wrong of [
      link.replace(audioKey, 'b'.repeat(64)),
      link.replace('expires=', 'expires=1'),
      link.replace('signature=', 'signature=A'),
      link.replace(/signature=.*/, 'signature='),
      link.replace(/expires=\d+/, ''),
    ]) {
      const response = await fetch(app.base + wrong);
      expect([response.status, ((await response.json()) as { detail: string }).detail]).toEqual([
        404,
        detail.replace('b'.repeat(64), /[ab]{64}/.exec(wrong)?.[0] ?? ''),
      ]);
    }
  });

  test('that is too old says so', async () => {
    const expires = Math.floor(Date.now() / 1_000) - 1;
    const signature = (await signer()).sign(`GET\n${audioUrl}\n${expires}`);
    expect(await played(`${audioUrl}?expires=${expires}&signature=${signature}`)).toContain('"signed_url_expired"');
  });

  test('opens nothing but files, whatever was signed', async () => {
    const expires = Math.floor(Date.now() / 1_000) + 60;
    for (const [method, target] of [
      ['GET', '/api/decks'],
      ['GET', '/graphql'],
      ['DELETE', audioUrl],
    ] as const) {
      const signature = (await signer()).sign(`GET\n${target}\n${expires}`);
      const url = `${app.base}${target}?expires=${expires}&signature=${signature}&query={__schema{types{name}}}`;
      expect((await fetch(url, { method })).status).toBe(401);
    }
    const [link = ''] = audioUrlsIn(slide);
    expect((await fetch(app.base + link, { headers: { authorization: 'Bearer wrong' } })).status).toBe(401);
  });

  test('is not made while authentication is off', async () => {
    const key = await signer();
    expect(new SignedLinks(key, 15, () => true).sign(audioUrl)).toBe(audioUrl);
    expect(new SignedLinks(key, 15, () => false).sign(audioUrl)).toMatch(/\?expires=\d+&signature=[\w-]{43}$/);
  });
});

test('a key that is limited to decks names no audio of another deck, and keeps its own', async () => {
  const mine = (await createDeck(app.rest)).id;
  const own = await createSlide(app.rest, mine);
  const limited = await new RestClient(app.base, { authorization: await limitedKey(app, [mine]) }).open();
  const detail =
    'audioUrl names no stored audio of the decks that this key sees: give the URL of a recording of your own.';
  for (const url of [audioUrl, `${audioUrl}?expires=1&signature=a`]) {
    const refused = [
      await limited.put(`/api/slides/${own.id}`, { audioUrl: url }),
      await limited.post(`/api/decks/${mine}/slides`, { ...recording, slideId: 'new', title: 'New', audioUrl: url }),
      await limited.post(`/api/decks/${mine}/faqs`, { userQuestion: 'New?', cannedAnswer: 'New.', audioUrl: url }),
    ];
    expect(refused.map(({ status, body }) => [status, body.detail])).toEqual(refused.map(() => [422, detail]));
  }
  await app.rest.put(`/api/slides/${own.id}`, { audioUrl });
  const { body } = await limited.get<{ slide: SlideAnswer }>(`/api/slides/${own.id}`);
  expect((await limited.put(`/api/slides/${own.id}`, body.slide)).status).toBe(200);
  expect(await played(body.slide.audioUrl ?? '')).toBe('200 audio/mpeg the audio');
});
