import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { DeckAnswer, ProblemAnswer } from '../../helpers/answers.ts';
import { createDeck, createPresentation, createSlide } from '../../helpers/factories.ts';
import { GraphQLClient } from '../../helpers/graphql-client.ts';
import { chunk, dataUrl, png } from '../../helpers/png.ts';
import type { RestAnswer } from '../../helpers/rest-client.ts';
import { useApp } from '../../helpers/test-app.ts';
import { limitedKey } from '../../kit/rights/sight/limited-key.ts';
import { Contracts, presented } from '../../contracts/contracts.ts';

const key = 'a-key-of-more-than-16-characters';
const app = useApp({ API_KEY: key });
const contracts = new Contracts(app);

const logo = png(40, 20);
const brand = { color: '#0b5d4b', logo: dataUrl(logo) };

const branded = (given: object): Promise<DeckAnswer> => createDeck(app.rest, { brand: given });
const patch = (id: string, given: object | null): Promise<RestAnswer<{ deck: DeckAnswer } & ProblemAnswer>> =>
  app.rest.send('PATCH', `/api/decks/${id}`, { brand: given });
const pathOf = (deck: DeckAnswer): string => (deck.brand?.logo ?? '').split('?')[0] ?? '';

/** Asks for a file as an image of a page does: without a key. */
const fetched = (url: string | null | undefined): Promise<Response> => fetch(`${app.base}${url}`);

async function logosOf(deckId: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) as count from logo where deck_id = ${deckId}`.execute(
    app.database.connection.kysely,
  );
  return Number(rows[0]?.count);
}

describe('the brand of a deck', () => {
  test('has a color and a logo, in both APIs, and its link to the logo needs no key', async () => {
    const deck = await branded(brand);
    expect(deck.brand?.color).toBe('#0b5d4b');
    expect(deck.brand?.logo).toMatch(/^\/api\/logos\/[0-9a-f-]{36}\.png\?expires=\d+&signature=/);
    const response = await fetched(deck.brand?.logo);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await response.arrayBuffer()).equals(logo)).toBe(true);
    expect((await fetched(pathOf(deck))).status).toBe(401);
    const graphql = new GraphQLClient(app.base, { authorization: `Bearer ${key}` });
    const { data } = await graphql.send<{ deck: DeckAnswer }>(`{ deck(id: "${deck.id}") { brand { color logo } } }`);
    expect((await fetched(data?.deck.brand?.logo)).status).toBe(200);
    const created = await graphql.send<{ createDeck: { deck: DeckAnswer } }>(
      'mutation ($input: CreateDeckInput!) { createDeck(input: $input) { deck { brand { color logo } } } }',
      { input: { name: 'Roof', brand } },
    );
    expect((await fetched(created.data?.createDeck.deck.brand?.logo)).status).toBe(200);
  });

  test('keeps its logo when it is sent back as it was read, or as the same picture, and no other deck takes it', async () => {
    const deck = await branded(brand);
    const sent = await patch(deck.id, { color: '#112233', logo: deck.brand?.logo });
    expect(pathOf(sent.body.deck)).toBe(pathOf(deck));
    expect(pathOf((await patch(deck.id, brand)).body.deck)).toBe(pathOf(deck));
    const other = await branded({ color: '#112233' });
    const refused = await patch(other.id, { logo: deck.brand?.logo });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/brand/logo' }] } });
  });

  test('has one stored logo at most: a new one, none, or the deletion of its deck deletes it', async () => {
    const deck = await branded(brand);
    const changed = await patch(deck.id, { logo: dataUrl(png(20, 20)) });
    expect(pathOf(changed.body.deck)).not.toBe(pathOf(deck));
    expect(await logosOf(deck.id)).toBe(1);
    expect((await fetched(deck.brand?.logo)).status).toBe(404);
    expect((await patch(deck.id, null)).body.deck.brand).toBeNull();
    expect(await logosOf(deck.id)).toBe(0);
    await patch(deck.id, brand);
    expect(await logosOf(deck.id)).toBe(1);
    await app.rest.delete(`/api/decks/${deck.id}`);
    expect(await logosOf(deck.id)).toBe(0);
  });

  test('is seen with its logo by the guest of a link, and not by a key for other decks', async () => {
    const deck = await branded(brand);
    await createSlide(app.rest, deck.id);
    const { playerUrl } = await createPresentation(app.rest, deck.id);
    const token = playerUrl?.split('/p/')[1] ?? '';
    const guest = await app.rest.get<{ presentation: DeckAnswer }>('/api/guest/presentation', {
      authorization: `Link ${token}`,
    });
    expect(guest.body.presentation.brand?.color).toBe('#0b5d4b');
    expect((await fetched(guest.body.presentation.brand?.logo)).status).toBe(200);
    const other = await createDeck(app.rest);
    const authorization = await limitedKey(app, [other.id]);
    expect((await app.rest.get(pathOf(deck), { authorization })).status).toBe(404);
    const own = await limitedKey(app, [deck.id]);
    expect((await fetch(`${app.base}${pathOf(deck)}`, { headers: { authorization: own } })).status).toBe(200);
  });

  test('is that of its signature in a signed contract, whatever becomes of the deck', async () => {
    const presentation = await presented(app.rest, { deck: { brand } });
    const { id } = await contracts.in('signed', presentation);
    const print = async (): Promise<Buffer> => {
      const response = await fetch(`${app.base}/api/contracts/${id}/document.pdf`, {
        headers: { authorization: `Bearer ${key}` },
      });
      expect(response.status).toBe(200);
      return Buffer.from(await response.arrayBuffer());
    };
    const before = await print();
    expect(before.includes('/Image')).toBe(true);
    await patch(presentation.deckId, { color: '#ff0000', logo: dataUrl(png(9, 9)) });
    expect((await print()).equals(before)).toBe(true);
    await app.rest.delete(`/api/decks/${presentation.deckId}`);
    expect((await print()).equals(before)).toBe(true);
    expect(await logosOf(presentation.deckId)).toBe(1);
  });
});

describe('a logo', () => {
  test('is stored without anything that is no picture', async () => {
    const text = chunk('tEXt', Buffer.from('Comment\0taken at 12 Larkspur Lane'));
    const deck = await branded({
      logo: dataUrl(Buffer.concat([png(40, 20, { before: [text] }), Buffer.from('<script>')])),
    });
    const stored = Buffer.from(await (await fetched(deck.brand?.logo)).arrayBuffer());
    expect(stored.equals(logo)).toBe(true);
  });

  test.each([
    ['gray', png(9, 9, { colorType: 0, depth: 1 })],
    ['with a palette', png(9, 9, { colorType: 3, depth: 4, before: [chunk('PLTE', Buffer.alloc(6))] })],
    ['transparent', png(9, 9, { colorType: 6 })],
    ['as large as may be', png(2_000, 500)],
  ])('may be %s', async (_, file) => {
    expect((await fetched((await branded({ logo: dataUrl(file) })).brand?.logo)).status).toBe(200);
  });

  const withPalette = (depth: number, transparent: number): Buffer =>
    png(9, 9, {
      colorType: 3,
      depth,
      before: [chunk('PLTE', Buffer.alloc(6)), chunk('tRNS', Buffer.alloc(transparent))],
    });
  const broken = Buffer.from(logo);
  broken[broken.length - 20] = 255 - (broken[broken.length - 20] ?? 0);
  test.each([
    ['no PNG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'must be a PNG'],
    ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 'must be a PNG'],
    ['one that is cut off', logo.subarray(0, -20), 'cut off'],
    ['one with a wrong checksum', broken, 'checksum'],
    ['one that is too wide', png(2_001, 1), '2001 × 1'],
    ['one with too many pixels', png(1_500, 1_500), '1,000,000 in all'],
    ['one of no pixels', png(0, 9), '0 × 9'],
    ['one of 16 bits a color', png(9, 9, { depth: 16 }), 'at most 8 bits'],
    ['one that is interlaced', png(9, 9, { interlace: 1 }), 'not interlaced'],
    ['one whose pixels unpack to more', png(9, 9, { rows: Buffer.alloc(50_000_000) }), 'pixels'],
    ['one whose pixels unpack to less', png(9, 9, { rows: Buffer.alloc(10) }), 'pixels'],
    ['one with an unknown filter', png(1, 1, { rows: Buffer.from([5, 0, 0, 0]) }), 'filter'],
    ['one without its palette', png(9, 9, { colorType: 3 }), 'palette'],
    ['one with a palette of no whole colors', png(9, 9, { before: [chunk('PLTE', Buffer.alloc(5))] }), 'palette'],
    ['a palette of 4 bits with transparency', withPalette(4, 1), '32 bits (RGBA)'],
    ['gray with a transparent color', png(9, 9, { colorType: 0, before: [chunk('tRNS', Buffer.alloc(2))] }), '32 bits'],
    ['RGB with a transparent color', png(9, 9, { before: [chunk('tRNS', Buffer.alloc(6))] }), '32 bits'],
    ['one with more transparency than colors', withPalette(8, 3), 'palette'],
    ['one with two headers', png(9, 9, { before: [chunk('IHDR', Buffer.alloc(13))] }), 'palette'],
    ['one of more than 100,000 bytes', Buffer.alloc(100_001), 'at most'],
  ])('is refused when it is %s', async (_, file, says) => {
    const deck = await branded({ color: '#112233' });
    const { status, body } = await patch(deck.id, { logo: dataUrl(file) });
    expect([status, body.errors?.[0]?.pointer]).toEqual([400, '/brand/logo']);
    expect(body.errors?.[0]?.detail).toContain(says);
    expect(await logosOf(deck.id)).toBe(0);
  });

  test('costs little when it is a bomb', async () => {
    const file = png(1_000, 1_000, { rows: Buffer.alloc(90_000_000) });
    expect(file.length).toBeLessThan(100_000);
    const bomb = dataUrl(file);
    const deck = await branded({ color: '#112233' });
    const before = process.memoryUsage().arrayBuffers;
    const answers = await Promise.all(Array.from({ length: 5 }, () => patch(deck.id, { logo: bomb })));
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(60_000_000);
  });
});
