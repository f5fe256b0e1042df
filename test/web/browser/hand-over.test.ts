import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { ContractAnswer, PresentationAnswer } from '../../helpers/answers.ts';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { PageServer } from '../../helpers/page-server.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { EventRecorder } from '../../modules/event-recorder.ts';
import { cancelable, Contracts, presented } from '../../modules/contracts/contracts.ts';
import { faultsOf } from './drive.ts';

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

/** Reads and signs what is in the dialog. */
async function sign(page: Page, signerName: string): Promise<void> {
  await tabTo(page, page.getByLabel('I agree to this'));
  await page.keyboard.press(' ');
  await tabTo(page, page.getByLabel('Your full name'));
  await page.keyboard.type(signerName);
  await press(page, 'Sign');
}

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
      scope: 'view+sign',
    });
    const { page } = await browser.visit(link.body.url);
    return { id, page };
  }

  test('shows two owners the contract alone, who sign it by the keyboard alone, and is handed back', async () => {
    const { id, page } = await open(await presented(app.rest, { deck: cancelable }));
    const events = await EventRecorder.start(app);
    await press(page, 'Review and sign');
    await press(page, 'Hand the device over');
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
    await press(page, 'I have it back');
    await page.getByRole('dialog', { name: 'Your contract' }).getByText('Signed by Robin Whitaker on').waitFor();
    const types = (await events.taken()).map(({ type }) => type).filter((type) => type.startsWith('contract.'));
    expect(types).toEqual(['contract.signature_added', 'contract.signed']);
    expect((await contracts.read(id)).body.contract).toMatchObject({ status: 'signed', tier: 'better' });
    const { text } = await contracts.printed(id, { Authorization: `Bearer ${key}` });
    expect(text).toMatch(/Signed by Dana Whitaker .* Signed by Robin Whitaker/);
  }, 60_000);

  test('goes to both again when the contract changes between their signatures', async () => {
    const presentation = await presented(app.rest);
    const { id, page } = await open(presentation);
    await press(page, 'Review and sign');
    await press(page, 'Hand the device over');
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
    await page.getByText('Seller Changed').waitFor();
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
    const [languageCode, review, handOver, handTo, until] = words;
    const input = { language_settings: { language_code: languageCode } };
    const { page } = await open(await presented(app.rest, { deck: cancelable, input }), '2126-01-31T12:00:00Z');
    await page.getByText(until).first().waitFor();
    await press(page, review);
    expect(await page.getByRole('dialog').getByText(until).textContent()).toMatch(until);
    await press(page, handOver);
    await step(page, handTo);
  });

  test.each(
    ['light', 'dark'].flatMap((scheme) => [360, 1280].map((width) => [scheme as 'light' | 'dark', width] as const)),
  )(
    'has no fault that axe finds, in %s, %d pixels wide',
    async (colorScheme, width) => {
      const { page } = await open(await presented(app.rest, { deck: cancelable }));
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate(watch.script);
      const found: unknown[] = [];
      const look = async (): Promise<void> => {
        found.push(...(await faultsOf(page)));
      };
      await press(page, 'Review and sign');
      await page.getByRole('group', { name: 'Who signs?' }).waitFor();
      await look();
      await press(page, 'Hand the device over');
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
