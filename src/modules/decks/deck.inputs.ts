import { Input, InputObject } from '../../platform/input/input.ts';
import { dictionary, text } from '../../platform/input/rules.ts';
import type { DeckVariables } from './deck.entity.ts';

const name = text({
  description: 'Name of the deck.',
  max: 200,
  format: 'plain-name',
  examples: ['Roof and solar, Travis County'],
});
const description = text({ min: 0, max: 2_000, description: 'What the deck is for.' });
const brandName = text({
  max: 200,
  format: 'plain-name',
  description: 'The company that the deck speaks for, and the seller in contracts; by default the name of the deck.',
});
const currency = text({ max: 3, format: 'currency', description: 'ISO 4217 code of all prices in the deck.' });
const defaultLanguage = text({ max: 35, format: 'language-tag', description: 'BCP 47 tag of the authored texts.' });
const timeZone = text({
  max: 64,
  format: 'time-zone',
  description: 'IANA time zone of the dates in presentations and contracts; by default TIME_ZONE of the server.',
  examples: ['America/Denver'],
});
const variables = dictionary({ maxEntries: 200, description: 'Default values for placeholders, by placeholder name.' });

/** Body of `createDeck`. */
@InputObject('A new deck.')
export class CreateDeckInput {
  @Input(name)
  name!: string;

  @Input(description, { presence: 'optional' })
  description?: string | null;

  @Input(brandName, { presence: 'optional' })
  brandName?: string | null;

  @Input(currency, { default: 'USD' })
  currency!: string;

  @Input(defaultLanguage, { default: 'en-US' })
  defaultLanguage!: string;

  @Input(timeZone, { presence: 'optional' })
  timeZone?: string | null;

  @Input(variables, { presence: 'optional' })
  variables?: DeckVariables | null;
}

/** Body of `updateDeck`. */
@InputObject(
  'Changes to a deck. Absent fields keep their values. null clears an optional field and leaves a required one unchanged.',
)
export class UpdateDeckInput {
  @Input(name, { presence: 'kept' })
  name?: string;

  @Input(description, { presence: 'optional' })
  description?: string | null;

  @Input(brandName, { presence: 'optional' })
  brandName?: string | null;

  @Input(currency, { presence: 'kept' })
  currency?: string;

  @Input(defaultLanguage, { presence: 'kept' })
  defaultLanguage?: string;

  @Input(timeZone, { presence: 'optional' })
  timeZone?: string | null;

  @Input(variables, { presence: 'optional' })
  variables?: DeckVariables | null;
}
