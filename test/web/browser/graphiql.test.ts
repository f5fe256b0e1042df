import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';

describeInBrowser('GraphiQL', () => {
  const app = useApp();
  const browser = useBrowser();

  test('works under a policy without inline styles and scripts', async () => {
    const { name } = await createDeck(app.rest);
    const { headers } = await fetch(`${app.base}/graphql`, { headers: { accept: 'text/html' } });
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    const { page, complaints } = await browser.visit(`${app.base}/graphql`);

    const editor = page.locator('.graphiql-query-editor');
    await editor.locator('.view-line').first().waitFor();
    await page.locator('.graphiql-execute-button').click();
    await page.locator('.graphiql-response', { hasText: name }).waitFor();
    // Lines that have lost their style attributes would all lie on each other.
    const tops = await editor
      .locator('.view-line')
      .evaluateAll((lines) => lines.map((line) => (line as unknown as { style: { top: string } }).style.top));
    expect(new Set(tops).size).toBe(tops.length);
    expect(tops.length).toBeGreaterThan(5);

    await editor.locator('.view-line').nth(1).click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Space');
    await page.locator('.suggest-widget.visible').waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Open settings dialog').click();
    await page.getByRole('dialog').waitFor();
    expect(complaints).toEqual([]);
  });

  test('opens the document of a link without running it, and makes a link of what is edited', async () => {
    const { name } = await createDeck(app.rest);
    const query =
      'query First { latestEventCursor }\nquery Second($search: String) { decks(search: $search) { nodes { name } } }';
    const variables = JSON.stringify({ search: name });
    const search = new URLSearchParams({ query, variables, operationName: 'Second' }).toString();
    // Programs get the result.
    const answered = await fetch(`${app.base}/graphql?${search}`, { headers: { accept: 'application/json' } });
    expect(await answered.text()).toContain(name);

    const sent: string[] = [];
    const { page, complaints } = await browser.visit(`${app.base}/favicon.ico`);
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.postData() ?? '');
    });
    await page.goto(`${app.base}/graphql?${search}`);
    await page.locator('.graphiql-query-editor', { hasText: 'query Second' }).waitFor();
    await page.locator('.graphiql-editor-tool', { hasText: 'search' }).waitFor();
    // It reads the schema, and nothing else.
    await eventually(() => sent.length > 0, { what: 'the schema' });
    expect(sent.filter((body) => !body.includes('IntrospectionQuery'))).toEqual([]);

    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.waitForURL(/operationName=Second/);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ query, variables, operationName: 'Second' });

    await page.getByRole('button', { name: 'Examples' }).click();
    await page.getByRole('menuitem', { name: 'Types of events' }).click();
    await page.locator('.graphiql-query-editor', { hasText: 'query EventTypes' }).waitFor();
    // Until GraphiQL has read the new document, the button opens a menu of the two operations before it.
    await page.locator('.graphiql-execute-button:not([aria-haspopup])').click();
    await page.locator('.graphiql-response', { hasText: '"eventTypes"' }).waitFor();
    expect(await page.getByRole('status').textContent()).toMatch(/^200, \d+ ms, [\d,]+ bytes$/);
    expect(await page.getByRole('link', { name: 'Schema' }).getAttribute('href')).toBe('/graphql/schema.graphql');
    const schema = await fetch(`${app.base}/graphql/schema.graphql`);
    expect(await schema.text()).toBe(await readFile(path.join(import.meta.dirname, '../../../schema.graphql'), 'utf8'));
    expect(complaints).toEqual([]);
  });

  test('gives each page a nonce of its own, and keeps none', async () => {
    const ask = async (): Promise<[string, string | null]> => {
      const response = await fetch(`${app.base}/graphql`, { headers: { accept: 'text/html' } });
      const [, nonce = ''] = /nonce="([^"]+)"/.exec(await response.text()) ?? [];
      expect(response.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
      return [nonce, response.headers.get('cache-control')];
    };
    const [[first, kept], [second]] = [await ask(), await ask()];
    expect([first.length, first === second, kept]).toEqual([24, false, 'no-store']);
  });
});
