import { isDeepStrictEqual } from 'node:util';
import { registerEnumType } from 'type-graphql';
import { type Attributes, driftingOf } from '../../kit/data/index.ts';

/** How a slide or FAQ of the deck differs from that of the presentation. */
export const DriftKind = { ADDED: 'added', REMOVED: 'removed', CHANGED: 'changed' } as const;
export type DriftKind = (typeof DriftKind)[keyof typeof DriftKind];
registerEnumType(DriftKind, {
  name: 'DriftKind',
  description: 'How the deck differs from the presentation.',
  valuesConfig: {
    ADDED: { description: 'The deck has it, the presentation does not.' },
    REMOVED: { description: 'The presentation has it, the deck no longer does.' },
    CHANGED: { description: 'Both have it; fields names what differs.' },
  },
});

export interface Difference<T> {
  readonly it: T;
  readonly kind: DriftKind;
  /** The attributes that differ; none unless it is changed. */
  readonly fields: string[];
}

/**
 * The parts of a presentation that were added, removed or changed, by the attributes whose copies are compared.
 *
 * @param source the field with the id of the part of the deck
 */
export function differences<T extends object>(
  set: Attributes,
  then: readonly T[],
  now: readonly T[],
  source: keyof T,
): Difference<T>[] {
  const fields = driftingOf(set);
  const before = new Map(then.map((it) => [it[source], it]));
  const after = new Set(now.map((it) => it[source]));
  const removed = then.filter((it) => !after.has(it[source]));
  return [
    ...removed.map((it) => ({ it, kind: DriftKind.REMOVED, fields: [] })),
    ...now.flatMap((it): Difference<T>[] => {
      const old = before.get(it[source]);
      if (old === undefined) return [{ it, kind: DriftKind.ADDED, fields: [] }];
      const changed = fields.filter((field) => !isDeepStrictEqual(Reflect.get(old, field), Reflect.get(it, field)));
      return changed.length === 0 ? [] : [{ it, kind: DriftKind.CHANGED, fields: changed }];
    }),
  ];
}
