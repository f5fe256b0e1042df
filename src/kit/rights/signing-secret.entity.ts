import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { SeenBy } from './seen-by.ts';

/** One row, made by its migration: what signatures are made with where there is no `SECRET_KEY`. */
@Entity({ tableName: 'signing_secret' })
@SeenBy('false')
export class SigningSecret {
  @PrimaryKey({ type: 'integer', autoincrement: false })
  id!: number;

  /** 64 hexadecimal digits, of which the random generator of the database chose all but a few. */
  @Property({ type: 'text' })
  secret!: string;
}
