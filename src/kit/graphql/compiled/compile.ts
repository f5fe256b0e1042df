import { createHash } from 'node:crypto';
import {
  defaultFieldResolver,
  type FieldNode,
  getNamedType,
  getNullableType,
  type GraphQLAbstractType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isAbstractType,
  isCompositeType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type OperationDefinitionNode,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
} from 'graphql';
import { currentBudget, type JsonText } from '../../core/index.ts';
import { type FieldBatch, versionedBatch } from '../cache/versioned.ts';
import { spendList } from '../count-nodes.ts';
import { requestedColumns } from '../requested-columns.ts';
import { type Execution, type Selected, Unwritable } from './execution.ts';
import { type Document, selectedFields } from './selected-fields.ts';
import {
  type CompiledField,
  isPromise,
  leafWriter,
  listWriter,
  nonNullWriter,
  nullableWriter,
  type SourceRow,
  writeObject,
  type WriteValue,
} from './write-values.ts';

/** Stands for a document that is left to graphql-js. */
class NotCompiled extends Unwritable {}

/**
 * Compiles an operation: the fields of its root, each with what reads and writes it. Null where graphql-js has to execute
 * it: for what asks about the schema.
 *
 * @param keepsTexts whether texts of `Versioned` fields are kept
 * @param tally counts its fields, those of types behind interfaces when they occur
 */
export function compile(
  document: Document,
  { operation: kind, selectionSet }: OperationDefinitionNode,
  keepsTexts: boolean,
  tally: FieldTally,
): readonly CompiledField[] | null {
  const root = document.schema.getRootType(kind);
  if (root === null || root === undefined) return null;
  try {
    return new Compiler(document, keepsTexts, tally).fieldsOf(root, [selectionSet]);
  } catch (error) {
    if (error instanceof NotCompiled) return null;
    throw error;
  }
}

/** A field without its key. */
type Keyless = Omit<CompiledField, 'key' | 'before'>;

/** How values of a type are written. */
interface Writing {
  readonly write: WriteValue;
  /** What is selected of them, where that is plain; else null. */
  readonly plain: string | null;
}

/** Counts the fields that are compiled. */
export interface FieldTally {
  fields: number;
}

class Compiler {
  constructor(
    private readonly document: Document,
    private readonly keepsTexts: boolean,
    private readonly tally: FieldTally,
  ) {}

  fieldsOf(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): readonly CompiledField[] {
    const selected = selectedFields(sets, type, this.document);
    this.tally.fields += selected.size;
    return [...selected].map(([key, nodes], at) => ({
      key,
      before: `${at === 0 ? '{' : ','}${JSON.stringify(key)}:`,
      ...this.#fieldOf(type, nodes),
    }));
  }

  #fieldOf(type: GraphQLObjectType, nodes: readonly FieldNode[]): Keyless {
    const name = nodes[0]?.name.value ?? '';
    if (name === '__typename') return typename(type, nodes);
    const field = type.getFields()[name];
    if (field === undefined) throw new NotCompiled();
    const selected = { type, field, nodes };
    const shared = { ...selected, isNullable: !isNonNullType(field.type), isLeaf: false };
    const { write, plain } = this.#writing(field.type, selected);
    const batch = versionedBatch(field);
    if (this.keepsTexts && batch !== undefined && plain !== null && field.args.length === 0) {
      return { ...shared, plain: null, ...keptText(selected, batch, { write, plain }) };
    }
    if (field.extensions['isPlain'] !== true) return { ...shared, plain: null, read: resolved(selected), write };
    const isGuarded = field.extensions['scope'] !== undefined;
    const isLeaf = isLeafType(getNullableType(field.type));
    return { ...shared, isLeaf, plain: isGuarded ? null : plain, read: property(selected), write };
  }

  #writing(type: GraphQLOutputType, selected: Selected): Writing {
    if (isNonNullType(type)) {
      const { write, plain } = this.#present(type.ofType, selected);
      return { write: nonNullWriter(write, selected), plain };
    }
    const { write, plain } = this.#present(type, selected);
    return { write: nullableWriter(write), plain };
  }

  #present(type: GraphQLOutputType, selected: Selected): Writing {
    if (isListType(type)) {
      const { write, plain } = this.#writing(type.ofType, selected);
      return { write: listWriter(write, !isNonNullType(type.ofType), selected), plain };
    }
    if (isLeafType(type)) return { write: leafWriter(type), plain: '' };
    if (isAbstractType(type)) return { write: this.#abstract(type, selected), plain: null };
    if (!isObjectType(type) || type.isTypeOf) throw new NotCompiled();
    const fields = this.fieldsOf(type, setsOf(selected));
    return {
      write: (row, execution, path) => writeObject(fields, row as SourceRow, execution, path),
      plain: plainOf(fields),
    };
  }

  /** Compiles the selection for a type when an object has it. */
  #abstract(type: GraphQLAbstractType, selected: Selected): WriteValue {
    const { resolveType } = type;
    if (!resolveType) throw new NotCompiled();
    const known = new Map<string, readonly CompiledField[]>();
    const fieldsOf = (name: string | undefined): readonly CompiledField[] => {
      const concrete = this.document.schema.getType(name ?? '');
      if (!isObjectType(concrete) || !this.document.schema.isSubType(type, concrete)) throw new Unwritable();
      const fields = known.get(concrete.name) ?? this.fieldsOf(concrete, setsOf(selected));
      known.set(concrete.name, fields);
      return fields;
    };
    return (row, execution, path) => {
      const name = resolveType(row, execution.context, execution.infoOf(selected, path), type);
      return isPromise(name)
        ? Promise.resolve(name).then((found) => writeObject(fieldsOf(found), row as SourceRow, execution, path))
        : writeObject(fieldsOf(name), row as SourceRow, execution, path);
    };
  }
}

/** One text for each selection of plain fields, in whichever document. */
function plainOf(fields: readonly CompiledField[]): string | null {
  if (fields.some(({ plain }) => plain === null)) return null;
  return `{${fields.map(({ key, field, plain }) => `${key}:${field.name}${plain}`).join()}}`;
}

function setsOf({ nodes }: Selected): SelectionSetNode[] {
  return nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
}

type Reading = CompiledField['read'];

/** The value that a resolver gives. */
function resolved(selected: Selected): Reading {
  const { resolve = defaultFieldResolver } = selected.field;
  return (row, execution, path) =>
    resolve(row, execution.argumentsOf(selected), execution.context, execution.infoOf(selected, path)) as unknown;
}

/** Checks the scope that `guardFields` has noted for a field. @throws AppError `FORBIDDEN`, from what it gives */
function guardOf({ type, field }: Selected): (execution: Execution) => void {
  const scope = field.extensions['scope'] as string | undefined;
  if (scope === undefined) return () => undefined;
  return ({ context }) => context.requireScope(scope, `${type.name}.${field.name}`);
}

/** The value of a field without a method: what `guardFields`, `countNodes` and `signLinks` do around its property. */
function property(selected: Selected): Reading {
  const { field } = selected;
  const { name, extensions } = field;
  const isOurs = extensions['isSigned'] as ((link: string) => boolean) | undefined;
  const requireScope = guardOf(selected);
  const valueOf = (row: SourceRow, execution: Execution): unknown => {
    requireScope(execution);
    const value = row[name];
    return typeof value === 'function' ? (value as (values: object) => unknown).call(row, {}) : value;
  };
  const nullableType = isNonNullType(field.type) ? field.type.ofType : field.type;
  if (isListType(nullableType)) return (row, execution) => spendList(valueOf(row, execution), execution.context);
  if (isCompositeType(getNamedType(field.type))) {
    return (row, execution) => {
      currentBudget()?.spend('nodes');
      return valueOf(row, execution);
    };
  }
  if (isOurs === undefined) return valueOf;
  return (row, execution) => {
    const link = valueOf(row, execution);
    return typeof link === 'string' && isOurs(link) ? execution.sign(link) : link;
  };
}

/**
 * The text of a `Versioned` field: the one that is kept for the version of its object, or a new one, from rows that are
 * read after the version. All that are missing in one level are read in one statement.
 */
function keptText(
  selected: Selected,
  batch: FieldBatch,
  { write, plain }: Writing,
): Pick<CompiledField, 'read' | 'write'> {
  const { type, field } = selected;
  // Equal selections of other documents share their texts.
  const name = digest(`${type.name}.${field.name}${plain}`);
  const requireScope = guardOf(selected);
  return {
    read: (row, execution, path) => {
      requireScope(execution);
      const { id, version } = identityOf(row);
      return execution.texts.of(`${name} ${id}`, version, async () => {
        const columns = requestedColumns(execution.infoOf(selected, path));
        const value = await execution.context.load(batch, id, columns);
        return write(await spendList(value, execution.context), execution.ofKeptText(), path);
      });
    },
    write: (text, execution) => execution.counted((text as JsonText).text),
  };
}

/** A short name for a long text. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/** What a kept text depends on. Rows have it, however few of their columns are read. */
function identityOf({ id, version, updatedAt }: SourceRow): { readonly id: string; readonly version: string } {
  if (typeof id !== 'string' || typeof version !== 'number' || !(updatedAt instanceof Date)) throw new Unwritable();
  return { id, version: `${version} ${updatedAt.getTime()}` };
}

/** The name of the type, which no object has to say. */
function typename(type: GraphQLObjectType, nodes: readonly FieldNode[]): Keyless {
  const text = JSON.stringify(type.name);
  return {
    type,
    field: TypeNameMetaFieldDef,
    nodes,
    isNullable: false,
    isLeaf: true,
    plain: '',
    read: () => text,
    write: () => text,
  };
}
