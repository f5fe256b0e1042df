import { createOf, updateOf } from '../../kit/data/index.ts';
import { Input, InputObject, integer, type Rule, text } from '../../kit/input/index.ts';
import { configByChannel } from './channel-config.ts';
import { subscriptionAttributes } from './subscription.attributes.ts';
import { type Filter, filter } from './subscription.filter.ts';

const signingSecret: Rule = {
  ...text({ max: 100, description: 'whsec_ followed by 24 to 64 bytes in base64. Default: a random secret.' }),
  check: (secret: string, pointer: string) =>
    isSigningSecret(secret)
      ? []
      : [{ pointer, code: 'format', detail: 'secret must be whsec_ followed by 24 to 64 bytes in base64.' }],
};
const overlapSeconds = integer({
  min: 0,
  max: 31_536_000,
  description: 'Seconds for which the old secret also signs. Default: SECRET_OVERLAP_SECONDS.',
});

/** Body of `POST .../subscriptions` and input of `createSubscription`. */
@InputObject('A new notification subscription.', configByChannel)
export class CreateSubscriptionInput extends createOf(subscriptionAttributes) {
  @Input(filter, { presence: 'optional' })
  filter?: Filter | null;
}

/** Body of `PUT .../subscriptions/{id}` and input of `updateSubscription`. */
@InputObject(
  'Changes to a notification subscription. An absent field stays unchanged. A null deckId selects all decks, a null filter all events; any other null changes nothing.',
)
export class UpdateSubscriptionInput extends updateOf(subscriptionAttributes) {
  @Input(filter, { presence: 'optional' })
  filter?: Filter | null;
}

/** Body of `POST .../secret/rotate` and input of `rotateSubscriptionSecret`. */
@InputObject('The new secret of a notification subscription, and the overlap with the old one.')
export class RotateSecretInput {
  @Input(signingSecret, { presence: 'optional' })
  secret?: string | null;

  @Input(overlapSeconds, { presence: 'optional' })
  overlapSeconds?: number | null;
}

/** Accepts canonical base64 only, because receivers' libraries differ in what else they accept. */
function isSigningSecret(secret: string): boolean {
  const [, base64 = ''] = /^whsec_(.+)$/.exec(secret) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 && bytes.length >= 24 && bytes.length <= 64;
}
