/** @quiet It plays recordings, which other tests would delay. */
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { Page, Route } from 'playwright-core';
import type { PresentationAnswer } from '../../helpers/answers.ts';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createPresentation, createSlide } from '../../helpers/factories.ts';
import { LoopbackServer } from '../../helpers/loopback-server.ts';
import { type TestApp, useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { Contracts } from '../../contracts/contracts.ts';
import { kept, keptFiles, storedKeys } from './device.ts';

const key = 'a-key-of-more-than-16-characters';
const guards = { key: 'guards', label: 'Gutter guards', amount: 900 };
const productData = {
  defaultSelectedTier: 'good',
  good: { name: 'Shingle', price: 11_800, addOns: [guards] },
  better: { name: 'Metal', price: 15_200, addOns: [guards] },
  best: { name: 'Slate', price: 21_500 },
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { level: 1, name }).waitFor();
const status = (page: Page, text: string) => page.getByRole('status').getByText(text);
const offlineText = 'You are offline.';

/** A spoken presentation of three slides, of which the second is priced. */
async function present({ rest }: TestApp): Promise<PresentationAnswer> {
  const { id } = await createDeck(rest, { name: 'Roof' });
  await createSlide(rest, id, { title: 'Welcome, Dana', narrationScript: 'Hello Dana, and thank you.' });
  const pricing = { slideType: 'product_pricing_v1', productData, narrationScript: 'Choose what you like.' };
  await createSlide(rest, id, { title: 'Your options', ...pricing });
  await createSlide(rest, id, { title: 'What happens next', narrationScript: 'We order the shingles.' });
  const { id: presentationId } = await createPresentation(rest, id);
  return eventually(
    async () => {
      const { body } = await rest.get<{ presentation: PresentationAnswer }>(`/api/presentations/${presentationId}`);
      return body.presentation.status === 'ready' && body.presentation;
    },
    { timeoutMs: 20_000, what: 'the narration' },
  );
}

async function linkTo({ rest }: TestApp, { id }: PresentationAnswer, input: object = {}) {
  const link = { name: 'Tablet', ...input };
  const { body } = await rest.post<{ url: string; link: { id: string } }>(`/api/presentations/${id}/links`, link);
  return body;
}

/** What the recording of the page says of itself. */
const audioOf = (page: Page): Promise<{ at: number; error: number | null; src: string }> =>
  page.evaluate(`(() => { const audio = document.querySelector('audio');
    return { at: audio.currentTime, error: audio.error?.code ?? null, src: audio.currentSrc } })()`);

describeInBrowser('the page of a link without a network', () => {
  const app = useApp({ API_KEY: key, SPEECH: 'espeak', GRAPHIQL: 'off' });
  const browser = useBrowser();
  afterEach(() => browser.setOffline(false));

  async function openKept(url: string) {
    const visit = await browser.visit(url);
    await button(visit.page, 'Play').waitFor();
    await kept(visit.page, 3);
    return visit;
  }

  /** The types of the events about a presentation, in their order. */
  async function madeFor({ id }: PresentationAnswer): Promise<string[]> {
    const types = 'types=presentation.tier_selected,presentation.add_ons_selected,question.asked';
    const found = (await app.events(types)).filter(({ data }) => JSON.stringify(data).includes(id));
    return found.map(({ type }) => type);
  }

  test('reloads, and plays all slides with their voice', async () => {
    const presentation = await present(app);
    const { page, complaints } = await openKept((await linkTo(app, presentation)).url);
    await browser.setOffline(true);
    complaints.length = 0;
    await page.reload();
    await status(page, offlineText).waitFor();
    const nonceOf = (): Promise<string> => page.evaluate("document.querySelector('script').nonce");
    const nonce = await nonceOf();
    await page.reload();
    await button(page, 'Play').click();
    expect(await nonceOf()).not.toBe(nonce);
    const sources = new Set<string>();
    for (const title of ['Welcome, Dana', 'Your options', 'What happens next']) {
      await heading(page, title);
      const received = await eventually(async () => {
        const audio = await audioOf(page);
        return audio.at > 0.2 && !sources.has(audio.src) && audio;
      });
      expect(received).toMatchObject({ error: null, src: expect.stringContaining('/api/audio/') });
      sources.add(received.src);
      if (title === 'Your options') await button(page, 'Continue').click();
    }
    await button(page, 'Play again').waitFor();
    // The browser has no answer of its own to a link that is signed anew: what is heard comes from the worker.
    const part = await page.evaluate(`fetch(${JSON.stringify([...sources][0])}.split('?')[0] + '?signature=other',
      { headers: { Range: 'bytes=10-19' } }).then(async (answer) => [answer.status, answer.headers.get('content-range'),
      (await answer.arrayBuffer()).byteLength])`);
    expect(part).toEqual([206, expect.stringMatching(/^bytes 10-19\/\d{3,}$/), 10]);
    // Requests without a network are reported; nothing is refused by the policy.
    expect(complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
    await browser.setOffline(false);
    await status(page, offlineText).waitFor({ state: 'detached' });
  }, 90_000);

  test('opens a one-time link again by the token of its first visit', async () => {
    const { url } = await linkTo(app, await present(app), { isOneTime: true });
    const { page } = await openKept(url);
    await browser.setOffline(true);
    await page.reload();
    await heading(page, 'Welcome, Dana');
    expect(page.url()).not.toBe(url);
  }, 60_000);

  test('keeps choices over a reload, and sends each once, in their order', async () => {
    const presentation = await present(app);
    const { page } = await openKept((await linkTo(app, presentation)).url);
    await browser.setOffline(true);
    await page.keyboard.press('ArrowRight');
    await button(page, 'Choose Slate').click();
    await button(page, 'Choose Metal').click();
    await page.getByRole('checkbox').check();
    await page.getByText('will be priced when you are online again').waitFor();
    await button(page, 'I have a question').click();
    await page.getByLabel('Search the answers').fill('Is the gutter part of it?');
    await button(page, 'Send my question').click();
    await page.getByText('Your question is kept.').waitFor();
    await page.getByRole('dialog').getByText('3 choices wait to be sent.').waitFor();
    await page.reload();
    await page.getByText('3 choices wait to be sent.').waitFor();
    await page.locator('.stage .card.is-chosen', { hasText: 'Metal' }).getByText('Your choice, to be sent').waitFor();
    expect(await page.getByRole('checkbox').isChecked()).toBe(true);
    expect(await madeFor(presentation)).toEqual([]);
    await browser.setOffline(false);
    await page.getByText('wait to be sent').waitFor({ state: 'detached' });
    await status(page, 'Metal with your add-ons: $16,100').waitFor();
    expect(await storedKeys(page)).toContain(`deckcast.outbox.${new URL(page.url()).pathname.slice(3, 15)}`);
    expect(await madeFor(presentation)).toEqual([
      'presentation.tier_selected',
      'presentation.add_ons_selected',
      'question.asked',
    ]);
  }, 60_000);

  test('sends a choice again whose answer was lost, without making it twice', async () => {
    const presentation = await present(app);
    const { page } = await openKept((await linkTo(app, presentation)).url);
    const lose = async (route: Route): Promise<void> => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/api/guest/questions', lose, { times: 1 });
    await button(page, 'I have a question').click();
    await page.getByLabel('Search the answers').fill('zebra');
    await button(page, 'Send my question').click();
    await page.getByText('Your question is kept.').waitFor();
    await page.reload();
    await heading(page, 'Welcome, Dana');
    await page.getByText('wait to be sent').waitFor({ state: 'detached' });
    await eventually(async () => ((await page.evaluate('JSON.stringify(localStorage)')) as string).includes('[]'));
    expect(await madeFor(presentation)).toEqual(['question.asked']);
  }, 60_000);

  test('keeps a question that is one too many, and sends what comes behind it', async () => {
    const presentation = await present(app);
    const { url, link } = await linkTo(app, presentation);
    const { page } = await openKept(url);
    const hourly = JSON.stringify({ questions: { since: new Date().toISOString(), count: 50 } });
    await sql`update presentation_link set hourly = ${hourly}::jsonb where id = ${link.id}`.execute(
      app.database.connection.kysely,
    );
    await button(page, 'I have a question').click();
    await page.getByLabel('Search the answers').fill('zebra');
    await button(page, 'Send my question').click();
    await page.getByText('Your question is kept.').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowRight');
    await button(page, 'Choose Slate').click();
    await eventually(async () => (await madeFor(presentation)).join() === 'presentation.tier_selected', {
      what: 'the choice',
    });
    await page.getByText('One choice waits to be sent.').waitFor();
    expect(await madeFor(presentation)).toEqual(['presentation.tier_selected']);
  }, 60_000);

  test('says that a choice was refused, and shows what the server has', async () => {
    const presentation = await present(app);
    const { page } = await openKept((await linkTo(app, presentation)).url);
    await browser.setOffline(true);
    await page.keyboard.press('ArrowRight');
    await button(page, 'Choose Slate').click();
    await page.getByRole('button', { name: 'Your choice, to be sent' }).waitFor();
    await new Contracts(app).in('signed', presentation);
    await browser.setOffline(false);
    await page.getByText('A choice that you made offline could not be taken.').waitFor();
    await page.locator('.stage .card.is-chosen', { hasText: 'Metal' }).getByText('Signed').waitFor();
    // Who closes the page before it is read is told the next time.
    await page.reload();
    await button(page, 'Close').click();
    await page.getByText('could not be taken').waitFor({ state: 'detached' });
    expect(await madeFor(presentation)).toEqual([]);
  }, 60_000);

  test('stops at once when its link is revoked, and keeps nothing of it', async () => {
    const presentation = await present(app);
    const [{ url, link }, other] = [await linkTo(app, presentation), await linkTo(app, presentation)];
    const { page: stays } = await openKept(other.url);
    const { page } = await openKept(url);
    const cachesOf = async () => Object.keys(await keptFiles(page)).length;
    const before = await cachesOf();
    await button(page, 'Play').click();
    await eventually(async () => (await audioOf(page)).at > 0);
    await app.rest.delete(`/api/links/${link.id}`);
    await heading(page, 'This link does not open a presentation.');
    await page.locator('audio').waitFor({ state: 'detached' });
    await eventually(async () => (await cachesOf()) === before - 1);
    const name = new URL(url).pathname.slice(3, 15);
    await eventually(async () => (await storedKeys(page)).every((stored) => !stored.includes(name)));
    await browser.setOffline(true);
    await page.reload().catch(() => undefined);
    expect(await page.getByRole('heading', { name: 'Welcome, Dana' }).count()).toBe(0);
    await stays.reload();
    await heading(stays, 'Welcome, Dana');
  }, 60_000);

  test.each([401, 403, 404])(
    'plays on, and opens again, where a proxy answers %s for the server',
    async (answer) => {
      const { page } = await openKept((await linkTo(app, await present(app))).url);
      await page.route('**/api/guest/**', (route) => route.fulfill({ status: answer, body: '<h1>Sign in</h1>' }));
      await page.reload();
      await heading(page, 'Welcome, Dana');
      await status(page, offlineText).waitFor();
      await page.unroute('**/api/guest/**');
      await page.reload();
      await status(page, offlineText).waitFor({ state: 'detached' });
      expect(await page.getByRole('heading', { name: 'Welcome, Dana' }).count()).toBe(1);
    },
    60_000,
  );

  test('keeps a link that is written while the worker deletes old ones', async () => {
    const { url } = await linkTo(app, await present(app));
    const { page } = await browser.visit(url);
    await kept(page, 0);
    const name = 'deckcast.link.aaaaaaaaaaaa';
    // A page has opened the cache of its link, which is empty as yet.
    await page.evaluate(`new Promise((opened) => void navigator.locks.request('deckcast.kept', async () => {
      globalThis.cache = await caches.open('${name}');
      opened();
      await new Promise((resolve) => (globalThis.endWriting = resolve));
    }))`);
    await page.evaluate(`navigator.serviceWorker.controller.postMessage({ type: 'keep', token: 'of-no-link' })`);
    const isWaitingOrDone = `navigator.locks.query().then(async ({ pending }) =>
      pending.some(({ name }) => name === 'deckcast.kept') || !(await caches.has('${name}')))`;
    await eventually(() => page.evaluate(isWaitingOrDone), { what: 'a worker that deletes old links' });
    const found = { token: 'aaaaaaaaaaaa-token', keptAt: Date.now(), presentation: {}, signing: null };
    await page.evaluate(`cache.put('/offline/kept', new Response('${JSON.stringify(found)}')).then(endWriting)`);
    // The worker has had its turn once the lock is given to the page again.
    await page.evaluate(`navigator.locks.request('deckcast.kept', () => undefined)`);
    expect(await page.evaluate(`caches.has('${name}')`)).toBe(true);
  }, 60_000);

  test('forgets a link that was erased while the page was closed', async () => {
    const presentation = await present(app);
    const { url } = await linkTo(app, presentation);
    const { page } = await openKept(url);
    await page.close();
    await app.rest.delete(`/api/presentations/${presentation.id}`);
    const { page: again } = await browser.visit(url);
    await heading(again, 'This link does not open a presentation.');
    const name = new URL(url).pathname.slice(3, 15);
    await eventually(async () => !Object.keys(await keptFiles(again)).some((cache) => cache.includes(name)));
    expect((await storedKeys(again)).filter((stored) => stored.includes(name))).toEqual([]);
  }, 60_000);
});

/** A server in front of Deckcast that serves its page as another build: files of other names, and a worker of other bytes. */
class Builds extends LoopbackServer {
  base = '';
  isNew = false;

  protected override respond(asked: IncomingMessage, response: ServerResponse): void {
    const path = asked.url ?? '/';
    const former = path.replace('/assets/new-', '/assets/');
    const headers = { ...asked.headers, 'accept-encoding': 'identity' };
    const sent = request(new URL(former, this.base), { method: asked.method ?? 'GET', headers }, (answer) => {
      const isChanged = this.isNew && /^\/p\/|\.js$/.test(path);
      if (path.startsWith('/assets/new-') !== this.isNew && path.startsWith('/assets/')) {
        response.writeHead(404).end();
        answer.resume();
        return;
      }
      if (isChanged) delete answer.headers['content-length'];
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      if (!isChanged) return void answer.pipe(response);
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        response.end(`${text.replaceAll(/(["`](?:\.\/|\/?assets\/))/g, '$1new-')}\n`);
      });
    });
    sent.on('error', () => response.destroy());
    asked.pipe(sent);
  }
}

describe('a new build', () => {
  describeInBrowser('of the page and its worker', () => {
    const app = useApp({ API_KEY: key, SPEECH: 'espeak', GRAPHIQL: 'off' });
    const browser = useBrowser();
    const builds = useServer(new Builds());

    test('takes the place of the one before, and leaves an open page what it has', async () => {
      builds.base = app.base;
      const url = new URL((await linkTo(app, await present(app))).url);
      const { page: old, complaints } = await browser.visit(`${builds.url}${url.pathname}`);
      await button(old, 'Play').waitFor();
      await kept(old, 3);
      const assets = async () =>
        Object.values(await keptFiles(old))
          .flat()
          .filter((file) => file.startsWith('/assets/'));
      const former = await assets();
      expect(former.length).toBeGreaterThan(1);
      const changes = "navigator.serviceWorker.addEventListener('controllerchange', () => (window.isChanged = true))";
      await old.evaluate(changes);
      builds.isNew = true;
      const { page } = await browser.visit(`${builds.url}${url.pathname}`);
      await button(page, 'Play').waitFor();
      await eventually(() => old.evaluate('window.isChanged === true'));
      await eventually(async () => (await assets()).every((file) => file.startsWith('/assets/new-')));
      expect(await assets()).toHaveLength(former.length);
      await button(old, 'Play').click();
      await eventually(async () => (await audioOf(old)).at > 0.2);
      await old.keyboard.press('End');
      await heading(old, 'What happens next');
      expect(complaints).toEqual([]);
      await browser.setOffline(true);
      await page.reload();
      await page.locator('.stage h1').waitFor();
      expect(await page.evaluate("document.querySelector('script[src]').src")).toContain('/assets/new-');
      await browser.setOffline(false);
    }, 60_000);
  });
});
