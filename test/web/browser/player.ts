import path from 'node:path';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { PresentationAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createFaq, createPresentation, createSlide } from '../../helpers/factories.ts';
import { PageServer } from '../../helpers/page-server.ts';
import type { TestApp } from '../../helpers/test-app.ts';
import { productData } from '../../contracts/contracts.ts';

export const key = 'a-key-of-more-than-16-characters';
export const story =
  'Hello Dana, and thank you for having us. Today is all about your home: what the roof needs, and what the sun could do ' +
  'for you. We will keep it simple, so please stop us whenever you have a question.';

/** A presentation of three slides, of which the second is priced, and of two questions. */
export async function present({ rest }: TestApp, input: object = {}): Promise<PresentationAnswer> {
  const { id } = await createDeck(rest, { name: 'Roof', brandName: 'Larkspur Roofing' });
  const bullets = ['A look at your roof', 'No pressure'];
  await createSlide(rest, id, { slideId: 'welcome', title: 'Welcome, Dana', bullets, narrationScript: story });
  const narrationScript = 'You have a Good roof, and a Better roof.';
  const pricing = { slideType: 'product_pricing_v1', productData, title: 'Your options', narrationScript };
  await createSlide(rest, id, { slideId: 'prices', ...pricing });
  await createSlide(rest, id, { slideId: 'end', title: 'What happens next', narrationScript: 'Thank you.' });
  await createFaq(rest, id, {
    userQuestion: 'How long does it take?',
    cannedAnswer: 'Two days.',
    relatedSlideId: 'end',
  });
  await createFaq(rest, id, { userQuestion: 'Is the gutter part of it?', cannedAnswer: 'Yes.' });
  return createPresentation(rest, id, { price_inputs: { roof_squares: 24.5 }, ...input });
}

export async function linkTo({ rest }: TestApp, { id }: PresentationAnswer, input: object = {}): Promise<string> {
  const { status, body } = await rest.post<{ url: string }>(`/api/presentations/${id}/links`, {
    name: 'Phone',
    ...input,
  });
  expect(status).toBe(201);
  return body.url;
}

export async function spoken(app: TestApp, { id }: PresentationAnswer): Promise<void> {
  await eventually(
    async () => {
      const { body } = await app.rest.get<{ presentation: PresentationAnswer }>(`/api/presentations/${id}`);
      return body.presentation.status === 'ready';
    },
    { timeoutMs: 20_000, what: 'the narration' },
  );
}

export const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor();
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const saidWords = (page: Page): Promise<number> => page.locator('.stage .is-said').count();

export const watcher = (): PageServer => new PageServer(path.join(import.meta.dirname, 'page/watch.ts'));
