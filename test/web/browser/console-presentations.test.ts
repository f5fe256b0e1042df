import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Contracts, presented, productData } from '../../contracts/contracts.ts';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { createDeck, createPresentation, createSlide } from '../../helpers/factories.ts';
import { PageServer } from '../../helpers/page-server.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { guestOf } from '../../homeowners/questions/guest.ts';
import { issue } from '../../trust/keys/issued.ts';
import { faultsOf } from './drive.ts';

const key = 'a-key-of-more-than-16-characters';
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

/** A file as spreadsheets on Windows write it. Of its 200 lines one has no last name, one no number, one no e-mail address. */
function homeowners(): string {
  const lines = Array.from({ length: 200 }, (_, at) => {
    const last = at === 20 ? '' : `"Whit;aker ${at}"`;
    const squares = at === 99 ? 'many' : '24,5';
    const email = at === 150 ? 'nowhere' : `dana${at}@example.com`;
    return `Dana;${last};${email};+15125550123;${squares};"=1+1 ""so"""`;
  });
  return `\uFEFF${['First name;Surname;E-mail;Phone;Squares;Notes', ...lines].join('\r\n')}\r\n`;
}

describeInBrowser('presentations in the console', () => {
  const watch = useServer(new PageServer(path.join(import.meta.dirname, 'page/watch.ts')));
  const app = useApp({ API_KEY: key, SPEECH: 'none' });
  const browser = useBrowser();
  const contracts = new Contracts(app);

  async function open(place: string, value = key) {
    const visit = await browser.visit(app.base + place);
    if (value !== key) {
      await visit.page.context().clearCookies();
      await visit.page.reload();
    }
    const field = visit.page.getByLabel('API key or token');
    await field.or(visit.page.getByRole('navigation', { name: 'Console' })).waitFor();
    if (await field.isVisible()) {
      await field.fill(value);
      await button(visit.page, 'Sign in').click();
      await field.waitFor({ state: 'detached' });
    }
    visit.complaints.length = 0; // the session was requested without one
    return visit;
  }

  async function createPricedDeck(): Promise<string> {
    const { id } = await createDeck(app.rest, { name: 'Roofs of one hour', brandName: 'Larkspur Roofing' });
    await createSlide(app.rest, id, { slideType: 'product_pricing_v1', productData, title: 'Your options' });
    return id;
  }

  const countOf = async (deckId: string): Promise<number> => {
    const query = `{ presentations(deckId: "${deckId}", first: 1) { totalCount } }`;
    return (await app.graphql.data<{ presentations: { totalCount: number } }>(query)).presentations.totalCount;
  };

  test('are made by keyboard from a deck, opened by their link, watched and signed while the console shows it', async () => {
    const deckId = await createPricedDeck();
    const { page, complaints } = await open(`/app/presentations/new?deck=${deckId}`);
    await page.getByLabel('First name').focus();
    await page.keyboard.type('Dana');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Whitaker');
    await page.getByLabel('Roof area').focus();
    await page.keyboard.type('24,5');
    await page.getByRole('row', { name: /Good roof \$11,800/ }).waitFor();
    await page.getByLabel('E-mail').focus();
    await page.keyboard.type('dana@nowhere');
    await page.keyboard.press('Enter');
    // The refusal stands at its field, which has the focus.
    const email = page.getByLabel('E-mail');
    await email.and(page.locator('[aria-invalid="true"]:focus')).waitFor();
    await email.fill('dana@example.com');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Dana Whitaker' }).waitFor();
    expect(await countOf(deckId)).toBe(1);

    await button(page, 'Draft contract').press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Contract of Dana Whitaker' }).waitFor();
    await button(page, 'Send').press('Enter');
    await page.getByRole('status').getByText('Sent', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Open presentation' }).press('Enter');

    await button(page, 'New link').press('Enter');
    await page.getByLabel('Name', { exact: true }).fill('Phone of Dana');
    await page.keyboard.press('Enter');
    const url = await page.getByRole('textbox', { name: 'New link' }).inputValue();
    await button(page, 'Show QR code').last().press('Enter');
    await page.getByRole('img', { name: 'QR code of the link' }).waitFor();
    await page.keyboard.press('Escape');

    const homeowner = await browser.visit(url);
    await button(homeowner.page, 'Review and sign').waitFor();
    await page.getByRole('status').getByText('Watched in the last minute').waitFor();
    await button(homeowner.page, 'Review and sign').click();
    const dialog = homeowner.page.getByRole('dialog', { name: 'Your contract' });
    await dialog.getByRole('radio', { name: 'Better roof' }).check();
    await dialog.getByLabel('I agree to this').check();
    await dialog.getByLabel('Your full name').fill('Dana Whitaker');
    await button(homeowner.page, 'Sign').click();
    await dialog.getByText('Signed by Dana Whitaker').waitFor();
    await page.getByRole('region', { name: 'Contracts' }).getByText('Signed', { exact: true }).waitFor();
    await homeowner.page.keyboard.press('Escape');

    await button(page, 'Revoke Phone of Dana').press('Enter');
    await button(page, 'Revoke').last().press('Enter');
    await page.getByText('The link is revoked. It opens nothing from now on.').waitFor();
    const refused = await browser.visit(url);
    await refused.page.getByText('This link does not open a presentation.').waitFor();
    await page.getByRole('region', { name: 'Links' }).getByText('Revoked', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  }, 60_000);

  test('are made of 197 lines of a file with 200, and of the 3 others once they are mended in the report', async () => {
    const deckId = await createPricedDeck();
    const { page, complaints } = await open(`/app/presentations/import?deck=${deckId}`);
    const choose = async (text: string): Promise<void> => {
      const buffer = Buffer.from(text);
      await page.getByLabel('CSV file').setInputFiles({ name: 'homeowners.csv', mimeType: 'text/csv', buffer });
    };
    await choose(homeowners());
    await page.getByText('198 of 200 lines can be sent.').waitFor();
    await page.getByRole('rowheader', { name: 'Line 22' }).waitFor();
    await button(page, 'Create 198 presentations').dblclick();
    await page.getByRole('link', { name: 'See the presentations' }).waitFor({ timeout: 60_000 });
    await page.getByText('197 presentations made, 3 lines refused.').waitFor();
    expect(await countOf(deckId)).toBe(197);
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download the report').click()]);
    const report = await readFile(await file.path(), 'utf8');
    expect(report.split('\r\n').slice(1)).toEqual([
      expect.stringMatching(/^Dana;;dana20@example.com;"'\+15125550123";24,5;"'=1\+1 ""so""";22;Last name;required;/),
      expect.stringMatching(/^Dana;"Whit;aker 99";.*;101;Roof area;type;/),
      expect.stringMatching(/^Dana;"Whit;aker 150";.*;152;E-mail;format;/),
      '',
    ]);
    await choose(report.replace('Dana;;', 'Dana;Whitaker;').replace('many', '25').replace('nowhere', 'a@example.com'));
    await button(page, 'Create 3 presentations').click();
    await page.getByText('3 presentations made, 0 lines refused.').waitFor();
    // The file as a whole makes nothing twice.
    await choose(homeowners());
    await page.getByText('197 were made before.').waitFor();
    expect(await countOf(deckId)).toBe(200);
    expect(complaints).toEqual([]);
  }, 120_000);

  test('are shown to a key that reads, which is offered no change, and the list follows what is made', async () => {
    const deckId = await createPricedDeck();
    const { token } = await issue(app, { scopes: ['presentations:read', 'contracts:read'] });
    const page = (await open(`/app/presentations`, token)).page;
    await page.getByRole('status').getByText('Live').waitFor();
    const name = { first_name: 'Robin', last_name: 'Okafor' };
    const { body } = await app.rest.post<{ presentation: { id: string } }>(`/api/decks/${deckId}/presentations`, {
      homeowner: name,
    });
    await page.getByRole('link', { name: 'Robin Okafor' }).click();
    await page.getByRole('heading', { level: 1, name: 'Robin Okafor' }).waitFor();
    await page.getByRole('region', { name: 'Contracts' }).waitFor();
    for (const action of ['New link', 'Edit', 'Draft contract', 'Delete presentation', 'Revoke Player']) {
      expect([action, await button(page, action).count()]).toEqual([action, 0]);
    }
    await app.rest.delete(`/api/presentations/${body.presentation.id}`);
    await page.getByRole('heading', { name: 'There is no such presentation' }).waitFor();
    await button(page, 'Sign out').click();
  });

  test('show all of their links and contracts, 20 at a time', async () => {
    const presentation = await presented(app.rest);
    const count = 21;
    for (let made = 1; made <= count; made += 1) {
      const { status } = await app.rest.post(`/api/presentations/${presentation.id}/links`, { name: `Link ${made}` });
      expect(status).toBe(201);
      await contracts.move((await contracts.create(presentation.id)).body.contract.id, 'void');
    }
    const { page, complaints } = await open(`/app/presentations/${presentation.id}`);
    // The page of the presentation has a link of its own.
    for (const [name, most] of [
      ['Links', count + 1],
      ['Contracts', count],
    ] as const) {
      const items = page.getByRole('region', { name }).getByRole('listitem');
      await items.getByRole('button', { name: 'Show more' }).click();
      await items.nth(most - 1).waitFor();
      expect(await items.count()).toBe(most);
      expect(await items.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    }
    await page.getByText('Link 1', { exact: true }).waitFor();
    await button(page, 'Revoke Link 1').click();
    await button(page, 'Revoke').click();
    await page
      .getByRole('listitem')
      .filter({ hasText: /^Link 1Revoked/ })
      .waitFor();
    expect(complaints).toEqual([]);
  }, 60_000);

  test('list in one request what their homeowners ask in vain, by deck', async () => {
    for (const name of ['Roofs of the east', 'Roofs of the west']) {
      const deck = await createDeck(app.rest, { name });
      const guest = await guestOf(app, await createPresentation(app.rest, deck.id));
      await guest.rest.post('/api/guest/questions', { question: `Do ${name} have zebras?` });
    }
    const { page, complaints } = await open('/app/contracts');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/graphql') asked.push(request.postData() ?? '');
    });
    await page.getByRole('link', { name: 'Questions' }).click();
    for (const name of ['Roofs of the east', 'Roofs of the west']) {
      await page
        .getByRole('region', { name })
        .getByRole('row', { name: `Do ${name} have zebras?` })
        .waitFor();
    }
    expect(asked.filter((body) => body.includes('unansweredQuestions'))).toHaveLength(1);
    await page.getByLabel('Deck').selectOption({ label: 'Roofs of the west' });
    await page.getByRole('region', { name: 'Roofs of the east' }).waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Roofs of the west' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test.each([
    ['light', 360],
    ['dark', 1280],
  ] as const)(
    'pass axe in %s, %d pixels wide with text of 200 %%, and nothing is cut off',
    async (scheme, width) => {
      const presentation = await presented(app.rest);
      const contract = await contracts.in('signed', presentation);
      const { page } = await open('/app');
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: scheme });
      const places: readonly (readonly [place: string, shown: string])[] = [
        ['/app/presentations', '.rows'],
        [`/app/presentations/new?deck=${presentation.deckId}`, '#preview'],
        [`/app/presentations/import?deck=${presentation.deckId}`, '#lines'],
        [`/app/presentations/${presentation.id}`, '#watched'],
        ['/app/contracts', '.rows'],
        [`/app/contracts/${contract.id}`, '#timeline'],
        ['/app/questions', '.empty, table.rows'],
      ];
      for (const [place, shown] of places) {
        await page.goto(app.base + place);
        if (place.includes('import')) await page.getByLabel('Or paste the lines').fill(homeowners());
        await page.locator(shown).first().waitFor();
        await page.evaluate("document.documentElement.style.fontSize = '200%'");
        await page.evaluate(watch.script);
        expect([place, await faultsOf(page)]).toEqual([place, []]);
      }
    },
    60_000,
  );
});
