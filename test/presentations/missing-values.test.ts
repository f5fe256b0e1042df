import { randomInt } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { PresentationAnswer } from '../helpers/answers.ts';
import { createDeck, createFaq, createPresentation, createSlide, presentationInput } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';
import { unharmed } from '../helpers/unharmed.ts';

const app = useApp();
const seed = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31));

/** All that a homeowner sees or hears. */
const shown = ({ slides, faqs, pricing }: PresentationAnswer): string => JSON.stringify([slides, faqs, pricing]);

describe('a placeholder without a value', () => {
  async function deckWithGaps(): Promise<{ deckId: string; sourceSlideId: string; faqId: string }> {
    const { id: deckId } = await createDeck(app.rest);
    const slide = await createSlide(app.rest, deckId, {
      slideId: 'gaps',
      title: 'For {{city}}',
      narrationScript: 'Hi {{first_name}} of {{city}}, {{homeowner.frist_name}}!',
      bullets: ['{{ not good }}'],
    });
    const faq = await createFaq(app.rest, deckId, { userQuestion: 'Where?', cannedAnswer: 'In {{city}}.' });
    return { deckId, sourceSlideId: slide.id, faqId: faq.id };
  }

  test.each([undefined, 'blank'])('leaves nothing when missing is %s', async (missing) => {
    const { deckId, sourceSlideId, faqId } = await deckWithGaps();
    const presentation = await createPresentation(app.rest, deckId, { missing });
    expect(presentation.slides[0]).toMatchObject({ title: 'For', narrationScript: 'Hi Dana of!', bullets: [''] });
    expect(presentation.faqs[0]?.cannedAnswer).toBe('In.');
    expect(presentation.warnings.map(({ sourceSlideId: slide, faqId: faq }) => slide ?? faq)).toEqual([
      sourceSlideId,
      sourceSlideId,
      sourceSlideId,
      faqId,
    ]);
    expect(presentation.warnings.map(({ detail }) => detail)).toEqual([
      'The slide "gaps" uses city, which has no value; it was left blank.',
      'The slide "gaps" uses {{ not good }}, which cannot be read: only filters such as "| upper" may follow a name; it was left blank.',
      'The slide "gaps" uses homeowner.frist_name, which has no value; it was left blank. Did you mean {{homeowner.first_name}}?',
      'The FAQ "Where?" uses city, which has no value; it was left blank.',
    ]);
  });

  test('stays as it is written when missing is keep', async () => {
    const { deckId } = await deckWithGaps();
    const { slides, faqs, warnings } = await createPresentation(app.rest, deckId, { missing: 'keep' });
    expect(slides[0]).toMatchObject({
      title: 'For {{city}}',
      narrationScript: 'Hi Dana of {{city}}, {{homeowner.frist_name}}!',
      bullets: ['{{ not good }}'],
    });
    expect(faqs[0]?.cannedAnswer).toBe('In {{city}}.');
    expect(warnings[0]?.detail).toContain('left as it is');
  });

  test('refuses the request when missing is error, names each place, and leaves no trace', async () => {
    const { deckId, sourceSlideId, faqId } = await deckWithGaps();
    const before = await app.rowCounts();
    const pointers = [
      `/slides/${sourceSlideId}/title`,
      `/slides/${sourceSlideId}/bullets/0`,
      `/slides/${sourceSlideId}/narrationScript`,
      `/faqs/${faqId}/cannedAnswer`,
    ];
    for (const path of ['presentations', 'presentations/preview']) {
      const { status, body } = await app.rest.post(
        `/api/decks/${deckId}/${path}`,
        presentationInput({ missing: 'error' }),
      );
      expect([status, body.code]).toEqual([422, 'UNPROCESSABLE']);
      expect(body.errors.map(({ pointer }) => pointer)).toEqual(pointers);
      expect(body.errors[2]?.detail).toContain('homeowner.frist_name, which has no value. Did you mean');
    }
    const { errors } = await app.graphql.send(
      `mutation ($id: ID!) { createPresentation(deckId: $id, input: {
        homeowner: { firstName: "Dana", lastName: "Whitaker" }, missing: ERROR }) { presentation { id } } }`,
      { id: deckId },
    );
    expect(errors?.[0]?.extensions.problem.errors.map(({ pointer }) => pointer)).toEqual(pointers);
    expect(await app.rowCounts()).toEqual(before);
  });

  test('is no reason to refuse when a default or a variable stands in', async () => {
    const { id: deckId } = await createDeck(app.rest, { variables: { 'homeowner.city': 'your town' } });
    await createSlide(app.rest, deckId, { narrationScript: '{{city}}, {{state | default: "here"}}' });
    const { slides } = await createPresentation(app.rest, deckId, { missing: 'error' });
    expect(slides[0]?.narrationScript).toBe('your town, here');
  });
});

describe('a FAQ in a presentation', () => {
  test('is filled like a slide, keeps the order, and is a snapshot', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const timings = [{ word: 'Yes.', startTime: 0, endTime: 1 }];
    const recorded = { audioUrl: '/a.mp3', wordTimings: timings };
    const first = await createFaq(app.rest, deckId, { ...recorded, userQuestion: '{{first_name}}?' });
    const second = await createFaq(app.rest, deckId, {
      ...recorded,
      cannedAnswer: 'Yes, {{first_name}}.',
      relatedSlideId: 'x',
    });
    const presentation = await createPresentation(app.rest, deckId);
    expect(presentation.faqs).toEqual([
      {
        id: expect.any(String),
        sourceFaqId: first.id,
        userQuestion: 'Dana?',
        cannedAnswer: 'Yes.',
        relatedSlideId: null,
        audioUrl: '/a.mp3',
        wordTimings: timings,
        timing: 'recorded',
        durationSeconds: null,
        spokenBy: null,
        language: 'en-US',
      },
      {
        id: expect.any(String),
        sourceFaqId: second.id,
        userQuestion: second.userQuestion,
        cannedAnswer: 'Yes, Dana.',
        relatedSlideId: 'x',
        audioUrl: null,
        wordTimings: [expect.objectContaining({ word: 'Yes,' }), expect.objectContaining({ word: 'Dana.' })],
        timing: 'estimated',
        durationSeconds: null,
        spokenBy: null,
        language: 'en-US',
      },
    ]);
    await app.rest.put(`/api/faqs/${first.id}`, { cannedAnswer: 'No.' });
    await app.rest.delete(`/api/faqs/${second.id}`);
    const { body } = await app.rest.get<{ presentation: PresentationAnswer }>(`/api/presentations/${presentation.id}`);
    expect(body.presentation).toEqual(presentation);
  });
});

describe(`hostile texts (FUZZ_SEED=${seed})`, () => {
  const pieces = [
    '{{first_name}}',
    '{{ city | default: "{" }}',
    '{{constructor}}',
    '{{__proto__.polluted}}',
    '{{homeowner.constructor.name}}',
    '{{toString | upper | lower}}',
    '{{last_name',
    '}}',
    '{',
    '{{',
    '{{{',
    '{{{first_name}}}',
    '{{{{',
    '{{ first name }}',
    '{{a|b}}',
    '{{ city }}',
    '{{""}}',
    '{{\n}}',
    ' ',
    ', ',
    '(',
    ')',
    '\n',
    '“',
    "{{a | default: '}}'}}",
    '{{a.b.c.d.e.f.g}}',
  ];

  test('a thousand texts leave no braces of theirs, and values with braces are shown as they are', async () => {
    const random = generator(seed);
    const pick = (items: readonly string[]): string => items[Math.floor(random() * items.length)] ?? '';
    const text = (): string => Array.from({ length: 1 + Math.floor(random() * 12) }, () => pick(pieces)).join('');
    const { id: deckId } = await createDeck(app.rest, { variables: { 'company.name': 'Summit' } });
    for (let slide = 0; slide < 20; slide += 1) {
      const bullets = Array.from({ length: 48 }, text);
      // A name is one line that is not blank.
      const tier = { name: `=${text().replaceAll('\n', '')}`, [text()]: text(), list: [text()] };
      const productData = { subtitle: text(), good: tier };
      await createSlide(app.rest, deckId, { title: text(), narrationScript: text(), bullets, productData });
    }
    await createFaq(app.rest, deckId, { userQuestion: `?${text()}`, cannedAnswer: `.${text()}` });
    const presentation = await createPresentation(app.rest, deckId);
    const texts = JSON.stringify(presentation.slides.map(({ productData, ...rest }) => [rest, textsOf(productData)]));
    expect(texts + JSON.stringify(presentation.faqs)).not.toContain('{{');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);

    const homeowner = { first_name: '{{last_name}}', last_name: '__proto__' };
    const named = await createPresentation(app.rest, deckId, { homeowner });
    expect(shown(named)).not.toContain('{{__proto__}}');
    const literal = JSON.stringify(named.slides.map(({ productData, ...rest }) => [rest, textsOf(productData)]));
    expect(literal.replaceAll('{{last_name}}', '')).not.toContain('{{');
  });

  test.each<[what: string, text: string]>([
    ['20,000 braces', '{'.repeat(20_000)],
    ['10,000 openings', '{{'.repeat(10_000)],
    ['placeholders that are never closed', '{{a '.repeat(5_000)],
    ['a name of 20,000', `{{${'a'.repeat(19_990)}}}`],
    ['a path of 10,000 parts', `{{${'a.'.repeat(9_990)}a}}`],
    ['20,000 pipes', `{{a${'|'.repeat(19_990)}}}`],
    ['20,000 spaces', `{{${' '.repeat(19_990)}}}`],
    ['a literal that is never closed', `{{a | default: "${'x'.repeat(19_970)}}}`],
    ['2,000 unknown names', Array.from({ length: 2_000 }, (_, index) => `{{n${index}}}`).join('')],
    ['gaps between punctuation', '{{a}}, '.repeat(2_800)],
    ['nested openings', `${'{{a | default: '.repeat(1_000)}x`],
  ])('%s are harmless and quick', async (_what, text) => {
    const { id: deckId } = await createDeck(app.rest);
    await createSlide(app.rest, deckId, { narrationScript: text });
    const presentation = await unharmed(app, () => createPresentation(app.rest, deckId));
    expect(shown(presentation)).not.toContain('{{');
    expect(Math.max(0, ...presentation.warnings.map(({ detail }) => detail.length))).toBeLessThan(400);
  });
});

/** Values alone: the keys of a tier are the author's own and are shown to nobody. */
function textsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(textsOf);
  return typeof value === 'object' && value !== null ? Object.values(value).map(textsOf) : value;
}

/** Park and Miller's numbers, which depend on the seed alone. */
function generator(start: number): () => number {
  let state = (start % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
