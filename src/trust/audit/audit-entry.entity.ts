import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import {
  answerOf,
  AuditedChange,
  attributes,
  id,
  Node,
  rowOf,
  shown,
  shownList,
  shownOrNull,
  time,
  view,
  viewOf,
} from '../../kit/data/index.ts';
import { listOf } from '../../kit/core/index.ts';
import { ActorKind, SeenBy } from '../../kit/rights/index.ts';

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

registerEnumType(ActorKind, {
  name: 'ActorKind',
  description: 'A kind of caller.',
  valuesConfig: {
    SYSTEM: { description: 'The product and its commands.' },
    LOCAL: { description: 'Anyone on this machine, while authentication is off.' },
    PUBLIC: { description: 'An anonymous caller.' },
    ENVIRONMENT: { description: 'The holder of API_KEY.' },
    KEY: { description: 'The holder of a key.' },
    TOKEN: { description: 'The holder of a token of an issuer.' },
    SIGNED: { description: 'The caller of a signed link to one file.' },
    LINK: { description: 'A guest, by a link to one presentation.' },
  },
});

registerEnumType(AuditedChange, {
  name: 'AuditedChange',
  description: 'What was done to an object.',
  valuesConfig: {
    CREATED: { description: 'It was created.' },
    CHANGED: { description: 'Some of its fields were changed.' },
    DELETED: { description: 'It was deleted.' },
    READ: { description: 'It was read, or taken out: a secret, or the data of a homeowner.' },
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
  change: shown(AuditedChange, 'What was done to it.'),
  // Priced, unlike other texts: an object has as many as its table has columns.
  fields: shown([String], 'The names of the changed fields. Their values are not recorded.', {
    output: { complexity: 1 },
  }),
});

@ObjectType({ simpleResolvers: true, description: 'An object that an entry of the audit log names.' })
export class AuditedObject extends answerOf(auditedObjectAttributes) {}

const auditedObjectView = view<AuditedObject>('AuditedObject', viewOf(auditedObjectAttributes));

const entryAttributes = attributes({
  actor: shown(ActorKind, 'The kind of caller.'),
  key: shownOrNull(String, 'The id of the key, or `environment`; null without a key.'),
  address: shownOrNull(String, 'The address of the client; null without one.'),
  operation: shown(
    String,
    "What was requested, by REST's operationId; `authenticate` for a caller that could not be identified.",
  ),
  requestId: shown(String, 'The id of the request, as in X-Request-Id and in the log of the process.'),
  result: shown(AuditResult, 'Whether it was done.'),
  reason: shownOrNull(String, 'The code of the refusal; null for what was done.'),
  objects: shownList(AuditedObject, auditedObjectView, 'The first ten objects that were changed or read.', listOf(2)),
  objectCount: shown(Int, 'How many objects were changed or read.'),
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
export class AuditEntry extends rowOf(entryAttributes) {
  @PrimaryKey({ type: 'uuid' })
  id!: string;

  @Field(() => Date, { description: "When it happened, by the database's clock." })
  @Property({ type: 'Date', length: 3, defaultRaw: 'now()' })
  createdAt!: Date;
}

/** As REST shows it. */
export const auditEntryView = view<AuditEntry>('AuditEntry', { id, createdAt: time, ...viewOf(entryAttributes) });

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
