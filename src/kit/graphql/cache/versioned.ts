import type { GraphQLField } from 'graphql';
import { Extensions } from 'type-graphql';
import type { Batch, RowBatch } from '../../data/index.ts';

/** Reads the values of a field by the ids of its objects, perhaps with the columns that are requested alone. */
export type FieldBatch = RowBatch<string, unknown, unknown>;

/**
 * Declares that the value of a field is what the batch gives for the id of its object, and that each change of it raises
 * the version of that object. So its JSON text may be kept for that version. Where the selection below it is plain, its
 * resolver never runs: a compiled operation reads the batch.
 */
export function Versioned(batch: FieldBatch | Batch<string, unknown>): MethodDecorator & PropertyDecorator {
  return Extensions({ versioned: batch });
}

export function versionedBatch({ extensions }: GraphQLField<unknown, unknown>): FieldBatch | undefined {
  return extensions['versioned'] as FieldBatch | undefined;
}
