import { afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { eventually } from '../../helpers/eventually.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { cancelable, Contracts, presented } from '../../contracts/contracts.ts';
import { UnsteadyServer } from './unsteady-server.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Your contract' });
const until = 'You can sign this contract until';

describeInBrowser('the page of a link on a bad network', () => {
  const app = useApp({ API_KEY: 'a-key-of-more-than-16-characters', GRAPHIQL: 'off' });
  const browser = useBrowser();
  const newcomer = useBrowser();
  const network = useServer(new UnsteadyServer());
  const contracts = new Contracts(app);
  beforeAll(() => {
    network.base = app.base;
  });
  afterEach(async () => {
    network.mend();
    network.asked.length = 0;
    await browser.setOffline(false);
  });

  /** The page of a contract. Its clock is the test's: time passes as always, and also at once. */
  async function open(status: 'sent' | 'signed', at = browser) {
    const presentation = await presented(app.rest, { deck: cancelable });
    const { id } = await contracts.in(status === 'sent' ? 'draft' : status, presentation);
    if (status === 'sent') await contracts.move(id, 'send', { expiresAt: '2126-01-31T12:00:00Z' });
    const link = { name: 'Phone', scope: 'view_and_sign' };
    const { body } = await app.rest.post<{ url: string }>(`/api/presentations/${presentation.id}/links`, link);
    const { page } = await at.visit(network.pageOf(body.url));
    await page.clock.install();
    return { id, presentationId: presentation.id, page };
  }

  /** The page of a signed contract, at the question whether it is canceled. */
  async function openToCancel() {
    const { id, page } = await open('signed');
    await button(page, 'Review and sign').click();
    await button(page, 'Cancel this contract').click();
    return { id, page };
  }

  const statusOf = async (id: string): Promise<string> => (await contracts.read(id)).body.contract.status;

  test('says that no answer came to a refusal of the contract, and keeps the button until then', async () => {
    const { id, page } = await open('sent');
    await button(page, 'Review and sign').click();
    await dialogOf(page).getByText('I do not want this contract').click();
    network.faults.set('/decline', 'lost');
    await button(page, 'Decline the contract').click();
    const waiting = page.locator('button[aria-busy=true]', { hasText: 'Decline the contract' });
    await waiting.and(page.locator(':focus')).waitFor();
    await waiting.click({ force: true });
    await page.clock.fastForward(21_000);
    await dialogOf(page).getByText('No answer came. Please try again when you are online.').waitFor();
    expect([network.count('/decline'), await statusOf(id)]).toEqual([1, 'sent']);
    network.mend();
    await button(page, 'Decline the contract').click();
    await dialogOf(page).getByText('You declined this contract.').waitFor();
    expect(await dialogOf(page).getByText('No answer came.').count()).toBe(0);
  }, 60_000);

  test.each([
    ['a refusal', 'sent', '/decline', 'Decline the contract', 'You declined this contract.'],
    ['a cancellation', 'signed', '/rescind', 'Yes, cancel it', 'You canceled this contract on'],
  ] as const)(
    'makes %s once, whose answer was cut off and which is asked for again',
    async (_what, status, path, name, done) => {
      const { id, page } = status === 'sent' ? await open('sent') : await openToCancel();
      if (status === 'sent') {
        await button(page, 'Review and sign').click();
        await dialogOf(page).getByText('I do not want this contract').click();
      }
      const keys: (string | undefined)[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith(path)) keys.push(request.headers()['idempotency-key']);
      });
      network.faults.set(path, 'cut');
      network.faults.set('/api/guest/contracts', 'lost');
      await button(page, name).click();
      await dialogOf(page).getByText('No answer came. Please try again when you are online.').waitFor();
      expect(await statusOf(id)).toBe(status === 'sent' ? 'declined' : 'rescinded');
      network.faults.delete(path);
      await eventually(async () => button(page, name).isEnabled());
      await button(page, name).click();
      await dialogOf(page).getByText(done).waitFor();
      expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/), keys[0]]);
    },
    60_000,
  );

  test('shows a cancellation whose answer was cut off, and never says that the right to it has ended', async () => {
    const { id, page } = await openToCancel();
    network.faults.set('/rescind', 'cut');
    await button(page, 'Yes, cancel it').click();
    await dialogOf(page).getByText('You canceled this contract on').waitFor();
    expect(await statusOf(id)).toBe('rescinded');
    expect(await dialogOf(page).getByText('The contract was not canceled').count()).toBe(0);
  }, 60_000);

  test('neither cancels nor declines without a network, and says so', async () => {
    const { page } = await openToCancel();
    await browser.setOffline(true);
    await dialogOf(page).getByText('To cancel the contract you need to be online.').waitFor();
    expect(await button(page, 'Yes, cancel it').isDisabled()).toBe(true);
    await browser.setOffline(false);
    await button(page, 'Yes, cancel it').click();
    await dialogOf(page).getByText('You canceled this contract on').waitFor();
  }, 60_000);

  test('asks for a stream again that has become silent', async () => {
    const { page } = await open('sent');
    const stream = '/api/guest/presentation/stream';
    await eventually(async () => network.count(stream) === 1);
    await page.reload();
    await eventually(async () => network.count(stream) === 2);
    await page.getByText(until).first().waitFor();
    network.isSilent = true;
    await page.clock.fastForward(39_000);
    expect(network.count(stream)).toBe(2);
    await page.clock.fastForward(2_000);
    await eventually(async () => network.count(stream) === 3);
  }, 60_000);

  test('follows its stream behind what it has read, which is not sent again', async () => {
    const presentation = await presented(app.rest);
    const { body } = await app.rest.post<{ url: string }>(`/api/presentations/${presentation.id}/links`, { name: 'A' });
    const { page } = await browser.visit('about:blank');
    const asked = page.waitForRequest(/presentation\/stream/);
    await page.goto(network.pageOf(body.url));
    expect(new URL((await asked).url()).searchParams.get('after')).toMatch(/\w{8}/);
  }, 60_000);

  test('follows its stream where the browser gives no locks', async () => {
    const { page } = await open('sent');
    const stream = '/api/guest/presentation/stream';
    await eventually(async () => network.count(stream) === 1);
    const refuse = "navigator.locks.request = () => Promise.reject(new DOMException('', 'SecurityError'))";
    await page.addInitScript(refuse);
    await page.reload();
    await eventually(async () => network.count(stream) === 2);
    await page.getByText(until).first().waitFor();
    await page.clock.fastForward(5_000);
    expect(network.count(stream)).toBe(2);
  }, 60_000);

  test('is not sent again what it has where it asks, because other tabs have the streams', async () => {
    const { id } = await open('sent');
    const { presentationId } = (await contracts.read(id)).body.contract;
    const link = await app.rest.post<{ url: string }>(`/api/presentations/${presentationId}/links`, { name: 'Phone' });
    for (let count = 0; count < 2; count += 1) await browser.visit(network.pageOf(link.body.url));
    const { page } = await browser.visit('about:blank');
    const answers: number[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/api/guest/presentation')) answers.push(response.status());
    });
    await page.goto(network.pageOf(link.body.url));
    await eventually(() => answers.filter((status) => status === 304).length === 2, { timeoutMs: 25_000 });
    expect(answers.slice(0, -2)).toEqual([200]);
    const asked = answers.length;
    expect((await app.rest.put(`/api/presentations/${presentationId}/tier`, { tier: 'better' })).status).toBe(200);
    await eventually(() => answers.slice(asked).includes(200), { timeoutMs: 15_000 });
  }, 60_000);

  test('passes over an answer that the stream has overtaken', async () => {
    const { id, page } = await openToCancel();
    network.faults.set('/api/guest/presentation', 'held');
    await button(page, 'Yes, cancel it').click();
    await dialogOf(page).getByText('You canceled this contract on').waitFor();
    await eventually(async () => network.heldCount === 1);
    await page.keyboard.press('Escape');
    const { presentationId } = (await contracts.read(id)).body.contract;
    const read = page.waitForResponse('**/api/guest/contracts');
    const { body } = await contracts.create(presentationId);
    await contracts.move(body.contract.id, 'send');
    await read;
    await button(page, 'Review and sign').last().click();
    await dialogOf(page).getByLabel('Your full name').waitFor();
    await page.keyboard.press('Escape');
    const late = page.waitForResponse('**/api/guest/presentation');
    network.release();
    await (await late).finished();
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
    expect(await page.getByText('Your contract was sent or has changed.').count()).toBe(0);
  }, 60_000);

  test('reads contracts when they change, not when a panel closes, and keeps what it knows without a network', async () => {
    const { id, page } = await open('sent');
    await page.getByText(until).first().waitFor();
    const before = network.count('/api/guest/contracts');
    const openAndClose = async (): Promise<void> => {
      await button(page, 'Chapters').click();
      await page.getByRole('dialog', { name: 'Chapters' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await openAndClose();
    await browser.setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await openAndClose();
    expect(await page.getByText(until).first().isVisible()).toBe(true);
    expect(network.count('/api/guest/contracts')).toBe(before);
    await browser.setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
    await contracts.move(id, 'void');
    await page.getByText(until).first().waitFor({ state: 'detached' });
  }, 60_000);

  test('says where the contract did not arrive, and loads it again', async () => {
    const html = await (await fetch(`${app.base}/p/pl_secret`)).text();
    const [, file = ''] = /name="later" content="([^"]+)"/.exec(html) ?? [];
    network.faults.set(file, 'cut');
    const { page, presentationId } = await open('sent', newcomer);
    const handed = { presentationId, pin: '2468', wrong: 0, waitUntil: 0 };
    await page.evaluate((text) => sessionStorage.setItem('deckcast.handed', text), JSON.stringify(handed));
    await page.reload();
    await page.getByRole('heading', { name: 'The presentation cannot be reached.' }).waitFor();
    await page.evaluate(() => sessionStorage.removeItem('deckcast.handed'));
    await page.reload();
    await button(page, 'Review and sign').click();
    await dialogOf(page).getByText('No answer came. Please try again when you are online.').waitFor();
    network.mend();
    await page.keyboard.press('Escape');
    await button(page, 'Review and sign').click();
    await dialogOf(page).getByLabel('I agree to this').check();
    expect(await dialogOf(page).getByText('No answer came.').count()).toBe(0);
  }, 60_000);

  test('offers to load a page again that has failed', async () => {
    const { page } = await open('sent');
    const broken = { presentation: { slides: null } };
    await page.route('**/api/guest/presentation', (route) => route.fulfill({ json: broken }));
    await page.reload();
    await page.getByRole('heading', { name: 'Something went wrong on this page.' }).waitFor();
    await page.unrouteAll();
    await button(page, 'Try again').click();
    await button(page, 'Review and sign').waitFor();
    expect(await page.getByText('Something went wrong').count()).toBe(0);
  }, 60_000);
});
