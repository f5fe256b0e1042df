import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { v7 as uuidv7 } from 'uuid';
import { SeenBy, type SessionKind } from '../../kit/rights/index.ts';

/** A session of a browser. Its value is never stored: only the digest of it is. */
@Entity({ tableName: 'session' })
@SeenBy('false')
@Index({ properties: ['expiresAt'] })
export class Session {
  @PrimaryKey({ type: 'uuid' })
  id: string = uuidv7();

  /** SHA-256 of its value in hexadecimal digits. */
  @Property({ type: 'text', unique: true })
  digest!: string;

  /** By which kind of credential it was made. */
  @Property({ type: 'text' })
  kind!: SessionKind;

  /** The holder of the credential: see `Actor.key`. */
  @Property({ type: 'text' })
  holder!: string;

  /** See `bindingOf`. */
  @Property({ type: 'text' })
  binding!: string;

  /** The rights of the credential when the session was made: it ends when the key has others. */
  @Property({ type: 'json' })
  scopes!: string[];

  @Property({ type: 'json', nullable: true })
  deckIds: string[] | null = null;

  @Property({ type: 'Date', length: 3 })
  createdAt: Date = new Date();

  @Property({ type: 'Date', length: 3 })
  expiresAt!: Date;

  /** When it was ended by hand; null while it was not. */
  @Property({ type: 'Date', length: 3, nullable: true })
  revokedAt: Date | null = null;
}
