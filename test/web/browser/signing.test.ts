import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { PresentationAnswer } from '../../helpers/answers.ts';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { useApp } from '../../helpers/test-app.ts';
import { cancelable, Contracts, presented } from '../../modules/contracts/contracts.ts';

const key = 'a-key-of-more-than-16-characters';
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

describeInBrowser('a contract at the page of a homeowner', () => {
  const app = useApp({ API_KEY: key, GRAPHIQL: 'off' });
  const browser = useBrowser();
  const contracts = new Contracts(app);

  async function open(presentation: PresentationAnswer): Promise<{ page: Page; complaints: string[] }> {
    const link = { name: 'Phone', scope: 'view+sign' };
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
    expect([contract.status, contract.signatureDrawing?.strokes.length]).toEqual(['signed', 2]);
    expect(await page.locator('.drawn polyline').count()).toBe(2);
    await button(page, 'Yes, cancel it').click();
    await dialog.getByText('You canceled this contract on').waitFor();
    expect((await contracts.read(id)).body.contract.status).toBe('rescinded');
    expect(complaints).toEqual([]);
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
    expect(await dialog.getByRole('radio', { name: 'Robin Whitaker' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('that changed since it was read says what changed and is read again, and is declined with a reason', async () => {
    const presentation = await presented(app.rest);
    const { id, deckId } = await contracts.in('sent', presentation);
    const { page } = await open(presentation);
    const dialog = page.getByRole('dialog', { name: 'Your contract' });
    await dialog.getByText('To be signed before').first().waitFor();
    await app.rest.put(`/api/decks/${deckId}`, { brandName: 'Other Roofing' });
    await dialog.getByRole('radio', { name: 'Better roof' }).check();
    await dialog.getByLabel('I agree to this').check();
    await dialog.getByLabel('Your full name').fill('Dana Whitaker');
    await button(page, 'Sign').click();
    await dialog.getByText('The contract has changed. Please read it again.').waitFor();
    await dialog.getByText('Seller Changed').waitFor();
    await dialog.getByText('Other Roofing').waitFor();
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
