import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { createDeck, createPresentation, createSlide } from '../../helpers/factories.ts';
import { PageServer } from '../../helpers/page-server.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { faultsOf } from './drive.ts';

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('API key or token').fill('a-key-of-more-than-16-characters');
  await page.getByRole('button', { name: 'Sign in' }).click();
}

describeInBrowser('the console for admins', () => {
  const watch = useServer(new PageServer(path.join(import.meta.dirname, 'page/watch.ts')));
  const app = useApp({ API_KEY: 'a-key-of-more-than-16-characters' });
  const browser = useBrowser();

  test('creates a key, rotates it and revokes it, and the audit log says so', async () => {
    const { page, complaints } = await browser.visit(`${app.base}/app/keys`);
    await signIn(page);
    await page.getByRole('heading', { name: 'No key yet' }).waitFor();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Website');
    await page.getByRole('button', { name: 'Create key' }).click();
    // Without a scope it is refused, beside the scopes.
    await page.locator('fieldset .fault').waitFor();
    await page.getByLabel('Read decks', { exact: true }).check();
    await page.getByRole('button', { name: 'Create key' }).click();
    const first = await page.getByLabel('Value of the key').innerText();
    const read = async (token: string) =>
      (await fetch(`${app.base}/api/decks`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await read(first)).toBe(200);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Rotate Website' }).click();
    await page.getByRole('button', { name: 'Rotate', exact: true }).click();
    const second = await page.getByLabel('Value of the key').innerText();
    expect(second).not.toBe(first);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Revoke Website' }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    expect(await Promise.all([read(first), read(second)])).toEqual([401, 401]);
    await page.goto(`${app.base}/app/audit?operation=revokeApiKey`);
    await page.getByRole('rowheader', { name: /^revokeApiKey/ }).waitFor();
    expect(await page.getByRole('rowheader').count()).toBe(1);
    expect(complaints.filter((one) => !one.includes('401'))).toEqual([]);
  });

  test('exports what is stored about a homeowner, and erases it after a question', async () => {
    const { id } = await createDeck(app.rest);
    await createSlide(app.rest, id);
    await createPresentation(app.rest, id, {
      homeowner: { first_name: 'Dana', last_name: 'Whitaker', email: 'dana@example.com' },
    });
    const { page, complaints } = await browser.visit(`${app.base}/app/privacy`);
    await page.getByLabel('E-mail address', { exact: true }).fill('Dana@Example.com');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    expect((await saved).suggestedFilename()).toBe('homeowner.json');
    await page.getByRole('button', { name: 'Erase' }).click();
    await page.getByRole('button', { name: 'Erase for good' }).click();
    await page.getByText('1 presentation', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  test.each([
    ['/app/privacy', 'light', 360],
    ['/app/keys', 'light', 360],
    ['/app/audit', 'light', 360],
    ['/app/usage', 'light', 360],
    ['/app/status', 'light', 360],
    ['/app/keys', 'dark', 1280],
    ['/app/audit', 'dark', 1280],
  ] as const)('at %s passes axe in %s, %d pixels wide with text of 200 %%', async (place, colorScheme, width) => {
    const { page } = await browser.visit(app.base + place);
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    await page.locator('main table, main .empty, main .status, main form').first().waitFor();
    await page.evaluate(watch.script);
    expect(await faultsOf(page)).toEqual([]);
  });
});
