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

/** Keys of what the page has stored beside its files. */
export function storedKeys(page: Page): Promise<string[]> {
  return page.evaluate('[...Object.keys(localStorage), ...Object.keys(sessionStorage)]');
}
