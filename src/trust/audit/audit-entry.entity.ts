import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { answerOf, attributes, list, Node, shown, text, view, viewOf } from '../../kit/data/index.ts';
import { listOf } from '../../kit/core/index.ts';
import { SeenBy } from '../../kit/rights/index.ts';

/** Whether something was done or refused. */
export enum AuditResult {
  DONE = 'done',
  REFUSED = 'refused',
}

registerEnumType(AuditResult, {
  name: 'AuditResult',
  description: 'Whether something was done or refused.',
  valuesConfig: {
    DONE: { description: 'It was done. Without objects, nothing had to be changed.' },
    REFUSED: { description: 'The caller was not allowed to do it.' },
  },
});

/** Rows are written once, and then deleted. */
const appendOnly = {
  name: 'append_only',
  timing: 'before' as const,
  events: ['update' as const],
  forEach: 'statement' as const,
  body: "raise exception 'rows of % are never changed', tg_table_name",
};

const auditedObjectAttributes = attributes({
  objectType: shown(String, 'The name of its table, such as `slide`.'),
  objectId: shown(String, 'Its id. The object may be deleted since.'),
  change: shown(String, '`created`, `changed`, `deleted` or `read`.'),
});

/** An object that an entry names. */
@ObjectType({ simpleResolvers: true, description: 'An object that an entry of the audit log names.' })
export class AuditedObject extends answerOf(auditedObjectAttributes) {
  /** It is priced, unlike other texts: an object has as many as its table has columns. */
  @Field(() => [String], {
    complexity: 1,
    description: 'The names of the changed fields. Their values are not recorded.',
  })
  fields!: readonly string[];
}

/** As REST shows it. */
export const auditedObjectView = view<AuditedObject>('AuditedObject', {
  ...viewOf(auditedObjectAttributes),
  fields: list(text),
});

/** A row of the audit log. `audit-log.ts` writes it; nothing changes it, and only retention deletes it. */
@ObjectType({ implements: Node, simpleResolvers: true, description: 'An entry of the audit log.' })
@Entity({ tableName: 'audit_entry', triggers: [appendOnly] })
@SeenBy('false')
@Index({ properties: ['createdAt', 'id'] })
@Index({ properties: ['key', 'createdAt', 'id'] })
@Index({
  name: 'audit_entry_objects_index',
  expression: 'create index "audit_entry_objects_index" on "audit_entry" using gin ("objects" jsonb_path_ops)',
})
export class AuditEntry {
  @PrimaryKey({ type: 'uuid' })
  id!: string;

  @Field(() => Date, { description: "When it happened, by the database's clock." })
  @Property({ type: 'Date', length: 3, defaultRaw: 'now()' })
  createdAt!: Date;

  @Field(() => String, {
    description:
      'The kind of caller: `key`; `environment` for API_KEY; `local` while authentication is off; `public` for an anonymous caller; `system` for the product and its commands.',
  })
  @Property({ type: 'text' })
  actor!: string;

  @Field(() => String, { nullable: true, description: 'The id of the key, or `environment`; null without a key.' })
  @Property({ type: 'text', nullable: true })
  key: string | null = null;

  @Field(() => String, { nullable: true, description: 'The address of the client; null without one.' })
  @Property({ type: 'text', nullable: true })
  address: string | null = null;

  @Field(() => String, {
    description: "What was requested, by REST's operationId; `authenticate` for a caller that could not be identified.",
  })
  @Property({ type: 'text' })
  operation!: string;

  @Field(() => String, { description: 'The id of the request, as in X-Request-Id and in the log of the process.' })
  @Property({ type: 'text' })
  requestId!: string;

  @Field(() => AuditResult, { description: 'Whether it was done.' })
  @Property({ type: 'text' })
  result!: AuditResult;

  @Field(() => String, { nullable: true, description: 'The code of the refusal; null for what was done.' })
  @Property({ type: 'text', nullable: true })
  reason: string | null = null;

  @Field(() => [AuditedObject], {
    complexity: listOf(2),
    description: 'The first ten objects that were changed or read.',
  })
  @Property({ type: 'json' })
  objects!: AuditedObject[];

  @Field(() => Int, { description: 'How many objects were changed or read.' })
  @Property({ type: 'integer' })
  objectCount!: number;
}

/** The place of an entry in the chain. Rows are never changed; retention deletes the first ones. */
@Entity({ tableName: 'audit_link', triggers: [appendOnly] })
@SeenBy('false')
export class AuditLink {
  @PrimaryKey({ type: 'string', columnType: 'bigint', autoincrement: false })
  number!: string;

  /** No foreign key: that an entry is missing must be seen. */
  @Property({ type: 'uuid', unique: true })
  entryId!: string;

  /** SHA-256 in hexadecimal digits: see `chain.ts`. */
  @Property({ type: 'text' })
  hash!: string;
}

/** An entry that has no place in the chain yet. */
@Entity({ tableName: 'audit_waiting' })
@SeenBy('false')
export class AuditWaiting {
  @PrimaryKey({ type: 'string', columnType: 'bigint', generated: 'by default as identity', autoincrement: true })
  sequence!: string;

  @Property({ type: 'uuid' })
  entryId!: string;
}
