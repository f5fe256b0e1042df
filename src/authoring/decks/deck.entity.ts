import { Entity, Index } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { EditableEntity, Node, rowOf } from '../../kit/data/index.ts';
import { SeenBy } from '../../kit/rights/index.ts';
import { deckAttributes } from './deck.attributes.ts';

/** One index for each column: not every engine has such an index of several. */
function searchIndex(column: string): string {
  return `create index "deck_${column}_search_index" on "deck" using gin ("${column}" gin_trgm_ops)`;
}

/**
 * A template: ordered slides with FAQs, from which presentations are made. Its version rises with every change to it,
 * its slides or its FAQs.
 */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'An ordered set of slides, from which presentations are made.',
})
@Entity({ tableName: 'deck' })
@SeenBy('id = any($decks)')
@Index({ properties: ['createdAt', 'id'] })
@Index({ properties: ['updatedAt', 'id'] })
@Index({ name: 'deck_name_search_index', expression: searchIndex('name') })
@Index({ name: 'deck_description_search_index', expression: searchIndex('description') })
@Index({ name: 'deck_brand_name_search_index', expression: searchIndex('brand_name') })
export class Deck extends rowOf(deckAttributes, EditableEntity) {}
