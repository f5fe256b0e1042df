import { ChangeSetType, type EventSubscriber, type FlushEventArgs } from '@mikro-orm/core';

/** What was done to an object. */
export const AuditedChange = { CREATED: 'created', CHANGED: 'changed', DELETED: 'deleted', READ: 'read' } as const;
/** A value of `AuditedChange`, as it is stored and sent. */
export type AuditedChange = (typeof AuditedChange)[keyof typeof AuditedChange];

/** An object in an entry of the audit log: which one, and the names of its changed fields. Never a value. */
export interface TouchedObject {
  /** The name of its table, such as `slide`. */
  readonly objectType: string;
  readonly objectId: string;
  readonly change: AuditedChange;
  /** Empty unless it was changed. */
  readonly fields: readonly string[];
}

/** Objects that one entry names. It counts all of them. */
const mostNamed = 10;

/** Columns that rise with every change. */
const bookkeeping = new Set(['version', 'updatedAt']);

const changes: Readonly<Partial<Record<ChangeSetType, AuditedChange>>> = {
  [ChangeSetType.CREATE]: 'created',
  [ChangeSetType.UPDATE]: 'changed',
  [ChangeSetType.DELETE]: 'deleted',
};

/**
 * Gathers the objects that a transaction touches: those that its entity manager flushes, and those that are added by
 * hand.
 */
export class TouchedObjects implements EventSubscriber {
  #objects = new Map<string, TouchedObject>();
  #isTaken = false;

  /** Whether an entry names the objects that were touched before. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  get count(): number {
    return this.#objects.size;
  }

  /** The first objects. */
  get named(): readonly TouchedObject[] {
    return [...this.#objects.values().take(mostNamed)];
  }

  /** Forgets the objects, which an entry names now. */
  take(): void {
    this.#objects = new Map();
    this.#isTaken = true;
  }

  /** Forgets the objects: no entry names them, nor will. */
  drop(): void {
    this.#objects = new Map();
    this.#isTaken = false;
  }

  /** An object that is touched twice has the fields of both changes. */
  note({ fields, ...object }: Omit<TouchedObject, 'fields'> & Partial<TouchedObject>): void {
    const place = `${object.objectType} ${object.objectId}`;
    const earlier = this.#objects.get(place);
    const change = earlier?.change === 'created' && object.change === 'changed' ? earlier.change : object.change;
    const all = change === 'changed' ? [...(earlier?.fields ?? []), ...(fields ?? [])] : [];
    const named = [...new Set(all)].filter((field) => !bookkeeping.has(field));
    this.#objects.set(place, { ...object, change, fields: named });
  }

  /** Records of the platform have no id: they belong to no noun. */
  afterFlush({ uow }: FlushEventArgs): void {
    for (const changeSet of uow.getChangeSets()) {
      const { type, meta, payload } = changeSet;
      const change = changes[type];
      if (change === undefined || meta.getPrimaryProps()[0]?.name !== 'id') continue;
      const fields = Object.keys(payload);
      this.note({ objectType: meta.tableName, objectId: String(changeSet.getPrimaryKey()), change, fields });
    }
  }
}
