import { ObjectType } from 'type-graphql';
import { pngUrl } from '../../engines/pdf/png.ts';
import { invalidField, isJsonObject } from '../../kit/core/index.ts';
import { answerOf, attributes, readOne, type RequestScope, shown, view, viewOf } from '../../kit/data/index.ts';
import { rejectFaults } from '../../kit/input/index.ts';
import { holds } from '../../kit/rights/index.ts';
import type { EventType } from '../../kit/live/index.ts';
import { type EventPayload, payloadOf } from '../channels/channel.ts';
import { isStreamOnly } from '../events/event-audience.ts';
import { eventsForResponse } from '../events/event-log.ts';
import { matchesType } from '../events/type-pattern.ts';
import type { NotificationSubscription } from '../subscriptions/subscription.entity.ts';
import { readSubscription } from '../subscriptions/subscription.reader.ts';
import { type FindMailFacts, type MailFacts, noFacts, sampleFacts } from './mail-facts.ts';
import type { EmailTemplate } from './mail-template.ts';
import type { MailWriter } from './mail-writer.ts';
import type { PreviewEmailInput } from './mail.inputs.ts';

const previewAttributes = attributes({
  subject: shown(String, 'Its subject.'),
  text: shown(String, 'Its plain text.'),
  html: shown(String, 'Its HTML, as a document of its own. The logo is part of it, as a data URL.'),
});

@ObjectType({ simpleResolvers: true, description: 'A mail as a subscription would send it.' })
export class EmailPreview extends answerOf(previewAttributes) {}

/** As REST shows it. */
export const emailPreviewView = view<EmailPreview>('EmailPreview', viewOf(previewAttributes));

const sampleId = '01900000-0000-7000-8000-00000000002b';
const sampleName = 'Signed contracts to the office';

/** Writes mails that nobody sends. */
export class EmailPreviews {
  constructor(
    private readonly writer: MailWriter,
    /** Types that channels send. */
    private readonly deliveredTypes: readonly EventType[],
    private readonly factsIn: (newScope: () => RequestScope) => FindMailFacts,
  ) {}

  /**
   * @throws AppError `NOT_FOUND`, or `INVALID_INPUT` for a subscription of another channel, for a template with a fault, and
   *   without a type
   */
  async preview(scope: RequestScope, input: PreviewEmailInput): Promise<EmailPreview> {
    const subscription = await subscriptionOf(scope, input);
    const event = await this.#eventOf(scope, input, subscription);
    const eventType = input.eventType ?? subscription?.eventType ?? event.payload.type;
    if (input.template) rejectFaults(this.writer.templateFaults(input.template, eventType, '/template'));
    const facts = await this.#factsOf(scope, event, subscription);
    const png = facts.deck?.logo?.png;
    return this.writer.write({
      payload: event.payload,
      facts,
      subscription: subscription?.name ?? sampleName,
      template: input.template ?? storedTemplate(subscription),
      logo: png === undefined ? null : pngUrl(png),
    });
  }

  async #eventOf(scope: RequestScope, input: PreviewEmailInput, subscription: NotificationSubscription | null) {
    if (input.eventId) {
      const event = await readOne(scope.em, eventsForResponse, input.eventId, { noun: 'event', parameter: 'eventId' });
      return { payload: payloadOf(event), isSample: false };
    }
    const pattern = input.eventType ?? subscription?.eventType;
    if (pattern === undefined) {
      throw invalidField('/eventType', 'required', 'eventType is required without eventId and subscriptionId.');
    }
    if (isStreamOnly(pattern)) {
      throw invalidField('/eventType', 'unknown', `${pattern} is never delivered, only streams show it.`);
    }
    const sample = this.deliveredTypes.find(({ name }) => matchesType(pattern, name));
    const payload: EventPayload = {
      id: sampleId,
      type: sample?.name ?? pattern,
      timestamp: scope.now().toISOString(),
      deckId: subscription?.deckId ?? null,
      data: { ...sample?.sample },
    };
    return { payload, isSample: true };
  }

  /** A sample is about the deck of its subscription, if it has one, and an invented homeowner. */
  async #factsOf(
    scope: RequestScope,
    { payload, isSample }: { readonly payload: EventPayload; readonly isSample: boolean },
    subscription: NotificationSubscription | null,
  ): Promise<MailFacts> {
    const named = subscription?.isHomeownerNamed ?? true;
    const find = this.factsIn(() => scope);
    if (!isSample) return find(payload, named && holds(scope.actor, 'presentations:read'));
    const { deck } = payload.deckId === null ? sampleFacts : await find(payload, false);
    const isAboutHomeowner = Object.hasOwn(payload.data, 'presentationId');
    return { ...noFacts, deck, homeowner: isAboutHomeowner && named ? sampleFacts.homeowner : null };
  }
}

async function subscriptionOf(
  scope: RequestScope,
  { subscriptionId }: PreviewEmailInput,
): Promise<NotificationSubscription | null> {
  if (!subscriptionId) return null;
  const subscription = await readSubscription(scope, subscriptionId);
  if (subscription.channel === 'email') return subscription;
  const detail = `The subscription sends by ${subscription.channel}: name one of the channel email.`;
  throw invalidField('/subscriptionId', 'unknown', detail);
}

/** It fits its schema since it was saved. */
function storedTemplate(subscription: NotificationSubscription | null): EmailTemplate | null {
  const { template } = subscription?.channelConfig ?? {};
  return isJsonObject(template) ? (template as EmailTemplate) : null;
}
