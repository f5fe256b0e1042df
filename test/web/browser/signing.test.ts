import { expect, jest, test } from '@jest/globals';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import type { PresentationAnswer } from '../../helpers/answers.ts';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createPresentation, createSlide } from '../../helpers/factories.ts';
import { realTimers } from '../../helpers/fake-clock.ts';
import { useApp } from '../../helpers/test-app.ts';
import { show } from './device.ts';
import { cancelable, Contracts, presented } from '../../contracts/contracts.ts';

const key = 'a-key-of-more-than-16-characters';
const addOns = [{ key: 'guards', label: 'Gutter guards', amount: 1_850 }];
const ice = { key: 'ice', label: 'Ice shield', amount: 1_850 };
const withAddOn = {
  defaultSelectedTier: 'better',
  good: { name: 'Essential', price: 30_000, addOns },
  better: { name: 'Signature', price: 40_000, addOns },
};
const withTwoAddOns = { good: { name: 'Essential', price: 30_000, addOns: [...addOns, ice] } };
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Two strokes with the mouse. */
async function draw(page: Page): Promise<void> {
  const pad = page.locator('canvas');
  await pad.scrollIntoViewIfNeeded();
  const { x, y } = (await pad.boundingBox()) ?? { x: 0, y: 0 };
  for (const [from, to] of [
    [20, 120],
    [140, 220],
  ] as const) {
    await page.mouse.move(x + from, y + 80);
    await page.mouse.down();
    await page.mouse.move(x + to, y + 40, { steps: 5 });
    await page.mouse.up();
  }
}

/** Runs something while the server is so many hours later: its timers and those of the test go on. */
async function later<T>(hours: number, run: () => Promise<T>): Promise<T> {
  jest.useFakeTimers({ now: Date.now() + hours * 3_600_000, doNotFake: [...realTimers], advanceTimers: true });
  try {
    return await run();
  } finally {
    jest.useRealTimers();
  }
}

describeInBrowser('a contract at the page of a homeowner', () => {
  const app = useApp({ API_KEY: key, GRAPHIQL: 'off' });
  const browser = useBrowser();
  const contracts = new Contracts(app);

  async function open(presentation: PresentationAnswer): Promise<{ page: Page; complaints: string[] }> {
    const link = { name: 'Phone', scope: 'view_and_sign' };
    const { body } = await app.rest.post<{ url: string }>(`/api/presentations/${presentation.id}/links`, link);
    const visit = await browser.visit(body.url);
    await button(visit.page, 'Review and sign').click();
    return visit;
  }

  test('shows the notice of cancellation, is signed, and is canceled after a second question', async () => {
    const presentation = await presented(app.rest, { deck: cancelable });
    const { id } = await contracts.in('sent', presentation);
    const { page, complaints } = await open(presentation);
    const dialog = page.getByRole('dialog', { name: 'Your contract' });
    await dialog.getByRole('heading', { name: 'NOTICE OF CANCELLATION' }).waitFor();
    await dialog.getByText('410 Congress Avenue, Austin, TX 78701, NOT LATER THAN MIDNIGHT').waitFor();
    await dialog.getByText('You, the buyer, may cancel this transaction').waitFor();
    await dialog.getByRole('radio', { name: 'Better roof' }).check();
    await dialog.getByLabel('I agree to this').check();
    await dialog.getByLabel('Your full name').fill('Dana Whitaker');
    await draw(page);
    await button(page, 'Sign').click();
    await dialog.getByText('You may cancel this contract until midnight of').waitFor();
    const focused = page.locator(':focus');
    await dialog.getByRole('status').and(focused).getByText('Signed by Dana Whitaker').waitFor();
    await button(page, 'Cancel this contract').click();
    await dialog.getByText('Do you cancel the contract that you have signed?').and(focused).waitFor();
    const { contract } = (await contracts.read(id)).body;
    expect([contract.status, contract.signatures[0]?.drawing?.strokes.length]).toEqual(['signed', 2]);
    expect(await page.locator('.drawn polyline').count()).toBe(2);
    await button(page, 'Yes, cancel it').click();
    await dialog.getByText('You canceled this contract on').waitFor();
    expect((await contracts.read(id)).body.contract.status).toBe('rescinded');
    expect(complaints).toEqual([]);
  });

  test.each([
    ['ahead of', 365, false, 1],
    ['behind', -365, true, 0],
  ])('is canceled as long as the server says, at a device whose clock is %s it', async (_what, days, isOver, shown) => {
    const presentation = await presented(app.rest, { deck: cancelable });
    const { id } = await contracts.in('signed', presentation);
    if (isOver) {
      await sql`update contract set rescindable_until = now() - interval '1 minute' where id = ${id}`.execute(
        app.database.connection.kysely,
      );
    }
    const { page } = await open(presentation);
    await page.clock.setSystemTime(Date.now() + days * 86_400_000);
    await page.reload();
    await button(page, 'Review and sign').click();
    const dialog = page.getByRole('dialog', { name: 'Your contract' });
    await dialog.getByRole('link', { name: 'Open the PDF' }).waitFor();
    await dialog.getByText('Signed by Dana Whitaker').waitFor();
    expect(await button(page, 'Cancel this contract').count()).toBe(shown);
  });

  test('opens its PDF hours after the page was opened, and again at a reload, and says in words where that fails', async () => {
    const presentation = await presented(app.rest, { deck: cancelable });
    await contracts.in('signed', presentation);
    const { page } = await open(presentation);
    const link = page.getByRole('dialog', { name: 'Your contract' }).getByRole('link', { name: 'Open the PDF' });
    await link.waitFor();
    const printed: number[] = [];
    page.context().on('response', (response) => {
      if (response.url().includes('/document.pdf')) printed.push(response.status());
    });
    const isShown = async (tab: Page): Promise<void> => {
      await tab.getByRole('link', { name: 'Save the PDF' }).waitFor();
      // The viewer of the browser, in the frame.
      await eventually(() => tab.frames().some((frame) => frame.url().startsWith('chrome-extension:')));
      expect(tab.url()).toMatch(/\/p\/[\w-]+\?pdf=[\w-]+$/);
    };
    const [tab] = await later(12, async () => {
      const opened = await Promise.all([page.context().waitForEvent('page'), link.click()]);
      await isShown(opened[0]);
      return opened;
    });
    // The tab of a phone that is loaded again when its link to the file has ended.
    await later(36, async () => {
      await tab.reload();
      await isShown(tab);
    });
    expect(printed).toEqual([200, 200]);
    await tab.close();
    await page.context().route('**/document.pdf*', (route) => route.fulfill({ status: 503, body: '{"code":""}' }));
    const [failing] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await failing.getByText('This did not work. Please try again.').waitFor();
    await page.context().unroute('**/document.pdf*');
    await button(failing, 'Try again').click();
    await isShown(failing);
    expect(printed.at(-1)).toBe(200);
  });

  test('shows the second owner the signature of the first, and its notice, without a reload', async () => {
    const presentation = await presented(app.rest, { deck: cancelable });
    const { id } = await contracts.in('sent', presentation, { coSigner: 'Robin Whitaker' });
    const { page, complaints } = await open(presentation);
    const dialog = page.getByRole('dialog', { name: 'Your contract' });
    await dialog.getByRole('radio', { name: 'Robin Whitaker' }).waitFor();
    expect((await contracts.move(id, 'sign', await contracts.signature(id))).status).toBe(200);
    await dialog.getByText('Signed by Dana Whitaker on').waitFor();
    await dialog.getByText('Robin Whitaker has still to sign.').waitFor();
    await dialog.getByText('The other owner has still to sign. If they sign on a later day').waitFor();
    expect(await dialog.getByRole('radio', { name: 'Dana Whitaker' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('that gets an add-on while its form is filled in keeps tier, name and drawing, shows both amounts, and asks again', async () => {
    const presentation = await presented(app.rest, { slide: { productData: withAddOn } });
    const { id } = await contracts.in('sent', presentation);
    const { page, complaints } = await open(presentation);
    const dialog = page.getByRole('dialog', { name: 'Your contract' });
    const essential = dialog.getByRole('radio', { name: 'Essential' });
    await essential.check();
    await dialog.getByLabel('I agree to this').check();
    await dialog.getByLabel('Your full name').fill('Dana Whitaker');
    await draw(page);
    await app.rest.put(`/api/presentations/${presentation.id}/add-ons`, { addOns: ['guards'] });
    await dialog.getByText('The contract has changed. Please read it again.').and(page.locator(':focus')).waitFor();
    await dialog.getByRole('radio', { name: 'Essential $31,850.00 (before: $30,000.00)' }).waitFor();
    await dialog.getByRole('row', { name: 'Total $31,850.00 (before: $30,000.00)' }).waitFor();
    expect(await essential.isChecked()).toBe(true);
    expect(await dialog.getByLabel('I agree to this').isChecked()).toBe(false);
    expect(await button(page, 'Sign').isDisabled()).toBe(true);
    await dialog.getByLabel('I agree to this').check();
    await button(page, 'Sign').click();
    await dialog.getByText('Signed by Dana Whitaker on').waitFor();
    const { contract } = (await contracts.read(id)).body;
    expect(contract).toMatchObject({ status: 'signed', tier: 'good', signatures: [{ name: 'Dana Whitaker' }] });
    expect(contract.signatures[0]?.drawing?.strokes.length).toBe(2);
    expect(complaints).toEqual([]);
  });

  test('says what was read before the first of two changes, until the consent is given anew', async () => {
    const presentation = await presented(app.rest, { slide: { productData: withTwoAddOns } });
    await contracts.in('sent', presentation);
    const { page } = await open(presentation);
    const dialog = page.getByRole('dialog', { name: 'Your contract' });
    const add = (keys: readonly string[]) =>
      app.rest.put(`/api/presentations/${presentation.id}/add-ons`, { addOns: keys });
    const total = (text: string): Promise<void> =>
      dialog.getByRole('radio', { name: `Essential ${text}`, exact: true }).waitFor();
    const consent = dialog.getByLabel('I agree to this');
    await consent.check();
    await add(['guards']);
    await total('$31,850.00 (before: $30,000.00)');
    await add(['guards', 'ice']);
    await total('$33,700.00 (before: $30,000.00)');
    await consent.check();
    await add(['ice']);
    await total('$31,850.00 (before: $33,700.00)');
    expect(await consent.isChecked()).toBe(false);
  });

  test('whose add-on was set and taken off again is not agreed to by itself', async () => {
    const presentation = await presented(app.rest, { slide: { productData: withAddOn } });
    await contracts.in('sent', presentation);
    const { page } = await open(presentation);
    const dialog = page.getByRole('dialog', { name: 'Your contract' });
    const consent = dialog.getByLabel('I agree to this');
    await consent.check();
    await app.rest.put(`/api/presentations/${presentation.id}/add-ons`, { addOns: ['guards'] });
    await dialog.getByRole('radio', { name: 'Essential $31,850.00' }).waitFor();
    await app.rest.put(`/api/presentations/${presentation.id}/add-ons`, { addOns: [] });
    await dialog.getByRole('radio', { name: 'Essential $30,000.00', exact: true }).waitFor();
    await dialog.getByText('The contract has changed. Please read it again.').waitFor();
    expect(await consent.isChecked()).toBe(false);
    await consent.check();
    expect(await dialog.getByText('The contract has changed.').count()).toBe(0);
  });

  test('that took the place of another one while the tab was hidden says so, and is signed', async () => {
    const presentation = await presented(app.rest);
    const { id } = await contracts.in('sent', presentation);
    const { page } = await open(presentation);
    const dialog = page.getByRole('dialog', { name: 'Your contract' });
    await dialog.getByRole('radio', { name: 'Good roof' }).check();
    await dialog.getByLabel('Your full name').fill('Dana Whitaker');
    await show(page, false);
    await contracts.move(id, 'void');
    const successor = await contracts.in('sent', presentation);
    await show(page, true);
    const replaced = dialog.getByText('This is another contract than the one that you were reading. Please read it.');
    await replaced.and(page.locator(':focus')).waitFor();
    expect(await dialog.getByLabel('Your full name').inputValue()).toBe('');
    await dialog.getByRole('radio', { name: 'Better roof' }).check();
    await dialog.getByLabel('I agree to this').check();
    await dialog.getByLabel('Your full name').fill('Dana Whitaker');
    await button(page, 'Sign').click();
    await dialog.getByText('Signed by Dana Whitaker on').waitFor();
    expect((await contracts.read(successor.id)).body.contract).toMatchObject({ status: 'signed', tier: 'better' });
  });

  test('stays with what was chosen while that of another offer is sent, and leads to it', async () => {
    const presentation = await presented(app.rest);
    const { deckId } = presentation;
    const garage = { title: 'The garage', productData: { better: { name: 'Garage roof', price: 5_000 } } };
    await createSlide(app.rest, deckId, { slideType: 'product_pricing_v1', ...garage });
    await createSlide(app.rest, deckId, { title: 'Thank you' });
    const two = await createPresentation(app.rest, deckId, { price_inputs: { roof_squares: 24.5 } });
    const [first, second] = two.pricing.offers.map(({ sourceSlideId }) => sourceSlideId);
    const { body } = await app.rest.post<{ url: string }>(`/api/presentations/${two.id}/links`, {
      name: 'Phone',
      scope: 'view_and_sign',
    });
    const { page } = await browser.visit(body.url);
    await button(page, 'Chapters').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Thank you' }).click();
    await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor();
    await contracts.in('sent', two, { sourceSlideId: first });
    await button(page, 'Review and sign').click();
    const dialog = page.getByRole('dialog', { name: 'Your contract' });
    await dialog.getByRole('radio', { name: 'Good roof' }).check();
    await dialog.getByLabel('Your full name').fill('Dana Whitaker');
    const other = await contracts.in('sent', two, { sourceSlideId: second });
    await button(page, 'Read the other contract that waits for you').waitFor();
    expect(await dialog.getByRole('radio', { name: 'Good roof' }).isChecked()).toBe(true);
    expect(await dialog.getByLabel('Your full name').inputValue()).toBe('Dana Whitaker');
    await button(page, 'Read the other contract that waits for you').click();
    await dialog.getByRole('radio', { name: 'Garage roof' }).waitFor();
    expect(await dialog.getByText('This is another contract').count()).toBe(0);
    await dialog.getByLabel('I agree to this').check();
    await dialog.getByLabel('Your full name').fill('Dana Whitaker');
    await button(page, 'Sign').click();
    await dialog.getByText('Signed by Dana Whitaker on').waitFor();
    expect((await contracts.read(other.id)).body.contract.status).toBe('signed');
  });

  test('keeps the chosen second owner through a change, and no tier once the other owner has signed another', async () => {
    const presentation = await presented(app.rest, { slide: { productData: withAddOn } });
    const { id } = await contracts.in('sent', presentation, { coSigner: 'Robin Whitaker' });
    const { page } = await open(presentation);
    const dialog = page.getByRole('dialog', { name: 'Your contract' });
    const [robin, name] = [dialog.getByRole('radio', { name: 'Robin' }), dialog.getByLabel('Your full name')];
    await robin.check();
    await dialog.getByRole('radio', { name: 'Essential' }).check();
    await name.fill('Robin Whitaker');
    await app.rest.put(`/api/presentations/${presentation.id}/add-ons`, { addOns: ['guards'] });
    await dialog.getByText('The contract has changed. Please read it again.').waitFor();
    expect([await robin.isChecked(), await name.inputValue()]).toEqual([true, 'Robin Whitaker']);
    await dialog.getByLabel('I agree to this').check();
    await contracts.move(id, 'sign', await contracts.signature(id));
    await dialog.getByText('What you had chosen can no longer be signed. Please choose again.').waitFor();
    expect(await robin.isChecked()).toBe(true);
    expect(await dialog.getByRole('radio', { name: 'Signature' }).isChecked()).toBe(false);
    expect(await dialog.getByLabel('I agree to this').isChecked()).toBe(false);
    expect(await button(page, 'Sign').isDisabled()).toBe(true);
    await dialog.getByRole('radio', { name: 'Signature' }).check();
    await dialog.getByLabel('I agree to this').check();
    await button(page, 'Sign').click();
    await dialog.getByText('Signed by Robin Whitaker on').waitFor();
    expect((await contracts.read(id)).body.contract).toMatchObject({ status: 'signed', tier: 'better' });
  });

  test('has nobody chosen, and no name, once the chosen owner has signed elsewhere', async () => {
    const presentation = await presented(app.rest);
    const { id } = await contracts.in('sent', presentation, { coSigner: 'Robin Whitaker' });
    const { page } = await open(presentation);
    const dialog = page.getByRole('dialog', { name: 'Your contract' });
    await dialog.getByRole('radio', { name: 'Robin Whitaker' }).check();
    await dialog.getByLabel('Your full name').fill('Robin Whitaker');
    await contracts.move(id, 'sign', { ...(await contracts.signature(id)), signer: 'co_signer' });
    await dialog.getByText('Dana Whitaker has still to sign.').waitFor();
    expect(await dialog.getByRole('radio', { name: 'Dana Whitaker' }).isChecked()).toBe(false);
    expect(await dialog.getByLabel('Your full name').inputValue()).toBe('');
  });

  test('that changed since it was read says what changed and is read again, and is declined with a reason', async () => {
    const homeowner = { first_name: 'Dana', last_name: 'Whitaker', city: 'Austin', email: 'dana@example.com' };
    const presentation = await presented(app.rest, { input: { homeowner } });
    const { id, deckId } = await contracts.in('sent', presentation);
    const { page } = await open(presentation);
    const dialog = page.getByRole('dialog', { name: 'Your contract' });
    await dialog
      .getByText(/^until the end of \w+, \w+ \d+, \d+ /)
      .first()
      .waitFor();
    // Each name has all its lines, and no line has an empty name.
    await dialog.locator('dd', { hasText: 'dana@example.com' }).waitFor();
    const labels = await dialog.locator('dt').allTextContents();
    expect(labels.map((label) => label.trim())).toEqual(['Seller', 'Homeowner', 'Date', 'To be signed']);
    await app.rest.put(`/api/decks/${deckId}`, { brandName: 'Other Roofing' });
    await dialog.getByRole('radio', { name: 'Better roof' }).check();
    await dialog.getByLabel('I agree to this').check();
    await dialog.getByLabel('Your full name').fill('Dana Whitaker');
    await button(page, 'Sign').click();
    await dialog.getByText('The contract has changed. Please read it again.').waitFor();
    await dialog.getByText('Other Roofing Changed').waitFor();
    expect(await dialog.getByLabel('I agree to this').isChecked()).toBe(false);
    expect((await contracts.read(id)).body.contract.status).toBe('sent');
    await dialog.getByText('I do not want this contract').click();
    await dialog.getByLabel('Why? (optional)').fill('We wait for spring.');
    await button(page, 'Decline the contract').click();
    await dialog.getByText('You declined this contract.').waitFor();
    expect((await contracts.read(id)).body.contract).toMatchObject({
      status: 'declined',
      declineReason: 'We wait for spring.',
    });
  });
});
