import { afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { PresentationAnswer } from '../../helpers/answers.ts';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { eventually } from '../../helpers/eventually.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { cancelable, Contracts, presented } from '../../contracts/contracts.ts';
import { kept, keptFiles, storedKeys } from './device.ts';
import { UnsteadyServer } from './unsteady-server.ts';

const key = 'a-key-of-more-than-16-characters';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The cache of the link of a page. */
const cacheOf = (page: Page): string => `deckcast.link.${new URL(page.url()).pathname.slice(3, 15)}`;
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Your contract' });

describeInBrowser('a contract at a page without a network', () => {
  const app = useApp({ API_KEY: key, GRAPHIQL: 'off' });
  const seller = useBrowser();
  const homeowner = useBrowser();
  const contracts = new Contracts(app);
  const network = useServer(new UnsteadyServer());
  beforeAll(() => {
    network.base = app.base;
  });
  afterEach(async () => {
    network.mend();
    await Promise.all([seller.setOffline(false), homeowner.setOffline(false)]);
  });

  async function linkTo({ id }: PresentationAnswer, input: object = {}) {
    const link = { name: 'Tablet', scope: 'view_and_sign', ...input };
    return (await app.rest.post<{ url: string; link: { id: string } }>(`/api/presentations/${id}/links`, link)).body;
  }

  /** The page at the device of a seller, who is signed in; its browser has kept the contract. */
  async function openBySeller(url: string, daysAhead = 0): Promise<Page> {
    const { page } = await seller.visit(network.pageOf(url));
    if (daysAhead > 0) await page.clock.setSystemTime(Date.now() + daysAhead * 86_400_000);
    await page.evaluate(`fetch('/api/session', { method: 'POST', headers: { Authorization: 'Bearer ${key}' } })`);
    await page.reload();
    await kept(page, 0);
    const countKept = `caches.match('/offline/kept', { cacheName: '${cacheOf(page)}' }).then((found) => found.json())
      .then(({ signing }) => signing?.contracts.length ?? 0)`;
    await eventually(async () => (await page.evaluate(countKept)) === 1, { what: 'a contract that is kept' });
    await seller.setOffline(true);
    await page.reload();
    return page;
  }

  async function sign(page: Page): Promise<void> {
    await button(page, 'Review and sign').click();
    await dialogOf(page).getByRole('radio', { name: 'Better roof' }).check();
    await consent(page, 'Dana Whitaker');
  }

  async function consent(page: Page, signerName: string): Promise<void> {
    await dialogOf(page).getByLabel('I agree to this').check();
    await dialogOf(page).getByLabel('Your full name').fill(signerName);
    await button(page, 'Sign').click();
    await page.getByText(`The signature of ${signerName} is kept on this device`).waitFor();
  }

  /** A contract that was sent, and its page at the device of a seller, where its signature waits for a network. */
  async function signOffline(input: object = {}) {
    const presentation = await presented(app.rest);
    const contract = await contracts.in('sent', presentation);
    const { url, link } = await linkTo(presentation, input);
    const page = await openBySeller(url);
    await sign(page);
    return { ...contract, page, url: network.pageOf(url), linkId: link.id };
  }

  /** What the device has of a link: names of its caches, and keys of its storages. */
  async function keptOf(page: Page, url: string): Promise<string[]> {
    const name = new URL(url).pathname.slice(3, 15);
    const found = [...Object.keys(await keptFiles(page)), ...(await storedKeys(page))];
    return found.filter((one) => one.includes(name)).toSorted((a, b) => (a < b ? -1 : 1));
  }

  test('is signed at the device of a seller, waits over a reload, and is sent once', async () => {
    const { id, page } = await signOffline();
    const files = Object.values(await keptFiles(page)).flat();
    expect(files).toContainEqual(expect.stringMatching('^/assets/sign-panel-'));
    await page.reload();
    await page.getByText('One choice waits to be sent.').waitFor();
    await button(page, 'Review and sign').click();
    await page.getByText('The signature of Dana Whitaker is kept on this device').waitFor();
    expect((await contracts.read(id)).body.contract.status).toBe('sent');
    await seller.setOffline(false);
    await dialogOf(page).getByText('Signed by Dana Whitaker').waitFor();
    expect((await contracts.read(id)).body.contract).toMatchObject({ status: 'signed', tier: 'better' });
    expect(await app.events('types=contract.signed')).toHaveLength(1);
  }, 60_000);

  test('that changed meanwhile is not signed, and is read again', async () => {
    const { id, deckId, page } = await signOffline();
    await app.rest.put(`/api/decks/${deckId}`, { brandName: 'Other Roofing' });
    await seller.setOffline(false);
    await dialogOf(page).getByText('The contract has changed. Please read it again.').waitFor();
    await dialogOf(page).getByText('Other Roofing').waitFor();
    expect((await contracts.read(id)).body.contract.status).toBe('sent');
    await page.keyboard.press('Escape');
    await page.getByText('The signature that was kept could not be taken.').waitFor();
  }, 60_000);

  test.each([
    ['cut off', {}, (url: string) => url.slice(0, -5)],
    ['to be opened once, and is opened again', { isOneTime: true }, (url: string) => url],
  ])(
    'stays signed and is sent, though its link is %s',
    async (_what, input, other) => {
      const { id, page, url } = await signOffline(input);
      const before = await keptOf(page, url);
      expect(before.join()).toContain('outbox');
      await page.close();
      await seller.setOffline(false);
      const { page: again } = await seller.visit(other(url));
      await again.getByRole('heading', { name: 'This link does not open a presentation.' }).waitFor();
      await again.getByText('One choice waits to be sent.').waitFor();
      expect(await keptOf(again, url)).toEqual(before);
      expect((await contracts.read(id)).body.contract.status).toBe('sent');
      await again.getByRole('link', { name: 'Open the presentation that this device has kept' }).click();
      await eventually(async () => (await contracts.read(id)).body.contract.status === 'signed');
      expect((await contracts.read(id)).body.contract).toMatchObject({
        tier: 'better',
        signatures: [{ name: 'Dana Whitaker' }],
      });
    },
    60_000,
  );

  test('whose link was revoked before it was sent is shown, and removed by who reads it alone', async () => {
    const { id, page, url, linkId } = await signOffline();
    await page.close();
    await app.rest.delete(`/api/links/${linkId}`);
    await seller.setOffline(false);
    const { page: again } = await seller.visit(url);
    await again.getByText('Signature of Dana Whitaker: Better roof, $').waitFor();
    const outbox = [`deckcast.outbox.${new URL(url).pathname.slice(3, 15)}`];
    await eventually(async () => String(await keptOf(again, url)) === String(outbox));
    await button(again, 'Remove it from this device').click();
    await button(again, 'No, keep it').click();
    await again.reload();
    await button(again, 'Remove it from this device').click();
    await button(again, 'Yes, remove it').click();
    await again.getByText('Signature of Dana Whitaker').waitFor({ state: 'detached' });
    expect(await again.evaluate(`localStorage.getItem('${outbox[0]}')`)).toBe('[]');
    expect((await contracts.read(id)).body.contract.status).toBe('sent');
  }, 60_000);

  test('can be taken back while it waits', async () => {
    const { id, page } = await signOffline();
    await button(page, 'Withdraw the signature').click();
    await button(page, 'Sign').waitFor();
    await seller.setOffline(false);
    await page.getByText('You are offline.').first().waitFor({ state: 'detached' });
    expect((await contracts.read(id)).body.contract.status).toBe('sent');
  }, 60_000);

  test('is signed by two owners, each of whom may take the own signature back', async () => {
    const presentation = await presented(app.rest);
    const { id } = await contracts.in('sent', presentation, { coSigner: 'Robin Whitaker' });
    const page = await openBySeller((await linkTo(presentation)).url);
    await sign(page);
    expect(await page.getByRole('radio').count()).toBe(2);
    await page.getByRole('radio', { name: 'Robin Whitaker' }).check();
    await consent(page, 'Robin Whitaker');
    expect(await button(page, 'Sign').count()).toBe(0);
    await button(page, 'Withdraw the signature').first().click();
    await dialogOf(page).getByText('The signature of Dana Whitaker').waitFor({ state: 'detached' });
    await consent(page, 'Dana Whitaker');
    expect((await contracts.read(id)).body.contract.signatures).toEqual([]);
    await seller.setOffline(false);
    for (const name of ['Robin', 'Dana']) await dialogOf(page).getByText(`Signed by ${name} Whitaker`).waitFor();
    const { contract } = (await contracts.read(id)).body;
    expect([contract.status, contract.tier]).toEqual(['signed', 'better']);
    expect(contract.signatures.map(({ signer, name }) => [signer, name])).toEqual([
      ['homeowner', 'Dana Whitaker'],
      ['co_signer', 'Robin Whitaker'],
    ]);
  }, 60_000);

  test('keeps a signature whose answer is cut off, and sends it again', async () => {
    const { id, page } = await signOffline();
    network.faults.set('/sign', 'cut');
    await seller.setOffline(false);
    await eventually(async () => (await contracts.read(id)).body.contract.status === 'signed');
    await page.keyboard.press('Escape');
    await page.getByText('One choice waits to be sent.').waitFor();
    network.mend();
    await page.getByText('One choice waits to be sent.').waitFor({ state: 'detached', timeout: 40_000 });
    expect(await page.getByText('could not be taken').count()).toBe(0);
    expect(network.count('/sign')).toBeGreaterThan(1);
  }, 90_000);

  test('that is refused is sent once, though the browser has no room to keep the refusal', async () => {
    const { deckId, page } = await signOffline();
    await app.rest.put(`/api/decks/${deckId}`, { brandName: 'Other Roofing' });
    await page.evaluate(`for (let length = 2 ** 22; length >= 1; length /= 2) {
      try { for (let count = 0; ; count += 1) localStorage.setItem('filler.' + length + '.' + count, 'x'.repeat(length)); } catch {}
    }`);
    const before = network.count('/sign');
    await seller.setOffline(false);
    await dialogOf(page).getByText('The contract has changed. Please read it again.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('The signature that was kept could not be taken.').waitFor();
    expect(network.count('/sign')).toBe(before + 1);
    await page.evaluate('localStorage.clear()');
  }, 60_000);

  test('is signed at a device whose clock is ahead of the server', async () => {
    const presentation = await presented(app.rest);
    const { id } = await contracts.in('sent', presentation);
    const page = await openBySeller((await linkTo(presentation)).url, 365);
    await sign(page);
    await seller.setOffline(false);
    await dialogOf(page).getByText('Signed by Dana Whitaker').waitFor();
    expect((await contracts.read(id)).body.contract.status).toBe('signed');
  }, 60_000);

  test('that an older version of the page has kept says that it can be canceled', async () => {
    const presentation = await presented(app.rest, { deck: cancelable });
    await contracts.in('signed', presentation);
    const page = await openBySeller((await linkTo(presentation)).url);
    await page.evaluate(`(async () => {
      const [cache] = await Promise.all((await caches.keys()).filter((name) => name === '${cacheOf(page)}').map((name) => caches.open(name)));
      const text = await (await cache.match('/offline/kept')).text();
      await cache.put('/offline/kept', new Response(text.replaceAll('"canRescind":true,', '')));
    })()`);
    await page.reload();
    await button(page, 'Review and sign').click();
    await button(page, 'Cancel this contract').click();
    await dialogOf(page).getByText('To cancel the contract you need to be online.').waitFor();
    expect(await button(page, 'Yes, cancel it').isDisabled()).toBe(true);
  }, 60_000);

  test('that is being sent is not taken back', async () => {
    const { id, page } = await signOffline();
    network.faults.set('/sign', 'held');
    const before = network.count('/sign');
    await seller.setOffline(false);
    await eventually(async () => (await contracts.read(id)).body.contract.status === 'signed');
    await button(page, 'Withdraw the signature').click();
    await page.locator('button[aria-busy=true]', { hasText: 'Withdraw' }).waitFor();
    network.mend();
    await dialogOf(page).getByText('The signature had been sent already.').waitFor();
    await dialogOf(page).getByText('Signed by Dana Whitaker').waitFor();
    expect(network.count('/sign')).toBe(before + 1);
  }, 60_000);

  test('needs a network at all other devices, where it is not kept', async () => {
    const presentation = await presented(app.rest);
    await contracts.in('sent', presentation);
    const { page, complaints } = await homeowner.visit((await linkTo(presentation)).url);
    await kept(page, 0);
    await button(page, 'Review and sign').click();
    await dialogOf(page).getByLabel('Your full name').fill('Dana Whitaker');
    await dialogOf(page).getByRole('radio', { name: 'Better roof' }).check();
    await dialogOf(page).getByLabel('I agree to this').check();
    expect(complaints).toEqual([]);
    await homeowner.setOffline(true);
    await dialogOf(page).getByText('To sign the contract you need to be online.').waitFor();
    expect(await button(page, 'Sign').isDisabled()).toBe(true);
    await page.reload();
    await button(page, 'Review and sign').click();
    await dialogOf(page).getByText('To sign the contract you need to be online.').waitFor();
    expect((await storedKeys(page)).join(' ')).not.toContain('outbox');
    await homeowner.setOffline(false);
    await dialogOf(page).getByLabel('Your full name').waitFor();
  }, 60_000);
});
