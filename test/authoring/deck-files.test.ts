import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import sharp from 'sharp';
import type {
  DeckAnswer,
  FaqAnswer,
  ImageAnswer,
  PresentationAnswer,
  ProblemAnswer,
  SlideAnswer,
} from '../helpers/answers.ts';
import {
  createDeck,
  createFaq,
  createPresentation,
  createSlide,
  presentationInput,
  slideInput,
} from '../helpers/factories.ts';
import { png } from '../helpers/png.ts';
import { useApp } from '../helpers/test-app.ts';
import { EventRecorder } from '../rules/event-recorder.ts';
import { flat, photo, stored } from './images/pictures.ts';

const app = useApp({ SPEECH: 'espeak' });
/** A server that knows nothing of the first one. */
const other = useApp();

interface DeckFile {
  readonly format: string;
  readonly formatVersion: number;
  readonly deck: object;
  readonly slides: readonly object[];
  readonly faqs: readonly object[];
  readonly images: readonly { url: string; data: string }[];
}

const exported = async (id: string): Promise<DeckFile> =>
  (await app.rest.get<DeckFile>(`/api/decks/${id}/export`)).body;
const imported = async (to: typeof app, file: object): Promise<DeckAnswer> => {
  const { status, body } = await to.rest.post<{ deck: DeckAnswer }>('/api/decks/import', file);
  expect([status, body]).toEqual([201, { deck: expect.anything() }]);
  return body.deck;
};
const slidesOf = async (of: typeof app, id: string): Promise<SlideAnswer[]> =>
  (await of.rest.get<{ slides: SlideAnswer[] }>(`/api/decks/${id}/slides`)).body.slides;
const faqsOf = async (of: typeof app, id: string): Promise<FaqAnswer[]> =>
  (await of.rest.get<{ faqs: FaqAnswer[] }>(`/api/decks/${id}/faqs`)).body.faqs;
const pathOf = (url: string | null | undefined): string => url?.split('?', 1)[0] ?? '';
const emptyFile = {
  format: 'deckcast.deck',
  formatVersion: 1,
  deck: { name: 'New' },
  slides: [],
  faqs: [],
  images: [],
};
const dataUrl = `data:image/png;base64,${png(4, 2).toString('base64')}`;
const timings = [{ word: 'Hello.', startTime: 0, endTime: 0.5 }];

/** A deck with all that a file has to keep. */
async function whole(): Promise<{ id: string; image: ImageAnswer }> {
  const { id } = await createDeck(app.rest, {
    description: 'For Texas',
    brandName: 'Larkspur',
    brand: { color: '#0b5d4b', logo: dataUrl },
    currency: 'EUR',
    timeZone: 'America/Chicago',
    embedOrigins: ['https://app.example.com'],
    variables: { crew: 'Team' },
  });
  const image = await stored(app.rest, id, await flat(900, 600).png().toBuffer());
  const es = { title: 'Hola', bullets: [], narrationScript: 'Hola.' };
  await createSlide(app.rest, id, {
    slideId: 'b',
    heroImg: image.url,
    translations: { es },
    bullets: ['One'],
    audioUrl: 'https://cdn.example.com/hello.mp3',
    wordTimings: timings,
  });
  await createSlide(app.rest, id, {
    slideId: 'a',
    heroImg: '/demo/welcome.svg',
    slideType: 'product_pricing_v1',
    productData: { brandLogo: image.url, good: { name: 'Good', price: '100', color: null } },
  });
  for (const userQuestion of ['Why?', 'When?']) {
    const texts = { fr: { userQuestion: `${userQuestion} fr`, cannedAnswer: 'Oui.' } };
    await createFaq(app.rest, id, { userQuestion, relatedSlideId: 'a', translations: texts });
  }
  return { id, image };
}

/** What a deck and its copy elsewhere do not share. */
const own = { id: null, deckId: null, createdAt: null, updatedAt: null, brand: null };

describe('a deck that is exported and imported into another server', () => {
  test('is the same deck under new ids, with its brand, translations and images', async () => {
    const { id } = await whole();
    const file = await exported(id);
    const deck = await imported(other, file);
    const { body: original } = await app.rest.get<{ deck: DeckAnswer }>(`/api/decks/${id}`);
    expect({ ...deck, ...own }).toEqual({ ...original.deck, ...own });
    expect(deck.brand?.color).toBe('#0b5d4b');
    const logo = await fetch(`${other.base}${deck.brand?.logo}`);
    expect(Buffer.from(await logo.arrayBuffer()).equals(png(4, 2))).toBe(true);

    const [before, after] = [await slidesOf(app, id), await slidesOf(other, deck.id)];
    const plain = (slide: SlideAnswer): object => ({
      ...slide,
      ...own,
      heroImg: null,
      productData: slide.productData && { ...slide.productData, brandLogo: null },
    });
    expect(after.map(plain)).toEqual(before.map(plain));
    const shown = await fetch(`${other.base}${after[0]?.heroImg}`);
    expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({ width: 900, height: 600 });
    expect(pathOf(after[1]?.productData?.['brandLogo'] as string)).toBe(pathOf(after[0]?.heroImg));
    expect(after[1]?.heroImg).toBe('/demo/welcome.svg');
    const faqs = (all: FaqAnswer[]): object[] => all.map((faq) => ({ ...faq, ...own }));
    expect(faqs(await faqsOf(other, deck.id))).toEqual(faqs(await faqsOf(app, id)));
    const { body } = await other.rest.get<{ translations: object }>(`/api/slides/${after[0]?.id}/translations`);
    expect(body.translations).toMatchObject({ es: { title: 'Hola' } });
    await createPresentation(other.rest, deck.id);
  });

  test('is the same file once more, but for the images, which were written anew', async () => {
    const { id } = await whole();
    const file = await exported(id);
    const deck = await imported(other, file);
    const { body: again } = await other.rest.get<DeckFile>(`/api/decks/${deck.id}/export`);
    const url = again.images[0]?.url ?? '';
    const rewritten = JSON.parse(JSON.stringify(file).replaceAll(file.images[0]?.url ?? '', url)) as DeckFile;
    expect({ ...again, images: [] }).toEqual({ ...rewritten, images: [] });
  });

  test('has no recording that only the first server stores', async () => {
    const { id } = await createDeck(app.rest);
    await createSlide(app.rest, id, { narrationScript: 'Good morning.' });
    const { body } = await app.rest.post<{ presentation: PresentationAnswer }>(
      `/api/decks/${id}/presentations`,
      presentationInput(),
      { prefer: 'wait=20' },
    );
    const { audioUrl, wordTimings } = body.presentation.slides[0] ?? {};
    expect(audioUrl).toMatch(/^\/api\/audio\//);
    const spoken = await createDeck(app.rest);
    await createSlide(app.rest, spoken.id, { narrationScript: 'Good morning.', audioUrl, wordTimings });
    expect((await slidesOf(app, spoken.id))[0]?.audioUrl).toMatch(/^\/api\/audio\//);
    const { slides } = await exported(spoken.id);
    expect(slides).toEqual([expect.objectContaining({ narrationScript: 'Good morning.', wordTimings: [] })]);
    expect(slides[0]).not.toHaveProperty('audioUrl');
  });
});

describe('a deck file', () => {
  test('names no id, no version, no signature and no time', async () => {
    const { id } = await whole();
    const { body, headers } = await app.rest.get<DeckFile>(`/api/decks/${id}/export`);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="deck-\d+\.deck\.json"$/);
    expect([body.format, body.formatVersion]).toEqual(['deckcast.deck', 1]);
    const { images, ...texts } = body;
    const text = JSON.stringify(texts);
    expect(text).not.toMatch(/signature=|"id":|createdAt|version":/);
    expect(text).not.toContain(id);
    expect(images).toHaveLength(1);
  });

  test('is the same in GraphQL, and is imported there, too', async () => {
    const { id } = await whole();
    const { deckFile } = await app.graphql.data<{ deckFile: DeckFile }>('query ($id: ID!) { deckFile(deckId: $id) }', {
      id,
    });
    expect(deckFile).toEqual(await exported(id));
    const answer = await other.graphql.data(
      'mutation ($file: JSONObject!) { importDeck(input: { file: $file }) { deck { name slideCount } } }',
      { file: deckFile },
    );
    expect(answer).toEqual({ importDeck: { deck: { name: expect.any(String), slideCount: 2 } } });
  });

  test('is imported into its own server without decoding its images once more', async () => {
    const { id, image } = await whole();
    const deck = await imported(app, { ...(await exported(id)), images: [] });
    const [slide] = await slidesOf(app, deck.id);
    expect(pathOf(slide?.heroImg)).toBe(pathOf(image.url));
    await app.rest.delete(`/api/decks/${id}`);
    expect((await fetch(`${app.base}${slide?.heroImg}`)).status).toBe(200);
  });

  test('larger than 1 MiB is imported with all its images', async () => {
    const { id } = await createDeck(app.rest);
    for (let at = 0; at < 3; at += 1) {
      const { url } = await stored(app.rest, id, await photo(800, 600).png().toBuffer());
      await createSlide(app.rest, id, { heroImg: url });
    }
    const file = await exported(id);
    expect(JSON.stringify(file).length).toBeGreaterThan(1_048_576);
    const deck = await imported(other, file);
    const links = (await slidesOf(other, deck.id)).map(({ heroImg }) => pathOf(heroImg));
    expect(new Set(links).size).toBe(3);
  });

  test('that a person wrote names its images as it likes', async () => {
    const data = (await flat(30, 20).png().toBuffer()).toString('base64');
    const images = [{ url: '/pictures/roof.png', data }];
    const slides = [slideInput({ heroImg: '/pictures/roof.png' })];
    const deck = await imported(app, { ...emptyFile, slides, images });
    expect((await slidesOf(app, deck.id))[0]?.heroImg).toMatch(/^\/api\/images\/[0-9a-f]{64}\.webp/);
  });

  test('is reported as if its deck had been written by hand', async () => {
    const { id } = await whole();
    const file = await exported(id);
    const recorder = await EventRecorder.start(app);
    const deck = await imported(app, file);
    const facts = await recorder.facts();
    expect(facts.map(({ type, deckId }) => [type, deckId])).toEqual(
      ['deck.created', 'slide.created', 'slide.created', 'faq.created', 'faq.created'].map((type) => [type, deck.id]),
    );
  });
});

describe('a deck file that breaks a rule', () => {
  const broken = { heroImg: `/api/images/${'a'.repeat(64)}.webp` };
  const notAnImage = Buffer.from('<svg onload="alert(1)"/>').toString('base64');

  test.each<[string, object, number, string]>([
    ['of another format', { format: 'keynote' }, 400, '/format'],
    ['of a later form', { formatVersion: 2 }, 400, '/formatVersion'],
    ['without a name', { deck: {} }, 400, '/deck/name'],
    ['with a slide that has no title', { slides: [{ slideId: 'a', narrationScript: '' }] }, 400, '/slides/0/title'],
    ['with a time zone that nobody has', { deck: { name: 'New', timeZone: 'Mars/Base' } }, 400, '/deck/timeZone'],
    [
      'with a logo that is no PNG',
      { deck: { name: 'N', brand: { logo: 'data:image/png;base64,AAAA' } } },
      400,
      '/deck/brand/logo',
    ],
    ['with an image that it lacks', { slides: [slideInput(), slideInput(broken)] }, 422, '/slides/1/heroImg'],
    [
      'with an image that is none',
      { slides: [slideInput({ heroImg: '/a.png' })], images: [{ url: '/a.png', data: notAnImage }] },
      422,
      '/images/0/data',
    ],
    [
      'with two slides of one slideId',
      { slides: [slideInput({ slideId: 'a' }), slideInput({ slideId: 'a' })] },
      409,
      '/slides/1/slideId',
    ],
  ])('%s is refused by the place of the fault, and nothing of it is kept', async (_what, part, status, pointer) => {
    const count = async (): Promise<unknown> => app.graphql.data('{ decks { totalCount } }');
    const before = await count();
    const file = { ...emptyFile, ...part };
    const answer = await app.rest.post<ProblemAnswer>('/api/decks/import', file);
    expect([answer.status, answer.body.errors?.map((fault) => fault.pointer)]).toEqual([status, [pointer]]);
    const { errors = [] } = await app.graphql.send(
      'mutation ($file: JSONObject!) { importDeck(input: { file: $file }) { deck { id } } }',
      { file },
    );
    const [problem] = errors.map(({ extensions }) => extensions?.['problem'] as ProblemAnswer);
    expect(problem?.errors?.map((fault) => fault.pointer)).toEqual([`/file${pointer}`]);
    expect(await count()).toEqual(before);
  });

  test('with a large image that is none is refused by its place, too', async () => {
    const images = [{ url: '/a.png', data: 'AAAA'.repeat(3_000_000) }];
    const file = { ...emptyFile, slides: [slideInput({ heroImg: '/a.png' })], images };
    const { status, body } = await app.rest.post<ProblemAnswer>('/api/decks/import', file);
    expect([status, body.errors?.map((fault) => fault.pointer)]).toEqual([422, ['/images/0/data']]);
  });

  test('cannot come from a deck: what is too large for a file is not exported', async () => {
    const { id } = await createDeck(app.rest);
    const { rows } = await sql<{ url: string }>`
      insert into image (id, deck_id, url, width, height, byte_size, content_type, created_at, updated_at)
      select gen_random_uuid(), ${id}, '/api/images/' || encode(sha256(n::text::bytea), 'hex') || '.webp',
        8, 8, 100, 'image/webp', now(), now()
      from generate_series(1, 101) as n returning url`.execute(app.database.connection.kysely);
    const slides = rows.map(({ url }) => slideInput({ heroImg: url }));
    for (const some of [slides.slice(0, 100), slides.slice(100)]) {
      expect((await app.rest.post(`/api/decks/${id}/slides/bulk`, { slides: some })).status).toBe(201);
    }
    const { status, body } = await app.rest.get<ProblemAnswer>(`/api/decks/${id}/export`);
    expect([status, body.reason]).toEqual([422, 'over_budget']);
    expect(body.detail).toContain('101 stored images');
  });
});
