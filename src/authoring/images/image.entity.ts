import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { attributes, BaseEntity, Node, rowOf, shown, shownFile } from '../../kit/data/index.ts';
import { SeenBy } from '../../kit/rights/index.ts';

export const imageAttributes = attributes({
  url: shownFile(
    'Where the image is, for heroImg of a slide. `width=640` or `width=1280` added to its query gets a smaller file.',
  ),
  width: shown(Int, 'Width of the stored image in pixels, upright.'),
  height: shown(Int, 'Height of the stored image in pixels, upright.'),
  byteSize: shown(Int, 'Bytes of the stored image.'),
  contentType: shown(String, 'Media type of the stored image.'),
});

/** An image that was uploaded to a deck. Its file is stored once for all decks that have it. */
@ObjectType({ implements: Node, simpleResolvers: true, description: 'An image that was uploaded to a deck.' })
@Entity({ tableName: 'image' })
@SeenBy('deck_id = any($decks)')
@Unique({ properties: ['deckId', 'url'] })
@Index({ properties: ['deckId', 'createdAt', 'id'] })
@Index({ properties: ['url'] })
@Index({ properties: ['unusedSince'], where: '"unused_since" is not null' })
export class Image extends rowOf(imageAttributes, BaseEntity) {
  /** Not a foreign key: the file of a deck that was deleted is removed afterwards. */
  @Field(() => ID, { description: 'The id of its deck.' })
  @Property({ type: 'uuid' })
  deckId!: string;

  /** Since when it is known that nothing of the deck names it: see `pruneImages`. */
  @Property({ type: 'Date', length: 3, nullable: true })
  unusedSince: Date | null = null;
}
