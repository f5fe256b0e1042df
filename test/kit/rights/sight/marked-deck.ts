import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { publish, settledDeliveries } from '../../../delivery/deliveries.ts';
import { eventually } from '../../../helpers/eventually.ts';
import {
  createDeck,
  createFaq,
  createPresentation,
  createSlide,
  createSubscription,
} from '../../../helpers/factories.ts';
import { uploadedKey } from '../../../helpers/png.ts';
import type { TestApp } from '../../../helpers/test-app.ts';
import { Contracts, productData } from '../../../contracts/contracts.ts';

/** The objects that requests name, by the parameter of REST's paths that names them. */
export type Named = Readonly<Record<string, string>>;

const recording = {
  audioUrl: '',
  wordTimings: [{ word: 'Hello.', startTime: 0, endTime: 1 }],
};

/** A deck with one of everything that belongs to it, made by a caller without limits. Each of its texts holds the mark. */
export class MarkedDeck {
  named: Named = {};

  constructor(
    private readonly app: TestApp,
    /** Of letters alone, so that no formatting changes it. */
    readonly mark: string,
    /** Where its webhook goes. */
    private readonly hook: string,
    private readonly audioKey: string,
  ) {}

  async open(): Promise<this> {
    const { rest } = this.app;
    const { id: deckId } = await createDeck(rest, { name: this.mark, description: this.mark, brandName: this.mark });
    const imageKey = await uploadedKey(rest, deckId);
    const heroImg = `/api/images/${imageKey}.webp`;
    const { id: slideId } = await createSlide(rest, deckId, { ...this.#slide(), heroImg });
    const { id: faqId } = await createFaq(rest, deckId, this.#faq());
    const presentation = await createPresentation(rest, deckId, this.#homeowner());
    const contracts = new Contracts(this.app);
    const { id: contractId } = await contracts.in('sent', presentation);
    const { id: subscriptionId } = await this.#subscription(deckId);
    const { id: deadEventId } = await publish(this.app, `dead.${this.mark.toLowerCase()}`, { deckId });
    const { id: eventId } = await publish(this.app, 'crossing.first', { deckId, data: { note: this.mark } });
    const [delivery] = await settledDeliveries(this.app, eventId);
    const presentationSlideId = presentation.slides[0]?.id ?? '';
    const deliveryId = delivery?.id ?? '';
    const { audioKey } = this;
    this.named = { deckId, slideId, faqId, presentationId: presentation.id, contractId, subscriptionId, eventId };
    this.named = { ...this.named, deliveryId, presentationSlideId, deadEventId, audioKey, imageKey, language: 'es' };
    await this.#openLink(presentation.id);
    await this.#storeAudio();
    await this.#giveUpFanOut(deadEventId);
    return this;
  }

  #slide(): object {
    const { mark } = this;
    const texts = { title: mark, bullets: [mark], narrationScript: `Hello ${mark}.` };
    const offer = { ...productData, disclaimer: mark, good: { name: mark, price: 11_800 } };
    const audioUrl = `/api/audio/${this.audioKey}.mp3`;
    return {
      ...texts,
      slideId: mark,
      slideType: 'product_pricing_v1',
      productData: offer,
      translations: { es: texts },
      ...recording,
      audioUrl,
    };
  }

  #faq(): object {
    const texts = { userQuestion: `${this.mark}?`, cannedAnswer: this.mark };
    return { ...texts, translations: { es: texts } };
  }

  #homeowner(): object {
    const { mark } = this;
    return { homeowner: { first_name: mark, last_name: mark }, price_inputs: { roof_squares: 24.5 } };
  }

  #subscription(deckId: string) {
    const channelConfig = { url: `${this.hook}/${this.mark}`, headers: { 'X-Mark': this.mark } };
    return createSubscription(this.app.rest, {
      name: this.mark,
      deckId,
      eventType: '*',
      channel: 'webhook',
      channelConfig,
    });
  }

  /** What the homeowner sends who was given a link. */
  guest = '';

  async #openLink(presentationId: string): Promise<void> {
    const made = await this.app.rest.post<{ link: { id: string }; token: string }>(
      `/api/presentations/${presentationId}/links`,
      { name: this.mark, scope: 'view_and_sign' },
    );
    this.named = { ...this.named, linkId: made.body.link.id };
    this.guest = `Link ${made.body.token}`;
  }

  async #storeAudio(): Promise<void> {
    const folder = path.join(this.app.dataDir, 'audio', this.audioKey.slice(0, 2));
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, `${this.audioKey}.mp3`), `audio of ${this.mark}`);
  }

  /** As after ten failures: the worker leaves it alone. */
  async #giveUpFanOut(eventId: string): Promise<void> {
    const { kysely } = this.app.database.connection;
    const waiting = sql`select from fan_out where event_id = ${eventId}`;
    await eventually(async () => (await waiting.execute(kysely)).rows.length === 0);
    await sql`insert into fan_out (event_id, attempt_count, error, died_at) values (${eventId}, 10, 'P0001', now())`.execute(
      kysely,
    );
  }

  /** Changes of each kind that streams and webhooks tell of. */
  async stir(): Promise<void> {
    const { rest } = this.app;
    const { deckId, subscriptionId, slideId, presentationId } = this.named;
    await publish(this.app, 'crossing.stirred', { deckId, data: { note: this.mark } });
    await rest.put(`/api/slides/${slideId}`, { title: `${this.mark} ${Math.random()}` });
    await rest.put(`/api/presentations/${presentationId}/tier`, { tier: 'better' });
    await rest.put(`/api/presentations/${presentationId}/tier`, { tier: 'good' });
    await rest.post(`/api/notifications/subscriptions/${subscriptionId}/test`);
  }

  /** All that a caller of another deck must not be able to change, as text. */
  async state(): Promise<string> {
    const { kysely } = this.app.database.connection;
    const { deckId = '', subscriptionId = '', presentationId = '', deadEventId = '' } = this.named;
    const parts: Record<string, ReturnType<typeof sql>> = {
      deck: sql`id = ${deckId}`,
      slide: sql`deck_id = ${deckId}`,
      faq: sql`deck_id = ${deckId}`,
      presentation: sql`deck_id = ${deckId}`,
      presentation_slide: sql`presentation_id = ${presentationId}`,
      presentation_faq: sql`presentation_id = ${presentationId}`,
      contract: sql`deck_id = ${deckId}`,
      presentation_link: sql`deck_id = ${deckId}`,
      notification_subscription: sql`id = ${subscriptionId}`,
      event: sql`deck_id = ${deckId}`,
      fan_out: sql`event_id = ${deadEventId}`,
      delivery: sql`subscription_id = ${subscriptionId}`,
    };
    const texts = Object.entries(parts).map(
      ([table, mine]) => sql<{ is: string }>`select string_agg(row::text, ' ' order by row::text) as is
        from ${sql.table(table)} as row where ${mine}`,
    );
    const { rows } = await sql`${sql.join(texts, sql` union all `)}`.execute(kysely);
    return JSON.stringify(rows);
  }
}
