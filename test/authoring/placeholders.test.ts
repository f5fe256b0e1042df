import { describe, expect, test } from '@jest/globals';
import type { Schemas } from '../helpers/answers.ts';
import { createDeck, createFaq, createPresentation, createSlide } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';

type PlaceholderAnswer = Schemas['DeckPlaceholder'];

const app = useApp();
const selection =
  'name isKnown hasVariable nearest problem useCount uses { sourceSlideId slideId faqId field hasDefault }';

/** As both APIs tell it. */
async function placeholdersOf(deckId: string): Promise<PlaceholderAnswer[]> {
  const { body } = await app.rest.get<{ placeholders: PlaceholderAnswer[] }>(`/api/decks/${deckId}/placeholders`);
  const { deck } = await app.graphql.data<{ deck: { placeholders: PlaceholderAnswer[] } }>(
    `{ deck(id: "${deckId}") { placeholders { ${selection} } } }`,
  );
  expect(deck.placeholders).toEqual(body.placeholders);
  return body.placeholders;
}

describe('the placeholders of a deck', () => {
  test('are found in every text of slides and FAQs, each with all its places', async () => {
    const { id: deckId } = await createDeck(app.rest, { variables: { crew: 'Team', 'company.phone': '1' } });
    const it = '{{ first_name }}';
    const translation = { title: it, bullets: [it], narrationScript: it };
    const slide = await createSlide(app.rest, deckId, {
      slideId: 'welcome',
      title: it,
      bullets: ['none', it],
      narrationScript: it,
      slideContext: it,
      productData: {
        subtitle: it,
        disclaimer: it,
        good: { name: it, features: [it], 'a/b': { deep: it } },
        best: { note: it },
      },
      translations: { es: translation },
    });
    const faq = await createFaq(app.rest, deckId, {
      userQuestion: it,
      cannedAnswer: `${it} and ${it}`,
      translations: { es: { userQuestion: it, cannedAnswer: 'none' } },
    });
    const [placeholder, ...others] = await placeholdersOf(deckId);
    expect(others).toEqual([]);
    const inSlide = [
      '/title',
      '/bullets/1',
      '/narrationScript',
      '/slideContext',
      '/productData/subtitle',
      '/productData/disclaimer',
      '/productData/good/name',
      '/productData/good/features/0',
      '/productData/good/a~1b/deep',
      '/productData/best/note',
      '/translations/es/title',
      '/translations/es/bullets/0',
      '/translations/es/narrationScript',
    ];
    const inFaq = ['/userQuestion', '/cannedAnswer', '/cannedAnswer', '/translations/es/userQuestion'];
    const sorted = (uses: readonly object[]): string[] => uses.map((use) => JSON.stringify(use)).toSorted();
    expect(sorted(placeholder?.uses ?? [])).toEqual(
      sorted([
        ...inSlide.map((field) => ({
          sourceSlideId: slide.id,
          slideId: 'welcome',
          faqId: null,
          field,
          hasDefault: false,
        })),
        ...inFaq.map((field) => ({
          sourceSlideId: null,
          slideId: null,
          faqId: faq.id,
          field,
          hasDefault: false,
        })),
      ]),
    );
  });

  test('are recorded with what is known of them', async () => {
    const variables = { crew: 'Team', 'company.phone': '1', warranty_years: 25 };
    const { id: deckId } = await createDeck(app.rest, { variables });
    const texts = [
      '{{homeowner.first_name}}',
      '{{company.phone}}',
      '{{homeowner.first_nmae | default: "friend"}}',
      '{{waranty_years}}',
      '{{crew}}',
      '{{completely_different}}',
      '{{constructor}}',
      '{{__proto__.a}}',
      '{{ first name }}',
    ];
    await createSlide(app.rest, deckId, { narrationScript: texts.join(' ') });
    const found = await placeholdersOf(deckId);
    const facts = found.map((one) => [one.name, one.isKnown, one.hasVariable, one.nearest, one.problem]);
    expect(facts).toEqual([
      ['homeowner.first_name', true, false, null, null],
      ['company.phone', true, true, null, null],
      ['homeowner.first_nmae', false, false, 'homeowner.first_name', null],
      ['waranty_years', false, false, 'warranty_years', null],
      ['crew', true, true, null, null],
      ['completely_different', false, false, null, null],
      ['constructor', false, false, null, null],
      ['__proto__.a', false, false, null, null],
      ['{{ first name }}', false, false, null, 'only filters such as "| upper" may follow a name'],
    ]);
    expect(found[2]?.uses).toMatchObject([{ hasDefault: true }]);
  });

  test('have values in a presentation when they are known, also a variable beside the group of its name', async () => {
    const variables = { company: 'Summit', good: 'fine', 'homeowner.first_name.short': 'D' };
    const { id: deckId } = await createDeck(app.rest, { brandName: 'Summit Ridge', variables });
    const names = [...Object.keys(variables), 'company.name', 'homeowner.first_name'];
    await createSlide(app.rest, deckId, { narrationScript: names.map((name) => `{{${name}}}`).join(', ') });
    expect((await placeholdersOf(deckId)).map(({ name, isKnown }) => [name, isKnown])).toEqual(
      names.map((name) => [name, true]),
    );
    const { slides, warnings } = await createPresentation(app.rest, deckId);
    expect(warnings).toEqual([]);
    expect(slides[0]?.narrationScript).toBe('Summit, fine, D, Summit Ridge, Dana');
  });

  test('of a deck without texts are none, and of an unknown deck nothing is disclosed', async () => {
    expect(await placeholdersOf((await createDeck(app.rest)).id)).toEqual([]);
    const nobody = '01900000-0000-7000-8000-000000000000';
    expect((await app.rest.get(`/api/decks/${nobody}/placeholders`)).status).toBe(404);
  });
});
