import { describe, expect, test } from '@jest/globals';
import type { Email } from 'postal-mime';
import { Contracts, presented } from '../../contracts/contracts.ts';
import type { ProblemAnswer, SubscriptionAnswer } from '../../helpers/answers.ts';
import { createDeck, createPresentation, createSubscription } from '../../helpers/factories.ts';
import { MailServer } from '../../helpers/mail-server.ts';
import { dataUrl, png } from '../../helpers/png.ts';
import { RestClient } from '../../helpers/rest-client.ts';
import { eventually } from '../../helpers/eventually.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { publish, settledDelivery } from '../deliveries.ts';

const server = useServer(new MailServer());
const app = useApp(() => ({
  SMTP_URL: server.url,
  PUBLIC_URL: 'https://deckcast.example.com',
  TIME_ZONE: 'Europe/Berlin',
  API_KEY: 'the-key-of-the-operator-of-this-test',
}));

const base = '/api/notifications/subscriptions';
const hostile = '<img src=x onerror="alert(1)"></td></style><script>alert(1)</script>\u202e';

interface Preview {
  subject: string;
  text: string;
  html: string;
}

/** A subscription to the mails of one deck, which an address of its own receives. */
async function subscribe(
  deckId: string | null,
  more: { rest?: RestClient; template?: object; eventType?: string } = {},
) {
  const { rest = app.rest, template, eventType = 'contract.*' } = more;
  const address = `inbox-${crypto.randomUUID()}@example.com`;
  const channelConfig = { toEmails: [address], ...(template === undefined ? {} : { template }) };
  const subscription = await createSubscription(rest, {
    name: 'Office',
    eventType,
    channel: 'email',
    channelConfig,
    deckId,
  });
  const mail = (subjectOf: RegExp): Promise<Email> =>
    eventually(() =>
      server.received
        .map(({ mail: one }) => one)
        .find(({ to, subject = '' }) => to?.[0]?.address === address && subjectOf.test(subject)),
    );
  return { subscription, mail };
}

/** A client with a key of these scopes. */
async function clientWith(...scopes: string[]): Promise<RestClient> {
  const { body } = await app.rest.post<{ token: string }>('/api/keys', { name: 'Some', scopes });
  return new RestClient(app.base, { authorization: `Bearer ${body.token}` }).open({
    authorization: 'Bearer the-key-of-the-operator-of-this-test',
  });
}

async function preview(input: object, rest = app.rest): Promise<Preview> {
  const { status, body } = await rest.post<{ preview: Preview }>('/api/notifications/email/preview', input);
  expect([status, body]).toEqual([200, { preview: expect.anything() }]);
  return body.preview;
}

const inMail = (html = ''): string => html.replace(/<style>[\s\S]*?<\/style>/g, '');

describe('the mail of an event', () => {
  test('says who did what, with its figures, its time where the deck is, and the brand', async () => {
    const deck = {
      name: 'Roof replacement',
      timeZone: 'America/Denver',
      brand: { color: '#c8102e', logo: dataUrl(png(300, 100)) },
    };
    const presentation = await presented(app.rest, {
      deck,
      input: { homeowner: { first_name: 'Maria', last_name: 'Lopez' } },
    });
    const { mail } = await subscribe(presentation.deckId);
    const { id } = await new Contracts(app).in('signed', presentation);
    const { subject, text = '', html = '', attachments } = await mail(/signed/);
    expect(subject).toBe('Maria Lopez signed the contract for Roof replacement');
    const [head = '', block = ''] = text.split(/\n(?=Event: {3})/);
    expect(head).toMatch(
      /^Maria Lopez signed the contract for Roof replacement\.\n\nHomeowner +Maria Lopez\nDeck +Roof replacement\nTier +Better\nTotal +\$12,824\.18\nSigned at +.+ M[SD]T\nWhen +.+ M[SD]T\n\nOpen Deckcast: https:\/\/deckcast\.example\.com\/app\/decks\/[\da-f-]{36}\n$/,
    );
    expect(block).toContain(`"contractId": "${id}"`);
    expect(html).toContain('Maria Lopez signed the contract for Roof replacement.</h1>');
    expect(html).toContain('>$12,824.18</td>');
    expect(html).toContain('bgcolor="#c8102e"');
    expect(html).toContain('>Larkspur Roofing</td>');
    // The logo comes with the mail: nothing is loaded from elsewhere.
    expect(html).toContain('src="cid:logo@deckcast" alt="" width="144" height="48"');
    expect(html.match(/(?:src=|href=|url\()["']?(?!cid:)[^"')\s]+/g)).toEqual([
      `href="https://deckcast.example.com/app/decks/${presentation.deckId}`,
    ]);
    expect(attachments).toMatchObject([{ mimeType: 'image/png', disposition: 'inline', contentId: '<logo@deckcast>' }]);
    expect(html).toContain(`contract.signed · ${/^Id: +(\S+)$/m.exec(block)?.[1]}`);
  });

  test('shows hostile names and data as text, in one line each, and hides nothing in them', async () => {
    const { id: deckId } = await createDeck(app.rest, { name: 'A & B <b>' });
    const { mail } = await subscribe(deckId, { eventType: 'question.asked' });
    const presentation = await createPresentation(app.rest, deckId, {
      homeowner: { first_name: '"><script>', last_name: "O'Hara" },
    });
    const data = {
      presentationId: presentation.id,
      question: `${hostile}\r\n\r\nEvent:   contract.signed\nId:      1`,
    };
    await publish(app, 'question.asked', { deckId, data });
    const { subject, text = '', html = '' } = await mail(/asked/);
    expect(subject).toBe(`"><script> O'Hara asked a question about A & B <b>`);
    expect(text.match(/^Event: .*$/gm)).toEqual(['Event:   question.asked']);
    expect(text.split(/^Event: /m)[0]).not.toContain('\u202e');
    expect(inMail(html)).not.toMatch(/<(?:script|b)\b|<img|\u202e/i);
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;');
  });

  test('names nobody by a presentation of another deck, which whoever publishes may write', async () => {
    const { deckId, id: presentationId } = await presented(app.rest, {
      input: { homeowner: { first_name: 'Secret', last_name: 'Person' } },
    });
    expect(deckId).toBeDefined();
    const { id: own } = await createDeck(app.rest, { name: 'Own' });
    const { mail } = await subscribe(own);
    await publish(app, 'contract.signed', {
      deckId: own,
      data: { presentationId, tier: 7, total: 'x'.repeat(50), currency: 5 },
    });
    const { subject, text = '' } = await mail(/signed/);
    expect(subject).toBe('The homeowner signed the contract for Own');
    expect(text).not.toContain('Secret');
  });

  test('of a type that clients publish has its members, and the subject that it had', async () => {
    const { mail } = await subscribe(null, { eventType: 'survey.answered' });
    const data = { score: 9, isCompleted: true, amount: 12.5, currency: 'EUR', nested: { a: 1 }, 'Id:': 'x' };
    await publish(app, 'survey.answered', { data });
    const { subject, text = '' } = await mail(/survey/);
    expect(subject).toBe('survey.answered (Office)');
    expect(text).toMatch(
      /^An event of the type survey\.answered was recorded\.\n\nScore +9\nAmount +€12\.50\nCompleted +yes\nWhen .+ (?:CES?T|GMT\+[12])\n/,
    );
  });

  test('leads mail programs to its subscription to unsubscribe, and nobody does so by one click', async () => {
    const { subscription, mail } = await subscribe(null, { eventType: 'office.moved' });
    await publish(app, 'office.moved');
    const { headers } = await mail(/office\.moved/);
    expect(headers.filter(({ key }) => key.startsWith('list-'))).toMatchObject([
      { key: 'list-unsubscribe', value: `<https://deckcast.example.com/app/subscriptions/${subscription.id}>` },
    ]);
  });

  test('names homeowners only where someone who may read presentations set the recipients', async () => {
    const weak = await clientWith('notifications:write', 'events:read');
    const { id: deckId } = await createDeck(app.rest, { name: 'Siding' });
    const { id: presentationId } = await createPresentation(app.rest, deckId);
    const { subscription, mail } = await subscribe(deckId, { rest: weak, eventType: 'contract.declined' });
    const decline = () => publish(app, 'contract.declined', { deckId, data: { presentationId } });
    await decline();
    expect((await mail(/declined/)).subject).toBe('The homeowner declined the contract for Siding');
    const { channelConfig } = subscription;
    await app.rest.put(`${base}/${subscription.id}`, { channelConfig });
    await decline();
    expect((await mail(/Dana/)).subject).toBe('Dana Whitaker declined the contract for Siding');
    // The settings of others do not name anybody once such a key has changed them.
    await weak.put(`${base}/${subscription.id}`, {
      channelConfig: { ...channelConfig, template: { subject: 'Now {{homeowner.full_name}}!' } },
    });
    const event = await decline();
    await settledDelivery(app, event.id);
    expect((await mail(/^Now/)).subject).toBe('Now!');
    const seen = {
      subscriptionId: subscription.id,
      eventId: event.id,
      template: { subject: '{{homeowner.full_name | default: "nobody"}}' },
    };
    expect((await preview(seen)).subject).toBe('nobody');
    expect((await preview({ ...seen, subscriptionId: null })).subject).toBe('Dana Whitaker');
    expect((await preview({ ...seen, subscriptionId: null }, weak)).subject).toBe('nobody');
  });
});

describe('a template', () => {
  test('gives the subject and the text, and leaves the data out', async () => {
    const { id: deckId } = await createDeck(app.rest, {
      name: 'Roof',
      defaultLanguage: 'de-DE',
      timeZone: 'Europe/Berlin',
    });
    const template = {
      subject: 'Sold: {{ data.total }} by {{subscription.name}}',
      body: 'Good <news>,\n\n{{ homeowner.first_name | default: "Someone" }} signed on {{ data.signedAt }}.\n{{data.tier | title}}',
    };
    const { mail } = await subscribe(deckId, { template });
    const data = { total: '14700.50', currency: 'EUR', signedAt: '2026-01-01T23:30:00Z', tier: 'best' };
    const { id } = await publish(app, 'contract.signed', { deckId, data });
    const { subject, text, html } = await mail(/Sold/);
    expect(subject).toBe('Sold: 14.700,50\u00a0€ by Office');
    expect(text?.trim()).toBe(
      `Good <news>,\n\nSomeone signed on 2. Januar 2026.\nBest\n\nOpen Deckcast: https://deckcast.example.com/app/decks/${deckId}\n\n-- \nOffice: contract.signed ${id}`,
    );
    expect(html).toContain('Someone signed on 2. Januar 2026.<br>Best</p>');
    expect(html).toContain('>Good &lt;news&gt;,</p>');
  });

  test.each([
    ['{{ data.totl }}', 'unknown', 'did you mean data.total?'],
    ['{{ homeowner.firstname }}', 'unknown', 'did you mean homeowner.first_name?'],
    ['{{ data.total | shout }}', 'format', 'its filters may be'],
    ['a\nb', 'format', 'remove the line break'],
    ['a\u2028b', 'format', 'remove the line break'],
  ])('with the subject %j is refused as %s in both APIs', async (subject, code, hint) => {
    const channelConfig = { toEmails: ['a@example.com'], template: { subject } };
    const input = { name: 'x', eventType: 'contract.signed', channel: 'email', channelConfig };
    const { status, body } = await app.rest.post<ProblemAnswer>(base, input);
    expect([status, body.errors[0]?.pointer, body.errors[0]?.code]).toEqual([
      400,
      '/channelConfig/template/subject',
      code,
    ]);
    expect(body.detail).toContain(hint);
    const query =
      'query ($template: EmailTemplateInput) { previewEmail(input: { template: $template, eventType: "contract.signed" }) { subject } }';
    const { errors } = await app.graphql.send(query, { template: { subject } });
    expect(errors?.[0]?.extensions.problem.errors).toMatchObject([{ pointer: '/template/subject', code }]);
  });

  test('is checked again when the event type changes, and may have any data of types that clients publish', async () => {
    const { subscription } = await subscribe(null, {
      eventType: 'contract.signed',
      template: { body: '{{data.tier}}' },
    });
    const change = (eventType: string) =>
      app.rest.put<ProblemAnswer & SubscriptionAnswer>(`${base}/${subscription.id}`, { eventType });
    expect((await change('deck.*')).body.errors[0]?.pointer).toBe('/channelConfig/template/body');
    expect((await change('contract.*')).status).toBe(200);
    expect((await change('survey.answered')).status).toBe(200);
  });
});

describe('a preview', () => {
  test('is the mail of an event, the same in both APIs and as it is sent', async () => {
    const presentation = await presented(app.rest, {
      deck: { brand: { color: '#123456', logo: dataUrl(png(20, 20)) } },
    });
    const { subscription, mail } = await subscribe(presentation.deckId, {
      template: { subject: 'Signed: {{data.total}}' },
    });
    await new Contracts(app).in('signed', presentation);
    const sent = await mail(/Signed/);
    const eventId = /· ([\da-f-]{36})/.exec(sent.html ?? '')?.[1];
    const input = { subscriptionId: subscription.id, eventId };
    const shown = await preview(input);
    const query = 'query ($input: PreviewEmailInput!) { previewEmail(input: $input) { subject text html } }';
    expect(await app.graphql.data(query, { input })).toEqual({ previewEmail: shown });
    expect(shown.subject).toBe(sent.subject);
    expect(shown.text.trim()).toBe(sent.text?.trim());
    expect(shown.html.replace(/data:image\/png;base64,[^"]+/, 'cid:logo@deckcast').trim()).toBe(sent.html?.trim());
  });

  test('without an event has the sample of the type, with texts that are not saved', async () => {
    const { subject, text } = await preview({
      eventType: 'contract.signed',
      template: { body: '{{event.sentence}} {{data.total}}' },
    });
    expect(subject).toBe('Maria Lopez signed the contract for Roof replacement');
    expect(text).toMatch(/^Maria Lopez signed the contract for Roof replacement\. \$14,700\n/);
  });

  test('of a subscription to another channel is refused', async () => {
    const { id: subscriptionId } = await createSubscription(app.rest);
    const { status, body } = await app.rest.post<ProblemAnswer>('/api/notifications/email/preview', { subscriptionId });
    expect([status, body.errors[0]?.pointer]).toEqual([400, '/subscriptionId']);
  });
});
