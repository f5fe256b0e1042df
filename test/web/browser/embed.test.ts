import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from '@jest/globals';
import type { Frame, Page } from 'playwright-core';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createPresentation, createSlide } from '../../helpers/factories.ts';
import { LoopbackServer } from '../../helpers/loopback-server.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';

/** A page of somebody else, with the element and a list of what it tells. */
class Host extends LoopbackServer {
  embedded = '';

  protected override respond(_request: IncomingMessage, response: ServerResponse): void {
    response.setHeader('content-type', 'text/html').end(
      `<!doctype html><link rel="icon" href="data:," />
      <script type="module" src="${new URL('/embed/player.js', this.embedded).href}"></script>
      <deckcast-player id="player" src="${this.embedded}"></deckcast-player>
      <script>
        const heard = [];
        for (const type of ['slide', 'time', 'ended', 'tier'])
          player.addEventListener(type, ({ detail }) => heard.push({ type, at: performance.now(), ...detail }));
      </script>`,
    );
  }
}

interface Received {
  readonly type: string;
  readonly at: number;
  readonly slide?: number;
  readonly second?: number;
  readonly tier?: string;
}

const receivedIn = (page: Page): Promise<Received[]> => page.evaluate('heard');

/** The element keeps its frame to itself: it is found among those of the page. */
function frameOf(page: Page): Frame {
  const [, frame] = page.frames();
  if (frame === undefined) throw new Error('The page has no frame');
  return frame;
}

const story = 'We look at the roof together, and you decide what is done. '.repeat(4);
const productData = {
  defaultSelectedTier: 'good',
  good: { name: 'Shingle', price: 11_800 },
  better: { name: 'Metal', price: 15_200 },
};

describeInBrowser('a page of another origin', () => {
  const app = useApp({ API_KEY: 'a-key-of-more-than-16-characters', LOG_LEVEL: 'info' });
  const browser = useBrowser();
  const listed = useServer(new Host());
  const other = useServer(new Host());

  async function present(): Promise<string> {
    const { id } = await createDeck(app.rest, { embedOrigins: [listed.url] });
    await createSlide(app.rest, id, { title: 'Welcome, Dana', narrationScript: story });
    await createSlide(app.rest, id, { title: 'Your options', slideType: 'product_pricing_v1', productData });
    await createSlide(app.rest, id, { title: 'What happens next', narrationScript: story });
    return `${app.base}${(await createPresentation(app.rest, id)).playerUrl}`;
  }

  test('plays, seeks and pauses a page that lists it, and receives slides, times, tiers and the end', async () => {
    listed.embedded = await present();
    const { page, complaints } = await browser.visit(listed.url);
    const receives = (what: (one: Received) => boolean): Promise<unknown> =>
      eventually(async () => (await receivedIn(page)).some(what));
    await receives(({ type, slide }) => type === 'slide' && slide === 0);
    const frame = frameOf(page);
    // Only the two windows hear each other.
    await frame.evaluate("postMessage({ deckcast: 'seek', slideIndex: 2, positionSeconds: 0 })");
    await page.evaluate("postMessage({ deckcast: 'slide', slide: 7 })");
    await page.evaluate('player.play()');
    await receives(({ type, second = 0 }) => type === 'time' && second > 1);
    const reported = await receivedIn(page);
    expect(new Set(reported.map(({ slide }) => slide))).toEqual(new Set([0]));
    const times = reported.filter(({ type }) => type === 'time');
    const elapsed = ((times.at(-1)?.at ?? 0) - (times[0]?.at ?? 0)) / 1_000;
    expect(times.length).toBeLessThanOrEqual(Math.ceil(elapsed * 4) + 1);
    await page.evaluate('player.seek(1)');
    await frame.getByRole('button', { name: 'Choose Metal' }).click();
    await receives(({ type, tier }) => type === 'tier' && tier === 'better');
    await page.evaluate('player.seek(2, 3)');
    await receives(({ type, slide, second = 0 }) => type === 'time' && slide === 2 && second >= 3);
    await frame.getByRole('heading', { name: 'What happens next' }).waitFor();
    await page.evaluate('player.pause()');
    await frame.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await page.evaluate('player.seek(2, 1e6), player.play()');
    await receives(({ type }) => type === 'ended');
    expect(complaints).toEqual([]);
  });

  test('gets no frame when it is not listed', async () => {
    other.embedded = await present();
    const { page, complaints } = await browser.visit(other.url);
    await eventually(async () => complaints.some((text) => text.includes('frame-ancestors')));
    await page.evaluate('player.play()');
    expect(frameOf(page).url()).toBe('chrome-error://chromewebdata/');
    expect(await receivedIn(page)).toEqual([]);
    expect(app.log.join('')).not.toContain(new URL(other.embedded).pathname);
  });
});
