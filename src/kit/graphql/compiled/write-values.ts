import type { GraphQLLeafType } from 'graphql';
import { TextParts, type Written } from './text-parts.ts';
import { type Path, type Execution, type Selected, Unwritable } from './execution.ts';

/** Writes a value that is not null. @throws what makes it fail; a promise rejects with that */
export type WriteValue = (value: unknown, execution: Execution, path: Path) => Written;

/** An object whose fields are read. */
export type SourceRow = Readonly<Record<string, unknown>>;

/** What stands at one place of an answer: the value of a field, or an item of its list. */
interface CompiledValue<Source> extends Selected {
  readonly isNullable: boolean;
  /** Whether it is a scalar that its object has: only its error needs its path. */
  readonly isLeaf: boolean;
  /** Gives the value, or a promise of it. @param path of the value */
  readonly read: (source: Source, execution: Execution, path: Path) => unknown;
  readonly write: WriteValue;
}

/** A field, with what reads and writes its value. */
export interface CompiledField extends CompiledValue<SourceRow> {
  readonly key: string;
  /** What stands before its value: a comma or brace, and the key. */
  readonly before: string;
  /** What it selects, where its value is a property of its object, and so are all values below it; else null. */
  readonly plain: string | null;
}

/** Writes fields of an object, by their keys. */
export function writeObject(
  fields: readonly CompiledField[],
  row: SourceRow,
  execution: Execution,
  path: Path | undefined,
): Written {
  const parts = new TextParts();
  for (const field of fields) {
    parts.add(field.before);
    try {
      parts.add(writeField(field, row, execution, path));
    } catch (error) {
      return parts.fail(error);
    }
  }
  parts.add(fields.length === 0 ? '{}' : '}');
  return parts.end();
}

/** @throws as `writeAt` does */
export function writeField(
  field: CompiledField,
  row: SourceRow,
  execution: Execution,
  prev: Path | undefined,
): Written {
  return writeAt(field, row, execution, prev, field.key);
}

/** Reads and writes a value. @throws the error of one that may not be null; a promise rejects with it */
function writeAt<Source>(
  value: CompiledValue<Source>,
  source: Source,
  execution: Execution,
  prev: Path | undefined,
  key: Path['key'],
): Written {
  const path = value.isLeaf ? unread : pathOf(value, prev, key);
  try {
    const read = value.read(source, execution, path);
    if (isPromise(read)) return writeLater(value, read, execution, value.isLeaf ? pathOf(value, prev, key) : path);
    const written = value.write(read, execution, path);
    return typeof written === 'string' ? written : orFailed(written, value, execution, path);
  } catch (error) {
    return execution.failed(error, value, pathOf(value, prev, key), value.isNullable);
  }
}

// In functions of their own: a function that may make a closure has its variables in an object, however seldom it does.

function writeLater<Source>(
  value: CompiledValue<Source>,
  read: Promise<unknown>,
  execution: Execution,
  path: Path,
): Promise<string> {
  const written = read.then((later) => value.write(later, execution, path));
  return orFailed(written, value, execution, path);
}

function orFailed<Source>(
  written: Promise<string>,
  value: CompiledValue<Source>,
  execution: Execution,
  path: Path,
): Promise<string> {
  return written.catch((error: unknown) => execution.failed(error, value, path, value.isNullable));
}

/** The path of an item of a list, or of a field. */
function pathOf({ type }: Selected, prev: Path | undefined, key: Path['key']): Path {
  return { prev, key, typename: typeof key === 'number' ? undefined : type.name };
}

/** The path of values that need none. */
const unread: Path = { prev: undefined, key: '', typename: undefined };

/** Writes null, and other values as the type does. */
export function nullableWriter(write: WriteValue): WriteValue {
  return (value, execution, path) => (isMissing(value) ? 'null' : write(value, execution, path));
}

/** Refuses null. */
export function nonNullWriter(write: WriteValue, { type, field }: Selected): WriteValue {
  return (value, execution, path) => {
    if (isMissing(value)) throw new Error(`Cannot return null for non-nullable field ${type.name}.${field.name}.`);
    return write(value, execution, path);
  };
}

/** Writes values of scalars and enums. */
export function leafWriter(type: GraphQLLeafType): WriteValue {
  return (value, execution) => {
    const shown = type.serialize(value);
    if (isMissing(shown)) throw new Unwritable();
    return execution.counted(JSON.stringify(shown));
  };
}

/** Writes lists. @param write writes one item, null too */
export function listWriter(write: WriteValue, isNullable: boolean, selected: Selected): WriteValue {
  const item: CompiledValue<unknown> = { ...selected, isNullable, isLeaf: false, read: (one) => one, write };
  return (value, execution, prev) => {
    // graphql-js takes other iterables as well.
    if (!Array.isArray(value)) throw new Unwritable();
    const parts = new TextParts();
    let before = '[';
    for (const [key, one] of value.entries()) {
      parts.add(before);
      try {
        parts.add(writeAt(item, one, execution, prev, key));
      } catch (error) {
        return parts.fail(error);
      }
      before = ',';
    }
    parts.add(value.length === 0 ? '[]' : ']');
    return parts.end();
  };
}

export function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as SourceRow)['then'] === 'function';
}

function isMissing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}
