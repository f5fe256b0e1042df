import { expect, test } from '@jest/globals';
import type { PresentationAnswer } from '../../helpers/answers.ts';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createPresentation, createSlide } from '../../helpers/factories.ts';
import { type TestApp, useApp } from '../../helpers/test-app.ts';

async function linkOf({ rest }: TestApp, input: object = {}): Promise<string> {
  const { id: deckId } = await createDeck(rest);
  await createSlide(rest, deckId, { title: 'Your roof', heroImg: '/demo/bath-welcome.svg' });
  const { id }: PresentationAnswer = await createPresentation(rest, deckId);
  const { body } = await rest.post<{ url: string }>(`/api/presentations/${id}/links`, { name: 'Phone', ...input });
  return body.url;
}

describeInBrowser('the first look at a link', () => {
  const app = useApp({ API_KEY: 'a-key-of-more-than-16-characters' });
  const browser = useBrowser();

  test('requests presentation, visit and picture once, while the scripts of the page are on their way', async () => {
    const { page } = await browser.visit('about:blank');
    const requested: string[] = [];
    page.on('request', (request) => requested.push(`${request.method()} ${new URL(request.url()).pathname}`));
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/**', async (route) => {
      await released;
      await route.continue();
    });
    const expected = ['GET /api/guest/presentation', 'POST /api/guest/visits', 'GET /demo/bath-welcome.svg'];
    const own = (): string[] => requested.filter((one) => expected.includes(one));
    const opening = page.goto(await linkOf(app));
    await eventually(() => own().length === expected.length, { what: 'the early requests' });
    release();
    await opening;
    await page.getByRole('heading', { level: 1, name: 'Your roof' }).waitFor();
    expect(own().toSorted()).toEqual(expected.toSorted());
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Your roof' }).waitFor();
    expect(own().filter((one) => one.startsWith('POST'))).toHaveLength(1);
  });

  test('opens a link of one visit, whose early request is refused before the visit and after it', async () => {
    const { page, complaints } = await browser.visit(await linkOf(app, { isOneTime: true }));
    await page.getByRole('heading', { level: 1, name: 'Your roof' }).waitFor();
    // 403 before the visit, and 401 after it, which gives another token: both are sent at the same time.
    expect(complaints).toEqual([expect.stringMatching(/status of 40[13] /)]);
  });
});
