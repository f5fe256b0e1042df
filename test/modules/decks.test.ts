import { describe, expect, test } from '@jest/globals';
import type { DeckAnswer } from '../helpers/answers.ts';
import { createDeck, createSlide } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';

const app = useApp();

describe('decks', () => {
  test('a new deck has its defaults', async () => {
    const { status, headers, body } = await app.rest.post<{ deck: DeckAnswer }>('/api/decks', { name: 'Roof' });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/api/decks/${body.deck.id}`);
    expect(body.deck).toMatchObject({
      name: 'Roof',
      description: null,
      currency: 'USD',
      defaultLanguage: 'en-US',
      variables: {},
    });
  });

  test('a change to a slide raises the version of its deck', async () => {
    const deck = await createDeck(app.rest);
    const before = (await app.rest.get(`/api/decks/${deck.id}`)).headers.get('etag');
    await createSlide(app.rest, deck.id);
    const after = (await app.rest.get(`/api/decks/${deck.id}`)).headers.get('etag');
    expect([before, after]).toEqual(['"1"', '"2"']);
  });
});
