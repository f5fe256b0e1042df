import type { Page } from 'playwright-core';
import type { Driver } from './page/driver.ts';
import type { Watcher } from './page/watcher.ts';

/** Calls the script of the tests in a page, which Vite has bundled as an application would be. */
export function drive<Name extends keyof Driver>(page: Page, name: Name, ...given: Parameters<Driver[Name]>) {
  return page.evaluate(
    async ([method, input]) => {
      const { driver } = globalThis as unknown as { driver: Record<string, (...values: string[]) => Promise<unknown>> };
      return driver[method]?.(...input);
    },
    [name, given as string[]] as const,
  ) as ReturnType<Driver[Name]>;
}

/** Calls `page/watch.ts` in a page that has its script. */
export const ask = <Name extends keyof Watcher>(page: Page, name: Name) =>
  page.evaluate(`driver.${name}()`) as ReturnType<Watcher[Name]>;

/** Looks at a page of a size and a scheme at several moments. @param script of `page/watch.ts` */
export async function inspect(
  page: Page,
  script: string,
  { colorScheme, width }: { readonly colorScheme: 'light' | 'dark'; readonly width: number },
): Promise<{ readonly found: readonly unknown[]; readonly look: () => Promise<void> }> {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(script);
  const found: unknown[] = [];
  return { found, look: async () => void found.push(...(await faultsOf(page))) };
}

/** What axe finds in a page, and whether something of it is cut off at the side. */
export async function faultsOf(page: Page): Promise<readonly unknown[]> {
  const faults = await ask(page, 'faults');
  return (await ask(page, 'isCutOff')) ? [...faults, 'too wide'] : faults;
}
