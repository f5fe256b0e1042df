import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { publish, settledDelivery } from '../delivery/deliveries.ts';
import type { ContractAnswer, EventAnswer, PresentationAnswer } from '../helpers/answers.ts';
import { insertDeadJob } from '../helpers/dead-job.ts';
import { dataUrl, png, uploadedKey } from '../helpers/png.ts';
import { eventually } from '../helpers/eventually.ts';
import { createDeck, createFaq, createPresentation, createSlide, createSubscription } from '../helpers/factories.ts';
import type { TestApp } from '../helpers/test-app.ts';
import { Contracts, productData, cancelable } from '../contracts/contracts.ts';

interface Identified {
  readonly id: string;
}

/** Tables whose rows nothing but a request changes while no job runs. */
const comparedTables = [
  'deck',
  'slide',
  'faq',
  'image',
  'presentation',
  'presentation_slide',
  'presentation_faq',
  'contract',
  'notification_subscription',
];
/** Tables that background work may write to: only how many rows they have is compared. */
const countedTables = [
  'presentation_link',
  'event',
  'delivery',
  'delivery_attempt',
  'idempotency_key',
  'api_key',
  'session',
];

/** A recording of a slide, so that nothing is left to speak. */
const recording = {
  narrationScript: 'Hello.',
  audioUrl: 'https://example.com/hello.mp3',
  wordTimings: [{ word: 'Hello.', startTime: 0, endTime: 1 }],
};

/** What requests ask for: shared rows for reads, and new ones for what changes or removes them. */
export class World {
  readonly contracts: Contracts;
  deckId = '';
  /** A deck whose slides and FAQs come and go. No presentation is made of it. */
  partsDeckId = '';
  /** A deck that no request has to do with. */
  otherDeckId = '';
  slideId = '';
  faqId = '';
  presentationId = '';
  presentationSlideId = '';
  presentationFaqId = '';
  /** What the homeowner's link leads to. */
  guestPresentationId = '';
  /** The second pricing slide of the deck. */
  otherOfferId = '';
  /** A presentation that the speaker refuses to speak. */
  silentId = '';
  contractId = '';
  logoId = '';
  imageKey = '';
  subscriptionId = '';
  deliveryId = '';
  /** An event that was delivered, and the cursor before it. */
  eventId = '';
  cursor = '';
  /** An event whose fan-out was given up. */
  deadEventId = '';
  #guestContract: Promise<{ id: string; signature: Record<string, unknown> }> | null = null;
  readonly audioKey = 'a'.repeat(64);

  constructor(readonly app: TestApp) {
    this.contracts = new Contracts(app);
  }

  async open(): Promise<this> {
    const { rest } = this.app;
    const deck = await createDeck(rest, { ...cancelable, brand: { logo: dataUrl(png(9, 9)) } });
    this.deckId = deck.id;
    this.logoId = /[0-9a-f-]{36}/.exec(deck.brand?.logo ?? '')?.[0] ?? '';
    this.imageKey = await uploadedKey(rest, deck.id);
    this.partsDeckId = (await createDeck(rest)).id;
    this.otherDeckId = (await createDeck(rest)).id;
    const translations = { es: { title: 'Techo', bullets: [], narrationScript: 'Hola.' } };
    const offer = { slideType: 'product_pricing_v1', productData, translations, ...recording };
    this.slideId = (await createSlide(rest, this.deckId, offer)).id;
    this.otherOfferId = (await createSlide(rest, this.deckId, offer)).id;
    this.faqId = (await this.faq()).id;
    await createFaq(rest, this.deckId, { cannedAnswer: 'Hello.', audioUrl: recording.audioUrl });
    const presentation = await createPresentation(rest, this.deckId, { price_inputs: { roof_squares: 24.5 } });
    this.presentationId = presentation.id;
    this.presentationSlideId = presentation.slides[0]?.id ?? '';
    this.presentationFaqId = presentation.faqs[0]?.id ?? '';
    this.contractId = (await this.contract('draft', presentation)).id;
    this.guestPresentationId = (await this.presentation()).id;
    await this.#openSilent();
    this.subscriptionId = (await this.subscription()).id;
    await this.#deliver();
    this.deadEventId = (await publish(this.app, 'table.dead')).id;
    await this.giveUpFanOut();
    const folder = path.join(this.app.dataDir, 'audio', this.audioKey.slice(0, 2));
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, `${this.audioKey}.mp3`), 'audio');
    return this;
  }

  async #openSilent(): Promise<void> {
    const { id } = await createDeck(this.app.rest);
    await createSlide(this.app.rest, id);
    this.silentId = (await createPresentation(this.app.rest, id)).id;
    await this.narrationFailed();
  }

  /** Waits until the speaker has refused. */
  async narrationFailed(): Promise<void> {
    await eventually(
      async () => {
        const { body } = await this.app.rest.get<{ presentation: PresentationAnswer }>(
          `/api/presentations/${this.silentId}`,
        );
        return body.presentation.status === 'failed';
      },
      { what: 'the end of the narration' },
    );
  }

  async #deliver(): Promise<void> {
    const { body } = await this.app.rest.get<{ latestCursor: { cursor: string } }>('/api/events/latest-cursor');
    this.cursor = body.latestCursor.cursor;
    const event: EventAnswer = await publish(this.app, 'table.delivered');
    this.eventId = event.id;
    this.deliveryId = (await settledDelivery(this.app, event.id)).id;
  }

  deck(): Promise<Identified> {
    return createDeck(this.app.rest);
  }

  slide(): Promise<Identified> {
    const translations = { es: { title: 'Hola', bullets: [], narrationScript: 'Hola.' } };
    return createSlide(this.app.rest, this.partsDeckId, { translations, ...recording });
  }

  faq(): Promise<Identified> {
    const translations = { es: { userQuestion: '¿Sí?', cannedAnswer: 'Sí.' } };
    return createFaq(this.app.rest, this.partsDeckId, { translations });
  }

  presentation(): Promise<PresentationAnswer> {
    return createPresentation(this.app.rest, this.deckId, { price_inputs: { roof_squares: 24.5 } });
  }

  /** A contract of a presentation of its own, unless told of which. */
  async contract(status: ContractAnswer['status'], of?: PresentationAnswer): Promise<Identified> {
    return this.contracts.in(status, of ?? (await this.presentation()));
  }

  async link(): Promise<string> {
    const url = `/api/presentations/${this.presentationId}/links`;
    return (await this.app.rest.post<{ link: Identified }>(url, { name: 'New' })).body.link.id;
  }

  /** The contract that the guest may sign, and what signs it: the same each time, because a repetition is no error. */
  async guestContract(): Promise<{ id: string; signature: Record<string, unknown> }> {
    this.#guestContract ??= this.#openGuestContract();
    return this.#guestContract;
  }

  async #openGuestContract(): Promise<{ id: string; signature: Record<string, unknown> }> {
    const url = `/api/presentations/${this.guestPresentationId}`;
    const { presentation } = (await this.app.rest.get<{ presentation: PresentationAnswer }>(url)).body;
    const { id } = await this.contracts.in('sent', presentation);
    return { id, signature: await this.contracts.signature(id) };
  }

  /** A contract of the second offer of the guest, which can be declined. */
  async declinableContract(): Promise<Identified> {
    const url = `/api/presentations/${this.guestPresentationId}/contracts`;
    const { contracts } = (await this.app.rest.get<{ contracts: ContractAnswer[] }>(url)).body;
    const open = contracts.find(
      ({ sourceSlideId, status }) => sourceSlideId === this.otherOfferId && status === 'sent',
    );
    if (open !== undefined) return open;
    const { body } = await this.app.rest.post<{ contract: Identified }>(url, { sourceSlideId: this.otherOfferId });
    await this.contracts.move(body.contract.id, 'send');
    return body.contract;
  }

  subscription(): Promise<Identified> {
    return createSubscription(this.app.rest, { eventType: 'table.delivered' });
  }

  /** A playground receiver, of which a key has a few at a time: the ones before it go. */
  async receiver(): Promise<string> {
    await sql`delete from playground_receiver`.execute(this.app.database.connection.kysely);
    const { body } = await this.app.rest.post<{ receiver: Identified }>('/api/playground/receivers');
    return body.receiver.id;
  }

  async apiKey(): Promise<string> {
    const input = { name: 'To change', scopes: ['decks:read'] };
    return (await this.app.rest.post<{ apiKey: Identified }>('/api/keys', input)).body.apiKey.id;
  }

  deadJob(): Promise<string> {
    return insertDeadJob(this.app);
  }

  /** As after ten failures: the worker leaves such a fan-out alone until it is retried. */
  async giveUpFanOut(): Promise<void> {
    const { kysely } = this.app.database.connection;
    await eventually(async () => {
      const { rows } =
        await sql`select 1 from fan_out where event_id = ${this.deadEventId} and died_at is null`.execute(kysely);
      return rows.length === 0;
    });
    await sql`insert into fan_out (event_id, attempt_count, error, died_at)
      values (${this.deadEventId}, 10, 'P0001', now()) on conflict do nothing`.execute(kysely);
  }

  /** Waits until no event is on its way to a subscription: its attempt would count as a change by a later request. */
  async settled(): Promise<void> {
    await eventually(async () => {
      const { rows } = await sql`select 1 from fan_out where died_at is null
        union all select 1 from delivery where status = 'pending'`.execute(this.app.database.connection.kysely);
      return rows.length === 0;
    });
  }

  /** Equal for two moments between which nobody changed a row, nor made or removed one. */
  async state(): Promise<object> {
    const { kysely } = this.app.database.connection;
    const digests = comparedTables.map(
      (
        table,
      ) => sql`select ${table}::text as name, md5(coalesce(string_agg(md5(row::text), '' order by row.id), '')) as is
        from ${sql.table(table)} as row`,
    );
    const counts = countedTables.map(
      (table) => sql`select ${table}::text as name, count(*)::text as is from ${sql.table(table)}`,
    );
    const { rows } = await sql`${sql.join([...digests, ...counts], sql` union all `)} order by name`.execute(kysely);
    return rows;
  }
}
