import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { pino } from 'pino';
import { catalogue } from '../../src/composition/modules.ts';
import { openOrm } from '../../src/kit/data/orm.ts';
import type { ChainLine } from '../../src/trust/audit/chain-lines.ts';
import { verifyLines } from '../../src/trust/audit/verify.ts';
import type { ContractAnswer, EventAnswer, PresentationAnswer } from '../helpers/answers.ts';
import { EventStream } from '../helpers/event-stream.ts';
import { eventually } from '../helpers/eventually.ts';
import { type KeptRead, keptReleases, type PlacedRelease } from '../helpers/kept-releases.ts';
import { isPortable } from '../helpers/portable-database.ts';
import type { RestClient } from '../helpers/rest-client.ts';
import { TestApp } from '../helpers/test-app.ts';
import { useReceiver } from '../helpers/webhook-receiver.ts';

// Servers start, one after the other, on what a release has left.
jest.setTimeout(120_000);

/** Answers that may differ from those of a release: where, as a pointer, and why. */
const mayDiffer: readonly { readonly at: RegExp; readonly reason: string }[] = [
  { at: /\/explanation\/detail:/, reason: 'It says when the next attempt is due, which is now.' },
  { at: /\/lastUsedAt:/, reason: 'The reads use the key.' },
  {
    at: /\/notice\/(?:signedOn|until|dated|paragraphs\/4):/,
    reason:
      'The notice of an unsigned contract has the day on which it would be signed. That of the signed one is hashed below.',
  },
  {
    at: /\/stateTag:/,
    reason: 'It has the version of the program: a page whose tag is of another one reads once more.',
  },
  { at: /\/canRescind:/, reason: 'The right to cancel ends days after the signature.' },
  { at: /\/head\/pendingCount:/, reason: 'Some reads have entries of their own in the audit log.' },
];

/** What is kept for as long as the fixtures are. */
const longKept = {
  EVENT_RETENTION_DAYS: '3650',
  AUDIT_RETENTION_DAYS: '0',
  WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
  DISABLE_AFTER_SECONDS: '31536000',
};

/** A signed link ends with its signature: each answer has another one. */
const withoutSignature = (text: string): string => text.replace(/\?expires=.*$/, '');

/** Where an answer lacks what an earlier one had, or has another value. What is new is nobody's loss. */
function differences(before: unknown, after: unknown, at = ''): string[] {
  if (typeof before === 'string' && typeof after === 'string') {
    return withoutSignature(before) === withoutSignature(after) ? [] : [`${at}: ${before} → ${after}`];
  }
  if (before === null || typeof before !== 'object' || after === null || typeof after !== 'object') {
    return Object.is(before, after) ? [] : [`${at}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`];
  }
  if (Array.isArray(before) && before.length !== (after as unknown[]).length) return [`${at}: another length`];
  return Object.entries(before).flatMap(([key, value]) =>
    differences(value, (after as Record<string, unknown>)[key], `${at}/${key}`),
  );
}

async function* asyncOf(lines: readonly string[]): AsyncGenerator<ChainLine> {
  for (const line of lines) yield JSON.parse(line) as ChainLine;
}

// The tables of the release came from a database with all capabilities.
const describeReleases = isPortable ? describe.skip : describe;

describeReleases.each(keptReleases().map((release) => [release.tag, release] as const))('on data of %s', (_, kept) => {
  const { facts } = kept;
  const reads = kept.reads();
  const headers = {
    office: { authorization: `Bearer ${facts.settings.API_KEY}` },
    guest: { authorization: `Link ${facts.link}` },
    key: { authorization: `Bearer ${facts.key}` },
  };
  const receiver = useReceiver();
  let placed: PlacedRelease;
  let app: TestApp | undefined;
  let rest: RestClient;

  /** Starts the server of today on the tables and files of the release, or starts it again. */
  async function start(roles: string): Promise<void> {
    await app?.stop();
    const settings = { ...facts.settings, ...longKept, SPEECH: 'auto', ROLES: roles };
    app = await new TestApp(placed.database).start({ ...settings, DATA_DIR: placed.dataDir });
    ({ rest } = app);
  }

  beforeAll(async () => {
    placed = await kept.place();
    await start('web');
  });
  afterAll(async () => {
    await app?.stop();
    await placed?.remove();
  });

  async function answerTo({ as, path, query }: KeptRead): Promise<{ status: number; body: unknown }> {
    return query === undefined
      ? rest.send<unknown>('GET', path ?? '', undefined, headers[as])
      : rest.send<unknown>('POST', '/graphql', { query }, headers[as]);
  }

  /** What a read of a path was answered. */
  const keptAnswer = (to: string): unknown => reads.find(({ path }) => path?.startsWith(to))?.body;

  test('the tables become those of today', async () => {
    const orm = await openOrm(placed.database.connection, catalogue.entities, pino({ level: 'silent' }));
    expect(await orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
  });

  test('every read is answered as it was', async () => {
    const found: string[] = [];
    for (const read of reads) {
      const { status, body } = await answerTo(read);
      const name = `${read.path ?? read.query?.slice(0, 60)}`;
      found.push(...differences({ status: read.status, body: read.body }, { status, body }).map((one) => name + one));
    }
    expect(found.filter((one) => !mayDiffer.some(({ at }) => at.test(one)))).toEqual([]);
  });

  test('the hash of the signed contract is that of its text, and the voice is there', async () => {
    const contract = `{ contract(id: "${facts.contracts.signed}") { status documentHash documentText } }`;
    const { body } = await rest.post<{ data: { contract: Record<string, string> } }>('/graphql', { query: contract });
    const { status, documentHash, documentText } = body.data.contract;
    expect(status).toBe('SIGNED');
    expect(
      createHash('sha256')
        .update(documentText ?? '')
        .digest('hex'),
    ).toBe(documentHash);

    const { presentation } = (
      await rest.get<{ presentation: PresentationAnswer }>(`/api/presentations/${facts.presentationId}`)
    ).body;
    const voice = await fetch(`${rest.base}${presentation.slides[0]?.audioUrl}`, { headers: headers.office });
    expect([voice.status, voice.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
  });

  test('the homeowner of a kept link signs the contract that was open', async () => {
    const opened = await rest.send<ContractAnswer>('GET', '/api/guest/presentation', undefined, headers.guest);
    expect(opened.status).toBe(200);
    const { contract } = (await rest.get<{ contract: ContractAnswer }>(`/api/contracts/${facts.contracts.open}`)).body;
    const { documentHash } = contract;
    const signature = { tier: 'good', signerName: 'Dana Whitaker', consent: true, documentHash };
    const signed = await rest.post<{ contract: ContractAnswer }>(`/api/contracts/${contract.id}/sign`, signature);
    expect([signed.status, signed.body.contract?.status]).toEqual([200, 'signed']);
  });

  test('what waited is delivered once, sealed by the secret of before, and spoken', async () => {
    const url = `${receiver.url}/orders`;
    const at = `/api/notifications/subscriptions/${facts.waitingId}`;
    expect((await rest.send('PATCH', at, { channelConfig: { url } })).status).toBe(200);
    await start('web,worker');
    const webhook = new Webhook(facts.waitingSecret);
    await eventually(
      async () => {
        const { body } = await rest.get<{ deliveries: { status: string }[] }>(`${at}/deliveries`);
        const isOver = body.deliveries.every(({ status }) => status === 'delivered');
        return isOver && body.deliveries.length === facts.ordered.length;
      },
      { timeoutMs: 60_000, what: 'the delivery of all that waited' },
    );
    const received = receiver.at('/orders').map((one) => {
      const event = webhook.verify(one.body, one.headers as Record<string, string>) as EventAnswer;
      return event.id;
    });
    expect(received.toSorted()).toEqual(facts.ordered.toSorted());
    await eventually(
      async () => {
        const spoken = await rest.get<{ presentation: PresentationAnswer }>(`/api/presentations/${facts.unspokenId}`);
        return spoken.body.presentation.status === 'ready';
      },
      { timeoutMs: 60_000, what: 'the narration that waited' },
    );
  });

  test('a stream continues at a cursor of before', async () => {
    const { events } = keptAnswer(`/api/events?after=${facts.cursor}`) as { events: EventAnswer[] };
    const stream = await EventStream.open<EventAnswer>(`${rest.base}/api/events/stream`, {
      ...headers.key,
      'last-event-id': facts.cursor,
    });
    const ids = () => stream.received.filter(({ data: event }) => event?.id).map(({ data: event }) => event.id);
    await eventually(() => ids().length > events.length);
    stream.close();
    expect(ids().slice(0, events.length)).toEqual(events.map(({ id }) => id));
  });

  test('the audit log is the chain that it was, and goes on', async () => {
    const { head } = keptAnswer('/api/audit') as { head: { number: number; hash: string } };
    const { body } = await rest.get<unknown>('/api/audit.jsonl');
    const lines = String(body).trimEnd().split('\n');
    const { entries, fault } = await verifyLines(asyncOf(lines), { kept: head, isWhole: true });
    expect([fault, entries > head.number]).toEqual([null, true]);
  });
});
