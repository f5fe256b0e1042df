import { Input, InputObject, text } from '../../kit/input/index.ts';

/** Body of `duplicateDeck`. */
@InputObject('What is different in the copy of a deck.')
export class DuplicateDeckInput {
  @Input(text({ max: 200, format: 'plain-name', description: 'By default "Copy of" and the name of the deck.' }), {
    presence: 'optional',
  })
  name?: string | null;
}
