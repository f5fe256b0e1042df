import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { BaseEntity } from '../../kit/data/index.ts';
import { SeenBy } from '../../kit/rights/index.ts';

/** The logo of a deck, which never changes: another one is another row. Signed contracts keep theirs. */
@Entity({ tableName: 'logo' })
@SeenBy('deck_id = any($decks)')
export class Logo extends BaseEntity {
  /** Not a foreign key: a signed contract outlives the deck. */
  @Index()
  @Property({ type: 'uuid' })
  deckId!: string;

  /** The PNG in base64. */
  @Property({ type: 'text' })
  png!: string;

  /** Whether a signed contract has it, so that it stays when the deck has another one or is deleted. */
  @Property({ type: 'boolean' })
  isHeld: boolean = false;
}
