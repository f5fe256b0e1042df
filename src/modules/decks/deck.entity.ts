import { Entity, Index } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { rowOf } from '../../platform/attributes/rows.ts';
import { EditableEntity } from '../../platform/database/base.entity.ts';
import { Node } from '../../platform/database/node.ts';
import { deckAttributes } from './deck.attributes.ts';
import { SeenBy } from '../../platform/sight/seen-by.ts';

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
@Index({
  name: 'deck_search_index',
  expression:
    'create index "deck_search_index" on "deck" using gin ("name" gin_trgm_ops, "description" gin_trgm_ops, "brand_name" gin_trgm_ops)',
})
export class Deck extends rowOf(deckAttributes, EditableEntity) {}
