import { Input, InputObject } from '../../platform/input/input.ts';
import { dictionary, text } from '../../platform/input/rules.ts';
import type { DeckVariables } from './deck.entity.ts';

const name = text({ max: 200, format: 'plain-name', examples: ['Roof and solar, Travis County'] });
const description = text({ min: 0, max: 2_000 });
const brandName = text({
  max: 200,
  format: 'plain-name',
  description: 'The seller in contracts; the name of the deck without one.',
});
const currency = text({ max: 3, format: 'currency', description: 'ISO 4217 code of all prices in the deck.' });
const defaultLanguage = text({ max: 35, format: 'language-tag', description: 'BCP 47 tag of the authored texts.' });
const timeZone = text({
  max: 64,
  format: 'time-zone',
  description: 'IANA time zone of the dates in presentations and contracts; TIME_ZONE of the server unless told.',
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
  'Changes to a deck. What is absent stays as it is; null clears what may be empty and leaves the rest as it is.',
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
