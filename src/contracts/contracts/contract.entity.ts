import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { EditableEntity, Node, rowOf } from '../../kit/data/index.ts';
import { SeenBy } from '../../kit/rights/index.ts';
import { Presentation } from '../../presentations/presentations/presentation.entity.ts';
import type { Brand } from '../../authoring/brands/brand.attributes.ts';
import type { StoredSignature } from '../signatures/signatures.ts';
import { coSigner, outcomeAttributes, subjectAttributes } from './contract.attributes.ts';
import type { ContractDocument } from './contract.document.ts';
import { ContractDocumentType } from './contract.document.types.ts';

/**
 * A contract for one offer of a presentation. Before the signature it is deleted with its presentation; a signed one
 * holds everything that was signed, and outlives presentation and deck.
 */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A contract for one offer of a presentation.',
})
@Entity({ tableName: 'contract' })
@SeenBy('deck_id = any($decks)')
@Index({
  name: 'contract_one_for_each_offer',
  expression: `create unique index "contract_one_for_each_offer" on "contract" ("presentation_id", "source_slide_id") nulls not distinct where status in ('draft', 'sent', 'viewed', 'signed')`,
})
@Index({ properties: ['presentationId', 'createdAt', 'id'] })
@Index({ properties: ['createdAt', 'id'] })
@Index({ properties: ['deckId', 'createdAt', 'id'] })
@Index({ properties: ['status', 'createdAt', 'id'] })
@Index({ properties: ['updatedAt', 'id'] })
@Index({ properties: ['boundToPresentationId'] })
@Index({ properties: ['heldUntil'], where: '"held_until" is not null and "pseudonymized_at" is null' })
export class Contract extends rowOf({ ...subjectAttributes, coSigner, ...outcomeAttributes }, EditableEntity) {
  /** The presentation while the contract is deleted with it; null once signed. */
  @ManyToOne(() => Presentation, {
    mapToPk: true,
    fieldName: 'bound_to_presentation_id',
    deleteRule: 'cascade',
    nullable: true,
  })
  boundToPresentationId: string | null = null;

  /** Signatures of an earlier text stand here until the next one replaces them: `signaturesTo` omits them. */
  @Property({ type: 'json', defaultRaw: `'[]'` })
  storedSignatures: readonly StoredSignature[] = [];

  /** What it looked like when it was signed. Before that it looks like its deck: see `contract.reader.ts`. */
  @Property({ type: 'json', nullable: true })
  brand: Brand | null = null;

  /** The signed document. Null in the table before that: readers build it from stored data (`contract.reader.ts`). */
  @Field(() => ContractDocumentType, {
    description: 'The document: what is offered, and after the signature exactly what was signed.',
  })
  @Property({ type: 'json', nullable: true })
  document: ContractDocument | null = null;

  @Field(() => String, {
    description:
      'SHA-256 of the document as JSON without spaces, keys in alphabetical order, in hexadecimal digits. A pseudonymized contract keeps that of what was signed.',
  })
  @Property({ type: 'text', nullable: true })
  documentHash: string | null = null;
}
