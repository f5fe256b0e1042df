import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import {
  attributes,
  EditableEntity,
  id,
  Node,
  rowOf,
  shownOrNull,
  text,
  time,
  view,
  viewOf,
} from '../../kit/data/index.ts';
import { SeenBy } from '../../kit/rights/index.ts';
import { apiKeyAttributes } from './api-key.attributes.ts';

const validityAttributes = attributes({
  previousUntil: shownOrNull(
    Date,
    'Time until which the value before the last rotation stays valid; null without one.',
  ),
  expiresAt: shownOrNull(Date, 'Time of expiry; null for never.'),
  revokedAt: shownOrNull(Date, 'When it was revoked; null while it is not. Nothing undoes it.'),
  lastUsedAt: shownOrNull(Date, 'When it was last used, to the minute; null before its first use.'),
});

/** An API key. Its value is never stored: only the digest of it is. */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'An API key. Its value is shown once, by the mutation that makes it.',
})
@Entity({ tableName: 'api_key' })
@SeenBy('false')
@Index({ properties: ['createdAt', 'id'] })
export class ApiKey extends rowOf({ ...apiKeyAttributes, ...validityAttributes }, EditableEntity) {
  @Field(() => String, { description: 'The part of its value that is no secret, between `dc_` and the second `_`.' })
  @Property({ type: 'text', unique: true })
  prefix!: string;

  /** SHA-256 of its value in hexadecimal digits. */
  @Property({ type: 'text' })
  digest!: string;

  /** The digest of the value before the last rotation; null without one. */
  @Property({ type: 'text', nullable: true })
  previousDigest: string | null = null;
}

/** As REST shows it. */
export const apiKeyView = view<ApiKey, 'digest' | 'previousDigest' | 'version'>('ApiKey', {
  id,
  ...viewOf(apiKeyAttributes),
  prefix: text,
  ...viewOf(validityAttributes),
  createdAt: time,
  updatedAt: time,
});

/** One row, whose numbers every change of a right raises in its transaction. */
@Entity({ tableName: 'access_revision' })
@SeenBy('false')
export class AccessRevision {
  @PrimaryKey({ type: 'integer', autoincrement: false })
  id!: number;

  /** 0 until the first key is made: keys are never deleted, so it shows whether one was ever made. */
  @Property({ type: 'integer', default: 0 })
  revision!: number;

  /** How many sessions of browsers were ended before their time. A number of its own: no key has to be made for that. */
  @Property({ type: 'integer', default: 0 })
  endedSessions!: number;
}

/** A key with its token: the answer of what makes a token, and of nothing else. */
export interface IssuedKey {
  readonly apiKey: ApiKey;
  /** What its holder sends as a bearer token. */
  readonly token: string;
}
