import { createOf, updateOf } from '../../kit/data/index.ts';
import { InputObject } from '../../kit/input/index.ts';
import { deckAttributes } from './deck.attributes.ts';

@InputObject('A new deck.')
export class CreateDeckInput extends createOf(deckAttributes) {}

@InputObject(
  'Changes to a deck. Absent fields keep their values. null clears an optional field and leaves a required one unchanged.',
)
export class UpdateDeckInput extends updateOf(deckAttributes) {}
