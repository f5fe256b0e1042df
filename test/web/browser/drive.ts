import type { Page } from 'playwright-core';
import type { Driver } from './page/driver.ts';

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
