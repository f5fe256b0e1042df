import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { demoFile } from '../../src/demo/demo-deck.ts';
import { starters } from '../../src/web/console/decks/starters.ts';
import type { DeckAnswer } from '../helpers/answers.ts';
import { createPresentation } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';

const app = useApp();
const web = path.join(import.meta.dirname, '..', '..', 'src', 'web');

/** What the tiers of a starter cost at the sample home. */
const totals: Readonly<Record<string, readonly string[]>> = {
  'Roof and solar at the kitchen table': ['35850.00', '40050.00', '56650.00'],
  'A heat pump for the whole home': ['10200.00', '12500.00', '16850.00'],
  'A new bath in a few days': ['10900.00', '15900.00', '27800.00'],
};
const sample = {
  homeowner: { first_name: 'Dana', last_name: 'Whitaker' },
  price_inputs: { roof_squares: 24.5, system_size_kw: 7.2 },
};

interface Warned {
  readonly warnings: readonly { readonly detail: string }[];
}

describe.each(starters)('the starter "$name"', ({ name, description, cover, slideCount, languages, file }) => {
  const contents = JSON.parse(readFileSync(file, 'utf8')) as typeof demoFile;

  async function importOverRest(): Promise<string> {
    const { status, body } = await app.rest.post<{ deck: DeckAnswer }>('/api/decks/import', contents);
    expect(status).toBe(201);
    return body.deck.id;
  }

  test('is what the gallery says, in all of its languages, and its pictures are there', () => {
    const { deck, slides, faqs } = contents;
    expect(deck).toMatchObject({ name, description });
    expect([slides[0]?.heroImg, slides.length]).toEqual([cover, slideCount]);
    const [own, ...others] = languages;
    expect(deck.defaultLanguage.split('-')[0]).toBe(own);
    const translated = [...slides, ...faqs].map(({ translations }) => Object.keys(translations).toSorted());
    expect(translated).toEqual(translated.map(() => others.toSorted()));
    const pictures = slides.flatMap(({ heroImg }) => (heroImg === undefined ? [] : [heroImg]));
    expect(pictures).toHaveLength(slideCount - 1);
    expect(pictures.filter((picture) => !existsSync(path.join(web, picture)))).toEqual([]);
  });

  test('becomes the same deck over REST and over GraphQL, without a warning', async () => {
    const overRest = await importOverRest();
    const { importDeck } = await app.graphql.data<{ importDeck: { deck: { id: string } } }>(
      'mutation ($file: JSONObject!) { importDeck(input: { file: $file }) { deck { id } } }',
      { file: contents },
    );
    for (const deckId of [overRest, importDeck.deck.id]) {
      const { body: exported } = await app.rest.get<object>(`/api/decks/${deckId}/export`);
      expect(exported).toMatchObject(contents);
    }
    const { deck } = await app.graphql.data<{ deck: Record<'slides' | 'faqs', Warned[]> }>(
      'query ($id: ID!) { deck(id: $id) { slides { warnings { detail } } faqs { warnings { detail } } } }',
      { id: overRest },
    );
    expect([...deck.slides, ...deck.faqs].flatMap(({ warnings }) => warnings)).toEqual([]);
  });

  test('presents in each of its languages, with nothing missing, and is priced', async () => {
    const deckId = await importOverRest();
    for (const language of languages) {
      const input = { ...sample, missing: 'error', language_settings: { language_code: language } };
      const { slides, warnings, pricing } = await createPresentation(app.rest, deckId, input);
      expect(slides.map((slide) => slide.language.split('-')[0])).toEqual(slides.map(() => language));
      expect(warnings).toEqual([]);
      expect(JSON.stringify(slides)).not.toContain('{{');
      expect(pricing.offers.map(({ tiers }) => tiers.map(({ total }) => total))).toEqual([totals[name]]);
    }
  });
});
