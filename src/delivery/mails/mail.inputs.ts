import { described, Input, InputObject, object, text, uuid } from '../../kit/input/index.ts';
import { eventTypeRule } from '../subscriptions/subscription.attributes.ts';

const optional = { presence: 'optional' } as const;

@InputObject('Texts of mails in place of those of the product, with placeholders.')
export class EmailTemplateInput {
  @Input(text({ max: 200, description: 'One line.' }), optional)
  subject?: string | null;

  @Input(text({ max: 10_000, description: 'Plain text; a blank line ends a paragraph.' }), optional)
  body?: string | null;
}

/** Body of `POST .../email/preview` and input of `previewEmail`. */
@InputObject('What to preview: a subscription or texts that are not saved, for an event or the sample of a type.')
export class PreviewEmailInput {
  @Input(
    uuid({
      description: 'The subscription whose texts, name and deck it has; null for a subscription yet to be made.',
    }),
    optional,
  )
  subscriptionId?: string | null;

  @Input(
    object(() => EmailTemplateInput, {
      description: 'Texts in place of those of the subscription, or of the product.',
    }),
    optional,
  )
  template?: EmailTemplateInput | null;

  @Input(uuid({ description: 'The event; null for the sample of eventType.' }), optional)
  eventId?: string | null;

  @Input(
    described(eventTypeRule, 'The type of the sample, or a pattern; by default that of the subscription.'),
    optional,
  )
  eventType?: string | null;
}
