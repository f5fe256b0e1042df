import { createOf, updateOf } from '../../kit/data/index.ts';
import { Input, InputObject, integer, time } from '../../kit/input/index.ts';
import { apiKeyAttributes } from './api-key.attributes.ts';

const expiresAt = time({
  description: 'Time of expiry, in ISO 8601; null for never.',
  examples: ['2027-01-31T12:00:00Z'],
});
const overlapSeconds = integer({
  min: 0,
  max: 2_592_000,
  description: 'Seconds for which the old value stays valid. Default: 86400, one day.',
});

/** Body of `POST /api/keys` and input of `createApiKey`. */
@InputObject('A new key.')
export class CreateApiKeyInput extends createOf(apiKeyAttributes) {
  @Input(expiresAt, { presence: 'optional' })
  expiresAt?: string | null;
}

/** Body of `PUT /api/keys/{keyId}` and input of `updateApiKey`. */
@InputObject('Changes to a key. Absent fields keep their values. A null expiresAt means that it never expires.')
export class UpdateApiKeyInput extends updateOf(apiKeyAttributes) {
  @Input(expiresAt, { presence: 'optional' })
  expiresAt?: string | null;
}

/** Body of `POST /api/keys/{keyId}/rotate` and input of `rotateApiKey`. */
@InputObject('How long the old value of a key stays valid.')
export class RotateApiKeyInput {
  @Input(overlapSeconds, { presence: 'optional' })
  overlapSeconds?: number | null;
}
