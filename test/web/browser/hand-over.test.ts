import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { ContractAnswer, PresentationAnswer } from '../../helpers/answers.ts';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { eventually } from '../../helpers/eventually.ts';
import { PageServer } from '../../helpers/page-server.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { EventRecorder } from '../../rules/event-recorder.ts';
import { cancelable, Contracts, presented } from '../../contracts/contracts.ts';
import { inspect } from './drive.ts';

const key = 'a-key-of-more-than-16-characters';

/** Moves the focus by the Tab key until it is there. */
async function tabTo(page: Page, aim: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await aim.and(page.locator(':focus')).count()) === 1) return;
  }
  throw new Error(`40 Tabs do not reach ${String(aim)}`);
}

/** What the Tab key reaches. */
async function reachable(page: Page): Promise<string[]> {
  const reached = new Set<string>();
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab');
    for (const text of await page.locator('body :focus').allTextContents()) reached.add(text);
  }
  return [...reached];
}

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('button', { name, exact: true }));
  await page.keyboard.press('Enter');
}

/** Reads and signs what is in the dialog: the first tier, where none is chosen. */
async function sign(page: Page, signerName: string): Promise<void> {
  if ((await page.getByRole('radio', { checked: true }).count()) === 0) {
    await tabTo(page, page.getByRole('radio').first());
    await page.keyboard.press(' ');
  }
  await tabTo(page, page.getByLabel('I agree to this'));
  await page.keyboard.press(' ');
  await tabTo(page, page.getByLabel('Your full name'));
  await page.keyboard.type(signerName);
  await press(page, 'Sign');
}

const pin = '2468';

/** Hands the device over with a PIN. */
async function handOver(page: Page, name = 'Hand the device over'): Promise<void> {
  await press(page, name);
  await page.locator('.pin .field:focus').waitFor();
  await page.keyboard.type(pin);
  await page.keyboard.press('Enter');
  await page.locator('dialog.whole h2:focus').waitFor();
}

/** Gives the page back, at the step that asks for the PIN. */
async function getBack(page: Page, given = pin): Promise<void> {
  await tabTo(page, page.getByLabel('PIN of the seller'));
  await page.keyboard.type(given);
  await page.keyboard.press('Enter');
}

/** Goes back in the history of a page that stays. */
const goBack = (page: Page): Promise<void> =>
  page.evaluate(`new Promise((done) => {
    addEventListener('popstate', () => setTimeout(done), { once: true });
    history.back();
  })`);

/** The step that the dialog is at, which the focus is on. */
const step = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 2, name, exact: true }).and(page.locator(':focus')).waitFor();

describeInBrowser('a device that is handed over', () => {
  const app = useApp({ API_KEY: key, GRAPHIQL: 'off' });
  const browser = useBrowser();
  const watch = useServer(new PageServer(path.join(import.meta.dirname, 'page/watch.ts')));
  const contracts = new Contracts(app);
  /** A contract for two owners, and the page of their link. */
  async function open(presentation: PresentationAnswer, expiresAt?: string): Promise<{ id: string; page: Page }> {
    const drafts = `/api/presentations/${presentation.id}/contracts`;
    const { body } = await app.rest.post<{ contract: ContractAnswer }>(drafts, { coSigner: 'Robin Whitaker' });
    const { id } = body.contract;
    await contracts.move(id, 'send', { expiresAt });
    const link = await app.rest.post<{ url: string }>(`/api/presentations/${presentation.id}/links`, {
      name: 'Tablet',
      scope: 'view_and_sign',
    });
    const { page } = await browser.visit(link.body.url);
    return { id, page };
  }

  test('shows two owners the contract alone, who sign it by the keyboard alone, and is handed back', async () => {
    const { id, page } = await open(await presented(app.rest, { deck: cancelable }));
    const events = await EventRecorder.start(app);
    await press(page, 'Review and sign');
    await handOver(page);
    await step(page, 'Hand the device to Dana Whitaker');
    expect(await reachable(page)).toEqual(['I am Dana Whitaker', 'Hand the device back']);
    for (const name of [...Array<string>(8).fill('Escape'), 'o']) await page.keyboard.press(name);
    await page.getByRole('dialog', { name: 'Hand the device to Dana Whitaker' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    await press(page, 'I am Dana Whitaker');
    await step(page, 'Your contract');
    await page
      .getByRole('dialog')
      .getByText(/^You can sign this contract until the end of .*\(Mountain Time\)\.$/)
      .waitFor();
    await tabTo(page, page.getByRole('radio', { name: 'Good roof' }));
    await page.keyboard.press('ArrowDown');
    await sign(page, 'Dana Whitaker');
    await step(page, 'Hand the device to Robin Whitaker');
    await page.getByText('Robin Whitaker has still to sign.').waitFor();
    await press(page, 'I am Robin Whitaker');
    expect(await page.getByRole('radio').count()).toBe(1);
    await sign(page, 'Robin Whitaker');
    await step(page, 'Hand the device back');
    await getBack(page);
    await page.getByRole('dialog', { name: 'Your contract' }).getByText('Signed by Robin Whitaker on').waitFor();
    const types = (await events.taken()).map(({ type }) => type).filter((type) => type.startsWith('contract.'));
    expect(types).toEqual(['contract.signature_added', 'contract.signed']);
    expect((await contracts.read(id)).body.contract).toMatchObject({ status: 'signed', tier: 'better' });
    const { text } = await contracts.printed(id, { Authorization: `Bearer ${key}` });
    expect(text).toMatch(/Signed by Dana Whitaker .* Signed by Robin Whitaker/);
  }, 60_000);

  test('is left neither by going back nor by a reload, and is handed back with the PIN of the seller alone', async () => {
    const { id, page } = await open(await presented(app.rest));
    await press(page, 'Review and sign');
    await handOver(page);
    await press(page, 'I am Dana Whitaker');
    await page.getByLabel('Your full name').fill('Dana W');
    for (let steps = 0; steps < 3; steps += 1) {
      await goBack(page);
      await page.getByRole('dialog', { name: 'Your contract' }).waitFor();
    }
    await press(page, 'Hand the device back');
    await step(page, 'Hand the device back');
    await getBack(page, '1111');
    await page.getByText('This is not the PIN.').waitFor();
    await press(page, 'Back to the contract');
    expect(await page.getByLabel('Your full name').inputValue()).toBe('Dana W');
    await page.reload();
    await step(page, 'Hand the device to Dana Whitaker');
    await goBack(page);
    await contracts.move(id, 'void');
    await step(page, 'Hand the device back');
    for (let tries = 0; tries < 4; tries += 1) await getBack(page, '1111');
    await page.getByText('Too many wrong PINs.').waitFor();
    await getBack(page);
    await page.getByText('Too many wrong PINs.').waitFor();
    await page.clock.install();
    await page.clock.fastForward(31_000);
    await getBack(page);
    await page.getByRole('dialog', { name: 'Your contract' }).waitFor();
    // The browser goes back after the page has asked for it.
    await eventually(async () => (await page.evaluate('history.state')) === null);
  }, 60_000);

  test('shows no window of a presenter, by whatever address', async () => {
    const { page } = await open(await presented(app.rest));
    const url = page.url();
    await press(page, 'Review and sign');
    await handOver(page);
    await page.goto(`${url}?present`);
    await step(page, 'Hand the device to Dana Whitaker');
    expect(page.url()).toBe(url);
  }, 60_000);

  test('asks for the PIN in a field that has the focus at once, which no change of the contract takes', async () => {
    const { page } = await open(await presented(app.rest));
    await press(page, 'Review and sign');
    await page.getByRole('button', { name: 'Hand the device over', exact: true }).waitFor();
    const focused = await page.evaluate(`(async () => {
      [...document.querySelectorAll('button')].find((one) => one.textContent === 'Hand the device over').click();
      // Until the page is drawn: no frame, and nothing that waits for one.
      for (let turns = 0; turns < 20; turns += 1) await null;
      return document.activeElement.matches('.pin .field');
    })()`);
    expect(focused).toBe(true);
  }, 60_000);

  test('goes to both again when the contract changes between their signatures', async () => {
    const presentation = await presented(app.rest);
    const { id, page } = await open(presentation);
    await press(page, 'Review and sign');
    await handOver(page);
    await press(page, 'I am Dana Whitaker');
    const readAgain = page.waitForResponse('**/api/guest/contracts');
    await sign(page, 'Dana Whitaker');
    await press(page, 'I am Robin Whitaker');
    await readAgain;
    await app.rest.put(`/api/decks/${presentation.deckId}`, { brandName: 'Other Roofing' });
    await sign(page, 'Robin Whitaker');
    await step(page, 'Hand the device to Dana Whitaker');
    await press(page, 'I am Dana Whitaker');
    await page.getByText('The contract has changed. Please read it again.').waitFor();
    await page.getByText('Other Roofing Changed').waitFor();
    await sign(page, 'Dana Whitaker');
    await step(page, 'Hand the device to Robin Whitaker');
    expect((await contracts.read(id)).body.contract).toMatchObject({
      missingSigners: ['co_signer'],
      signatures: [{ name: 'Dana Whitaker' }],
    });
  }, 60_000);

  test.each([
    [
      'es',
      'Revisar y firmar',
      'Entregar el dispositivo',
      'Entregue el dispositivo a Dana Whitaker',
      /hasta el 31 de enero de 2126[^(]*5:00 \(hora de las Montañas Rocosas\)\.$/,
    ],
    [
      'de',
      'Lesen und unterschreiben',
      'Das Gerät weitergeben',
      'Geben Sie das Gerät an Dana Whitaker',
      /bis zum 31\. Januar 2126 um 05:00 \(Rocky-Mountains?-Zeit\) unterschreiben\.$/,
    ],
  ])('speaks %s, and says beside the prices and in the contract until when it can be signed', async (...words) => {
    const [languageCode, review, handOverName, handTo, until] = words;
    const deck = { ...cancelable, defaultLanguage: languageCode };
    const { page } = await open(await presented(app.rest, { deck }), '2126-01-31T12:00:00Z');
    await page.getByText(until).first().waitFor();
    await press(page, review);
    expect(await page.getByRole('dialog').getByText(until).textContent()).toMatch(until);
    await handOver(page, handOverName);
    await step(page, handTo);
  });

  test.each(
    ['light', 'dark'].flatMap((scheme) => [360, 1280].map((width) => [scheme as 'light' | 'dark', width] as const)),
  )(
    'has no fault that axe finds, in %s, %d pixels wide',
    async (colorScheme, width) => {
      const { page } = await open(await presented(app.rest, { deck: cancelable }));
      const { found, look } = await inspect(page, watch.script, { colorScheme, width });
      await press(page, 'Review and sign');
      await page.getByRole('group', { name: 'Who signs?' }).waitFor();
      await look();
      await press(page, 'Hand the device over');
      await page.locator('.pin .field:focus').waitFor();
      await look();
      await page.keyboard.type(pin);
      await page.keyboard.press('Enter');
      for (const name of ['Dana Whitaker', 'Robin Whitaker']) {
        await step(page, `Hand the device to ${name}`);
        await look();
        await press(page, `I am ${name}`);
        await look();
        await sign(page, name);
      }
      await step(page, 'Hand the device back');
      await look();
      expect(found).toEqual([]);
    },
    60_000,
  );
});
