import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import sharp from 'sharp';
import { startApp } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config.ts';
import { createLogger } from '../../../src/kit/core/logging.ts';
import { FakeS3 } from '../../engines/speech/fake-s3.ts';
import type { ImageAnswer, SlideAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createPresentation, createSlide } from '../../helpers/factories.ts';
import { GraphQLClient } from '../../helpers/graphql-client.ts';
import { png } from '../../helpers/png.ts';
import { RestClient } from '../../helpers/rest-client.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { limitedKey } from '../../kit/rights/sight/limited-key.ts';
import { flat, photo, stored, upload } from './pictures.ts';

const apiKey = 'a-key-of-more-than-16-characters';
const app = useApp({ API_KEY: apiKey, ROLES: 'web' });

const get = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(new URL(url, app.base), { headers });
const bytesOf = async (url: string): Promise<Buffer> => Buffer.from(await (await get(url)).arrayBuffer());
const withWidth = (url: string, width: number): string => `${url}${url.includes('?') ? '&' : '?'}width=${width}`;
const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';
/** The names of the stored files of an image. */
async function filesOf({ url }: ImageAnswer): Promise<string[]> {
  const key = path.basename(pathOf(url), '.webp');
  const folder = path.join(app.dataDir, 'images', key.slice(0, 2));
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.startsWith(key)).map((name) => name.slice(key.length));
}
const listed = async (deckId: string): Promise<string[]> =>
  (await app.rest.get<{ images: ImageAnswer[] }>(`/api/decks/${deckId}/images`)).body.images.map(({ id }) => id);

describe('an uploaded image', () => {
  test.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)('of the format %s is stored as WebP', async (format) => {
    const { id } = await createDeck(app.rest);
    const { status, body } = await upload(app.rest, id, await flat(90, 60)[format]().toBuffer());
    expect([status, body.image]).toEqual([
      201,
      expect.objectContaining({ deckId: id, width: 90, height: 60, contentType: 'image/webp' }),
    ]);
    const file = await bytesOf(body.image.url);
    expect(file.length).toBe(body.image.byteSize);
    expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', width: 90, height: 60 });
    expect(await listed(id)).toEqual([body.image.id]);
  });

  test('keeps transparency', async () => {
    const image = await stored(app.rest, (await createDeck(app.rest)).id, await flat(40, 40, 4).png().toBuffer());
    expect((await sharp(await bytesOf(image.url)).metadata()).hasAlpha).toBe(true);
  });

  test('is upright, and has neither the place where it was taken nor other metadata', async () => {
    const file = await photo(300, 200)
      .withExif({ IFD0: { Model: 'Phone of Dana' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 8/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const before = await sharp(file).metadata();
    expect([before.exif?.includes('Phone of Dana'), before.orientation]).toEqual([true, 6]);
    const image = await stored(app.rest, (await createDeck(app.rest)).id, file);
    expect(image).toMatchObject({ width: 200, height: 300 });
    const after = await bytesOf(image.url);
    const { exif, xmp, iptc, icc, orientation } = await sharp(after).metadata();
    expect([exif, xmp, iptc, icc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect(after.includes('Dana')).toBe(false);
  });

  test('is at most 2,560 pixels long, and has smaller files for phones', async () => {
    const image = await stored(app.rest, (await createDeck(app.rest)).id, await photo(3_000, 1_500).jpeg().toBuffer());
    expect(image).toMatchObject({ width: 2_560, height: 1_280 });
    const [small, medium] = [await bytesOf(withWidth(image.url, 640)), await bytesOf(withWidth(image.url, 1_280))];
    expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 640, height: 320 });
    expect(await sharp(medium).metadata()).toMatchObject({ width: 1_280, height: 640 });
    expect(small.length * 4).toBeLessThan(image.byteSize);
    const { status, body } = await app.rest.get(withWidth(pathOf(image.url), 999));
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ pointer: '/width' })]]);
    const narrow = await stored(app.rest, image.deckId, await flat(500, 10).png().toBuffer());
    expect((await bytesOf(withWidth(narrow.url, 640))).length).toBe(narrow.byteSize);
  });

  test('opens without a key by its signed link alone, never changes, and runs nothing', async () => {
    const image = await stored(app.rest, (await createDeck(app.rest)).id, await flat(30, 30).png().toBuffer());
    expect(image.url).toMatch(/^\/api\/images\/[0-9a-f]{64}\.webp\?expires=\d+&signature=/);
    const { status, headers } = await get(image.url);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
    });
    const tag = headers.get('etag') ?? '';
    expect((await get(image.url, { 'if-none-match': tag })).status).toBe(304);
    const part = await get(image.url, { range: 'bytes=0-3' });
    expect([part.status, await part.text()]).toEqual([206, 'RIFF']);
    expect((await get(pathOf(image.url))).status).toBe(401);
    const other = pathOf(image.url).replace(/[0-9a-f]{64}/, 'a'.repeat(64));
    expect((await get(other + image.url.slice(pathOf(image.url).length))).status).toBe(404);
  });

  test('is the same when it is sent again, and is stored once for all decks', async () => {
    const [one, other] = [await createDeck(app.rest), await createDeck(app.rest)];
    const file = await flat(1_400, 20).png().toBuffer();
    const first = await stored(app.rest, one.id, file);
    expect((await stored(app.rest, one.id, file)).id).toBe(first.id);
    const shared = await stored(app.rest, other.id, file);
    expect([shared.id === first.id, pathOf(shared.url)]).toEqual([false, pathOf(first.url)]);
    expect(await filesOf(first)).toHaveLength(3);
  });

  test('is uploaded and listed over GraphQL as well', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const data = (await flat(50, 25).png().toBuffer()).toString('base64');
    const query = `mutation ($deckId: ID!, $input: UploadImageInput!) {
      uploadImage(deckId: $deckId, input: $input) { image { id url width height byteSize contentType deck { id } } } }`;
    const { uploadImage } = await app.graphql.data<{ uploadImage: { image: ImageAnswer } }>(query, {
      deckId,
      input: { data },
    });
    expect(uploadImage.image).toMatchObject({ width: 50, height: 25, contentType: 'image/webp', deck: { id: deckId } });
    expect((await get(uploadImage.image.url)).status).toBe(200);
    const list = `query ($id: ID!) { deck(id: $id) { images(first: 5) { totalCount nodes { id url } } } }`;
    expect(await app.graphql.data(list, { id: deckId })).toEqual({
      deck: { images: { totalCount: 1, nodes: [{ id: uploadImage.image.id, url: uploadImage.image.url }] } },
    });
    const text = Buffer.from('<html>').toString('base64');
    const { errors } = await app.graphql.send(query, { deckId, input: { data: text } });
    expect(errors?.[0]?.extensions).toMatchObject({
      reason: 'image_unreadable',
      problem: { errors: [{ pointer: '/data' }] },
    });
  });
});

describe('a file that is refused', () => {
  const cases: [string, () => Promise<Uint8Array>, string][] = [
    ['a page', async () => Buffer.from('<html><script>alert(1)</script>'), 'image_unreadable'],
    [
      'an SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'image_unreadable',
    ],
    ['a TIFF', () => flat(9, 9).tiff().toBuffer(), 'image_unreadable'],
    ['nothing', async () => Buffer.alloc(0), 'image_unreadable'],
    [
      'a JPEG that is cut off',
      async () => (await photo(400, 300).jpeg().toBuffer()).subarray(0, 9_000),
      'image_unreadable',
    ],
    [
      'a PNG that is cut off',
      async () => (await photo(400, 300).png().toBuffer()).subarray(0, 90_000),
      'image_unreadable',
    ],
    ['a PNG of 400 megapixels', async () => png(20_000, 20_000, { depth: 1, colorType: 0 }), 'image_too_large'],
  ];

  test.each(cases)('%s that is called image/png leaves nothing', async (_, file, reason) => {
    const { id } = await createDeck(app.rest);
    const { status, body } = await upload(app.rest, id, await file());
    expect([status, body.reason]).toEqual([422, reason]);
    expect(body.detail).toMatch(/: (?:export|open|make) /);
    expect(await listed(id)).toEqual([]);
  });

  test('is too large, or declared as something else', async () => {
    const { id } = await createDeck(app.rest);
    const large = await upload(app.rest, id, Buffer.alloc(10_000_001));
    expect([large.status, large.body.reason]).toEqual([413, 'body_too_large']);
    const svg = await upload(app.rest, id, Buffer.alloc(9), { 'content-type': 'image/svg+xml' });
    expect([svg.status, svg.body.reason]).toEqual([415, 'content_type_unsupported']);
    expect(svg.headers.get('accept')).toBe('image/png, image/jpeg, image/webp, image/avif, image/gif');
  });

  test('is of a deck that is not there', async () => {
    const { status } = await upload(
      app.rest,
      '01900000-0000-7000-8000-00000000dead',
      await flat(9, 9).png().toBuffer(),
    );
    expect(status).toBe(404);
  });
});

test('a flood of uploads is bounded, and others are answered meanwhile', async () => {
  const { id } = await createDeck(app.rest);
  const file = await photo(800, 600).jpeg().toBuffer();
  const answers = Promise.all(Array.from({ length: 24 }, () => upload(app.rest, id, file)));
  expect((await app.rest.get('/api/decks')).status).toBe(200);
  const tally = Map.groupBy(await answers, ({ status }) => status);
  const [taken = 0, refused] = [tally.get(201)?.length, tally.get(429)?.length];
  // Four at a time. On a slow machine one has ended before the last of them arrives.
  expect(taken).toBeGreaterThanOrEqual(4);
  expect(taken).toBeLessThan(12);
  expect(refused).toBe(24 - taken);
  expect(new Set(tally.get(429)?.map(({ body }) => body.reason))).toEqual(new Set(['too_many_under_way']));
  expect(new Set(tally.get(201)?.map(({ body }) => body.image.id)).size).toBe(1);
});

describe('the image of a slide', () => {
  test('is named by its url, signed or not, and reaches guests of a presentation', async () => {
    const { id } = await createDeck(app.rest);
    const { url } = await stored(app.rest, id, await flat(700, 20).png().toBuffer());
    const slide = await createSlide(app.rest, id, { heroImg: url });
    expect(slide.heroImg).toBe(url);
    const { headers } = await app.rest.put(`/api/slides/${slide.id}`, { heroImg: pathOf(url) });
    expect(headers.get('x-warnings')).toBeNull();
    const [shown] = (await createPresentation(app.rest, id)).slides;
    expect(await sharp(await bytesOf(withWidth(shown?.heroImg ?? '', 640))).metadata()).toMatchObject({ width: 640 });
    const { rows } = await sql<{ url: string }>`select hero_img as url from slide where id = ${slide.id}`.execute(
      app.database.connection.kysely,
    );
    expect(rows).toEqual([{ url: pathOf(url) }]);
    const query = 'query ($id: ID!) { slide(id: $id) { heroImg } }';
    expect(await app.graphql.data(query, { id: slide.id })).toEqual({ slide: { heroImg: url } });
  });

  test('must be one that the author sees; one of another deck becomes one of this deck', async () => {
    const [mine, foreign] = [await createDeck(app.rest), await createDeck(app.rest)];
    const { url } = await stored(app.rest, foreign.id, await flat(20, 20).png().toBuffer());
    const limited = new RestClient(app.base, { authorization: await limitedKey(app, [mine.id]) });
    const slide = { slideId: 'a', title: 'A', narrationScript: 'A.', heroImg: pathOf(url) };
    const refused = await limited.post(`/api/decks/${mine.id}/slides/bulk`, { slides: [slide] });
    expect([refused.status, refused.body.reason, refused.body.errors[0]?.pointer]).toEqual([
      422,
      'reference_unknown',
      '/slides/0/heroImg',
    ]);
    expect((await limited.get(pathOf(url))).status).toBe(404);
    const missing = pathOf(url).replace(/[0-9a-f]{64}/, 'a'.repeat(64));
    const productData = { brandLogo: missing };
    const { body } = await app.rest.post(`/api/decks/${mine.id}/slides`, { ...slide, productData });
    expect(body.errors).toEqual([expect.objectContaining({ pointer: '/productData/brandLogo' })]);
    expect((await app.rest.post(`/api/decks/${mine.id}/slides`, slide)).status).toBe(201);
    expect(await listed(mine.id)).toHaveLength(1);
    expect((await limited.get(pathOf(url))).status).toBe(200);
  });
});

describe('an image that nothing names', () => {
  /** Lets a worker look for unused images, which it does when it starts, until a condition holds. */
  async function prune(done: () => Promise<boolean>): Promise<void> {
    const config = loadConfig({ ROLES: 'worker', DATA_DIR: app.dataDir, SEED_DEMO: 'off', IMAGE_RETENTION_DAYS: '2' });
    const connection = { ...app.database.connection, close: async () => {} };
    const worker = await startApp(config, createLogger('silent'), { connection });
    await eventually(done, { what: 'the end of pruning' });
    await worker.stop();
  }

  const notedAt = async (id: string): Promise<Date | null> => {
    const { rows } = await sql<{ at: Date | null }>`select unused_since as at from image where id = ${id}`.execute(
      app.database.connection.kysely,
    );
    return rows[0]?.at ?? null;
  };
  const age = async (): Promise<void> => {
    await sql`update image set unused_since = unused_since - make_interval(days => 3)`.execute(
      app.database.connection.kysely,
    );
  };

  test('is removed after the days of grace, and one that is named stays', async () => {
    const { id } = await createDeck(app.rest);
    const pictures = await Promise.all([40, 41, 42, 43].map((width) => flat(width, 9).png().toBuffer()));
    const [hero, logo, former, unused] = await Promise.all(pictures.map((file) => stored(app.rest, id, file)));
    if (!hero || !logo || !former || !unused) throw new Error('not all were stored');
    const offer = { slideType: 'product_pricing_v1', productData: { brandLogo: logo.url, good: { price: '9' } } };
    const slide = await createSlide(app.rest, id, { ...offer, heroImg: former.url });
    await createPresentation(app.rest, id);
    await app.rest.put(`/api/slides/${slide.id}`, { heroImg: hero.url });
    await prune(async () => (await notedAt(unused.id)) !== null);
    expect(await Promise.all([hero, logo, former].map((image) => notedAt(image.id)))).toEqual([null, null, null]);
    expect((await listed(id)).toSorted()).toEqual([hero, logo, former, unused].map((image) => image.id).toSorted());

    await age();
    await prune(async () => (await filesOf(unused)).length === 0);
    expect((await listed(id)).toSorted()).toEqual([hero, logo, former].map((image) => image.id).toSorted());
    expect((await get(unused.url)).status).toBe(404);
    expect((await get(former.url)).status).toBe(200);

    const named = { heroImg: unused.url };
    expect((await app.rest.put(`/api/slides/${slide.id}`, named)).status).toBe(422);
  });

  test('stays when a slide names it in time', async () => {
    const { id } = await createDeck(app.rest);
    const image = await stored(app.rest, id, await flat(44, 9).png().toBuffer());
    await prune(async () => (await notedAt(image.id)) !== null);
    await age();
    await createSlide(app.rest, id, { heroImg: image.url });
    expect(await notedAt(image.id)).toBeNull();
  });

  test('goes at once with its deck, but for a copy of the deck that has it', async () => {
    const { id } = await createDeck(app.rest);
    const [kept, gone] = [
      await stored(app.rest, id, await flat(45, 9).png().toBuffer()),
      await stored(app.rest, id, await flat(46, 9).png().toBuffer()),
    ];
    await createSlide(app.rest, id, { slideId: 'hero', heroImg: kept.url });
    const { deck } = (await app.rest.post<{ deck: { id: string } }>(`/api/decks/${id}/duplicate`, {})).body;
    expect(await listed(deck.id)).toHaveLength(2);
    await sql`delete from image where deck_id = ${deck.id} and url = ${pathOf(gone.url)}`.execute(
      app.database.connection.kysely,
    );
    expect((await app.rest.delete(`/api/decks/${id}`)).status).toBe(204);
    await prune(async () => (await filesOf(gone)).length === 0);
    expect(await filesOf(kept)).toHaveLength(1);
    const { slides } = (await app.rest.get<{ slides: SlideAnswer[] }>(`/api/decks/${deck.id}/slides`)).body;
    expect((await get(slides[0]?.heroImg ?? '')).status).toBe(200);
  });
});

describe('the limits of a key', () => {
  const own = useApp({ API_KEY: apiKey, QUOTA_STORED_MB_PER_DAY: '1', IMAGE_MAX_MB: '2' });

  test('count what it stores in images, and how many are read at a time', async () => {
    const { id } = await createDeck(own.rest);
    const key = await limitedKey(own, [id]);
    const limited = new RestClient(own.base, { authorization: key });
    const files = await Promise.all([1, 2, 3].map(() => photo(1_100, 700).jpeg().toBuffer()));
    const statuses: number[] = [];
    for (const file of files) statuses.push((await upload(limited, id, file)).status);
    expect(statuses).toEqual([201, 429, 429]);
    const small = await flat(900, 900).png().toBuffer();
    const many = await Promise.all(Array.from({ length: 7 }, () => upload(limited, id, small)));
    expect(many.map(({ body }) => body.reason)).toContain('too_many_under_way');
    const large = await upload(limited, id, Buffer.alloc(2_000_001));
    expect([large.status, large.body.detail]).toEqual([413, 'A body may have at most 2000000 bytes.']);
    const reader = new GraphQLClient(own.base, { authorization: await limitedKey(own, [id], ['decks:read']) });
    const { errors } = await reader.send(
      `mutation { uploadImage(deckId: "${id}", input: { data: "AAAA" }) { image { id } } }`,
    );
    expect(errors?.[0]?.extensions).toMatchObject({ reason: 'scope_missing' });
  });
});

describe('images in S3-compatible storage', () => {
  const s3 = useServer(new FakeS3());
  const remote = useApp(() => ({
    AUDIO_S3_URL: s3.url,
    AUDIO_S3_REGION: s3.region,
    AUDIO_S3_ACCESS_KEY_ID: s3.accessKeyId,
    AUDIO_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  }));

  test('are beside the audio, are served from there, and report that it is away', async () => {
    const { id } = await createDeck(remote.rest);
    const image = await stored(remote.rest, id, await flat(800, 30).png().toBuffer());
    const key = path.basename(pathOf(image.url), '.webp');
    expect([...s3.objects.keys()]).toEqual([`/decks/images/${key}-640.webp`, `/decks/images/${key}.webp`]);
    expect([...s3.objects.values()].map(({ contentType }) => contentType)).toEqual(['image/webp', 'image/webp']);
    const answer = await fetch(remote.base + withWidth(pathOf(image.url), 640));
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ width: 640 });
    s3.faults.push(403);
    const refused = await upload(remote.rest, id, await flat(90, 30).png().toBuffer());
    expect([refused.status, refused.body.reason]).toEqual([503, 'image_storage_unavailable']);
    expect((await remote.rest.get<{ images: object[] }>(`/api/decks/${id}/images`)).body.images).toHaveLength(1);
  });
});
