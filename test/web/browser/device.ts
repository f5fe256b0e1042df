import type { Page } from 'playwright-core';
import { eventually } from '../../helpers/eventually.ts';

/** What the browser of a page has kept of links: the paths of files by their cache. */
export function keptFiles(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(`(async () => Object.fromEntries(await Promise.all((await caches.keys()).map(async (name) =>
    [name, (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)]))))()`);
}

/** Waits until the browser has kept the page and so many recordings of one link. */
export async function kept(page: Page, recordings: number): Promise<void> {
  const path = new URL(page.url()).pathname;
  await eventually(
    async () => {
      const files = Object.values(await keptFiles(page)).flat();
      const found = files.filter((file) => file.startsWith('/api/audio/')).length;
      return (
        files.includes(path) && found >= recordings && (await page.evaluate('!!navigator.serviceWorker.controller'))
      );
    },
    { timeoutMs: 20_000, what: 'a page that is kept' },
  );
}

/** Makes a page believe that its tab is in front, or in the background. */
export async function show(page: Page, isVisible: boolean): Promise<void> {
  await page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${!isVisible}, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'))`);
}

/**
 * Watches each change of a page for a text of one visitor beside the form for the next.
 *
 * @returns whether it was shown there until now
 */
export async function watchForLeaks(page: Page, text: string): Promise<() => Promise<unknown>> {
  await page.evaluate(`globalThis.hasLeaked = false;
    new MutationObserver(() => {
      globalThis.hasLeaked ||=
        document.querySelector('#key') !== null && document.body.textContent.includes(${JSON.stringify(text)});
    }).observe(document.body, { subtree: true, childList: true, characterData: true })`);
  return () => page.evaluate('hasLeaked');
}

/** Keys of what the page has stored beside its files. */
export function storedKeys(page: Page): Promise<string[]> {
  return page.evaluate('[...Object.keys(localStorage), ...Object.keys(sessionStorage)]');
}
