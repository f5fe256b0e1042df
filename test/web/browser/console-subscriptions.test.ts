import { expect, jest, test } from '@jest/globals';
import type { SubscriptionAnswer } from '../../helpers/answers.ts';
import { describeInBrowser, useBrowser } from '../../helpers/browser.ts';
import { insertDeadJob } from '../../helpers/dead-job.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createSubscription } from '../../helpers/factories.ts';
import { MailServer } from '../../helpers/mail-server.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { useReceiver } from '../../helpers/webhook-receiver.ts';
import { publish, settledDelivery } from '../../delivery/deliveries.ts';

jest.setTimeout(60_000);

describeInBrowser('subscriptions and failed jobs in the console', () => {
  const mails = useServer(new MailServer());
  const app = useApp(() => ({ SMTP_URL: mails.url }));
  const receiver = useReceiver();
  const browser = useBrowser();

  const webhook = (eventType: string): Promise<SubscriptionAnswer> => {
    const channelConfig = { url: `${receiver.url}/${eventType}` };
    return createSubscription(app.rest, { name: `Of ${eventType}`, eventType, channel: 'webhook', channelConfig });
  };

  test('a mail is worded beside its preview, a refused address is shown at its field, and the mail arrives so', async () => {
    const { page, complaints } = await browser.visit(`${app.base}/app/subscriptions/new`);
    await page.getByLabel('Name', { exact: true }).fill('Office');
    await page.getByLabel('Events', { exact: true }).selectOption('contract.signed');
    await page.getByLabel('E-mail').check();
    await page.getByLabel('Addresses').fill('nobody at all');
    await page.getByLabel('Subject').fill('Sold for {{ data.total }}');
    await page.getByLabel('Text', { exact: true }).fill('The tier is {{ data.tier }}.');
    const preview = page.getByRole('region', { name: 'Preview of the mail' });
    await preview.getByRole('heading', { name: /^Sold for .*\d/ }).waitFor();
    await preview.getByText(/^The tier is \w+\./).waitFor();
    await page.getByRole('button', { name: 'Create' }).click();
    const addresses = page.locator('textarea[aria-invalid=true]');
    await addresses.waitFor();
    expect(await addresses.inputValue()).toBe('nobody at all');
    await page.getByLabel('Addresses').fill('office@example.com\nseller@example.com');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Office' }).waitFor();
    await publish(app, 'contract.signed', { data: { tier: 'better', total: '40050.00', currency: 'USD' } });
    const recipients = () => mails.received.flatMap(({ to }) => to).toSorted();
    await eventually(() => recipients().length === 2, { timeoutMs: 20_000, what: 'mail for both' });
    expect(recipients()).toEqual(['office@example.com', 'seller@example.com']);
    for (const { mail } of mails.received) {
      expect(mail.subject).toMatch(/^Sold for .*40,?050/);
      expect(mail.text).toContain('The tier is better.');
    }
    expect(complaints).toEqual([]);
  });

  test('a secret is shown, rotated with an hour for both, and hidden', async () => {
    const { id } = await webhook('secret.kept');
    const secret = async () => {
      const path = `/api/notifications/subscriptions/${id}/secret`;
      return (await app.rest.get<{ subscriptionSecret: { secret: string } }>(path)).body.subscriptionSecret.secret;
    };
    const first = await secret();
    const { page, complaints } = await browser.visit(`${app.base}/app/subscriptions/${id}`);
    await page.getByRole('button', { name: 'Show the secret' }).click();
    await page.getByText(first, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Rotate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rotate the secret' });
    await dialog.getByLabel('The previous secret signs as well for').selectOption('One hour');
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    await page.getByText('The previous secret signs as well, and ends').waitFor();
    const second = await secret();
    expect(second).not.toBe(first);
    await page.getByText(second, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Hide the secret' }).click();
    expect(await page.getByText('whsec_').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('what a receiver has missed is sent again, and what it has received is not', async () => {
    const { id } = await webhook('visit.missed');
    const settled = async (): Promise<string> =>
      (await settledDelivery(app, (await publish(app, 'visit.missed')).id)).status;
    receiver.answer = () => 204;
    expect(await settled()).toBe('DELIVERED');
    receiver.answer = () => 503;
    expect([await settled(), await settled()]).toEqual(['DEAD', 'DEAD']);
    receiver.answer = () => 204;
    const before = receiver.at('/visit.missed').length;
    const { page, complaints } = await browser.visit(`${app.base}/app/live/deliveries`);
    await page.getByRole('button', { name: 'Recover missed events' }).click();
    const dialog = page.getByRole('dialog', { name: 'Recover missed events' });
    await dialog.getByLabel('Subscription').selectOption(id);
    await dialog.getByRole('button', { name: 'Recover' }).click();
    await dialog.getByText('All 2 are sent.').waitFor();
    expect(receiver.at('/visit.missed')).toHaveLength(before + 2);
    await dialog.getByRole('button', { name: 'Recover' }).click();
    await dialog.getByText('Nothing was missed since then.').waitFor();
    expect(complaints).toEqual([]);
  });

  test('a job that was given up shows its data, and is tried again', async () => {
    const contractId = crypto.randomUUID();
    await insertDeadJob(app, { data: { contractId } });
    const { page, complaints } = await browser.visit(`${app.base}/app/failed-jobs`);
    const row = page.getByRole('row').filter({ hasText: 'Expire contract' });
    await row.getByText('Details').click();
    await row.getByText(contractId).waitFor();
    await row.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('Expire contract: it is tried again now.').waitFor();
    await page.getByText('Nothing has failed').waitFor();
    expect((await app.rest.get('/api/dead-jobs')).body).toMatchObject({ deadJobs: [] });
    expect(complaints).toEqual([]);
  });
});
