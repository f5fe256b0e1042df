import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { attributes, EditableEntity, Node, rowOf, shown, shownOrNull } from '../../kit/data/index.ts';
import { SeenBy } from '../../kit/rights/index.ts';
import type { HourlyCounts } from './hourly.ts';
import { Presentation } from '../../presentations/presentations/presentation.entity.ts';

/** What a link gives. */
export const LinkScope = { VIEW: 'view', VIEW_AND_SIGN: 'view_and_sign' } as const;
/** A value of `LinkScope`, as it is stored and sent. */
export type LinkScope = (typeof LinkScope)[keyof typeof LinkScope];
registerEnumType(LinkScope, {
  name: 'LinkScope',
  description: 'What a link gives.',
  valuesConfig: {
    VIEW: { description: 'To watch the presentation, to choose a tier, and to ask.' },
    VIEW_AND_SIGN: { description: 'Also to read its contracts, with the personal data in them, and to sign them.' },
  },
});

export const linkAttributes = attributes({
  name: shown(String, 'Its purpose or its user.'),
  scope: shown(LinkScope, 'What it gives.'),
  isOneTime: shown(Boolean, 'Whether only the first browser that opens it can open it.'),
  expiresAt: shown(Date, 'Time of expiry.'),
  revokedAt: shownOrNull(Date, 'When it was revoked; null while it is not. Nothing undoes it.'),
});

/** A link by which a homeowner opens one presentation. Its token is never stored: only the digest of it is. */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description:
    'A link by which a homeowner opens one presentation. Its URL is shown once, by the mutation that makes it.',
})
@Entity({ tableName: 'presentation_link' })
@SeenBy('deck_id = any($decks)')
@Index({ properties: ['presentationId', 'createdAt', 'id'] })
@Index({ properties: ['revokedAt'] })
@Index({ properties: ['rightsChangedAt'] })
export class PresentationLink extends rowOf(linkAttributes, EditableEntity) {
  @Field(() => ID, { description: 'The id of its presentation.' })
  @ManyToOne(() => Presentation, { mapToPk: true, fieldName: 'presentation_id', deleteRule: 'cascade' })
  presentationId!: string;

  /** Of its presentation, which keeps its deck. */
  @Property({ type: 'uuid' })
  deckId!: string;

  @Field(() => Int, { description: 'How often it was opened.' })
  @Property({ type: 'integer', default: 0 })
  visitCount: number = 0;

  @Field(() => Date, { nullable: true, description: 'When it was last opened; null before.' })
  @Property({ type: 'Date', length: 3, nullable: true })
  lastVisitedAt: Date | null = null;

  /** How often it caused what is counted by the hour. */
  @Property({ type: 'json', default: '{}' })
  hourly: HourlyCounts = {};

  /** Counted by processes of the version before, which know no `hourly`. */
  @Property({ type: 'integer', default: 0 })
  questions: number = 0;

  /** As `questions`. */
  @Property({ type: 'Date', length: 3, nullable: true })
  askingSince: Date | null = null;

  /** When its scope or its expiry was last changed; null while they are as it was made with. */
  @Property({ type: 'Date', length: 3, nullable: true })
  rightsChangedAt: Date | null = null;

  /** The part of its token that is no secret. */
  @Property({ type: 'text', unique: true })
  lookup!: string;

  /** SHA-256 of its token in hexadecimal digits; null for a presentation's own link: see `PlayerLinks`. */
  @Property({ type: 'text', nullable: true })
  digest!: string | null;
}

/** A link with its URL: the answer of what makes it, and of nothing else. */
export interface IssuedLink {
  readonly link: PresentationLink;
  /** What the homeowner opens. */
  readonly url: string;
  /** The end of the URL. */
  readonly token: string;
}
