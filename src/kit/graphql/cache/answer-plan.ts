import {
  type DocumentNode,
  type FieldNode,
  getNamedType,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Columns } from '../../data/index.ts';
import { columnsOf } from '../requested-columns.ts';
import { type Fragments, selectedFields, fragmentsOf } from './selected-fields.ts';
import { valueWriter, type WriteValue } from './value-writer.ts';
import { type FieldBatch, versionedBatch } from './versioned.ts';

/** A field that the executor leaves out. */
export interface CachedField {
  readonly key: string;
  /** Unique in this process: names its texts. */
  readonly name: string;
  /** What its reader holds. */
  readonly scope: string | undefined;
  readonly batch: FieldBatch;
  readonly columns: Columns;
  readonly write: WriteValue;
}

/** The objects of an answer that have fields: lists on the way are left out of the path. */
export interface CachedPath {
  readonly path: readonly string[];
  readonly fields: readonly CachedField[];
}

/** A query without the fields whose texts may be kept: its answer has the versions of their objects instead. */
export interface AnswerPlan {
  readonly document: DocumentNode;
  readonly paths: readonly CachedPath[];
}

/** Where the answer to a plan has what its fields depend on: no document can name a field so. */
export const identity = { id: ' id', version: ' version', updatedAt: ' updatedAt' } as const;

/** Takes the fields that are `Versioned` out of a query; null where it has none that can be written without executor. */
export function planAnswer(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): AnswerPlan | null {
  const root = schema.getRootType(operation.operation);
  const fragments = fragmentsOf(document);
  if (root === null || root === undefined) return null;
  const planner = new AnswerPlanner(fragments);
  const selectionSet = planner.select(root, operation.selectionSet, []);
  const { paths } = planner;
  if (paths.length === 0) return null;
  return {
    document: { ...document, definitions: [{ ...operation, selectionSet }, ...Object.values(fragments)] },
    paths,
  };
}

/** Cached fields so far: their names are unique in this process. */
let made = 0;

class AnswerPlanner {
  readonly paths: CachedPath[] = [];

  constructor(private readonly fragments: Fragments) {}

  /** The selection without its cached fields, which are noted. */
  select(type: Composite, selectionSet: SelectionSetNode, path: readonly string[]): SelectionSetNode {
    const fields = selectedFields(selectionSet, type, this.fragments);
    if (fields === null) return selectionSet;
    const found: CachedField[] = [];
    const selections: SelectionNode[] = [];
    for (const [key, node] of fields) {
      const field = type.getFields()[node.name.value];
      const cached = field === undefined ? null : this.#cachedField(type, field, { key, node });
      if (cached === null) {
        selections.push(field === undefined ? node : this.#below(field, node, [...path, key]));
      } else {
        found.push(cached);
        selections.push(placeholder(key));
      }
    }
    if (found.length > 0) this.paths.push({ path, fields: found });
    return { kind: Kind.SELECTION_SET, selections: found.length > 0 ? [...selections, ...identifying] : selections };
  }

  #below({ type }: Field, node: FieldNode, path: readonly string[]): FieldNode {
    const named = getNamedType(type);
    if (!(isObjectType(named) || isInterfaceType(named)) || node.selectionSet === undefined) return node;
    return { ...node, selectionSet: this.select(named, node.selectionSet, path) };
  }

  #cachedField(type: Composite, field: Field, { key, node }: { key: string; node: FieldNode }): CachedField | null {
    const batch = versionedBatch(field);
    if (batch === undefined || !Object.keys(identity).every((name) => name in type.getFields())) return null;
    const write = valueWriter(field.type, node, this.fragments);
    if (write === null) return null;
    const columns = columnsOf(node, getNamedType(field.type), this.fragments);
    const scope = field.extensions['scope'] as string | undefined;
    return { key, name: `cached ${(made += 1)}`, scope, batch, columns, write };
  }
}

type Field = GraphQLField<unknown, unknown>;
type Composite = GraphQLObjectType | GraphQLInterfaceType;

/** Keeps the place of a cached field among the members of its object. */
function placeholder(key: string): FieldNode {
  return fieldNode('__typename', key);
}

function fieldNode(name: string, alias: string): FieldNode {
  return { kind: Kind.FIELD, name: { kind: Kind.NAME, value: name }, alias: { kind: Kind.NAME, value: alias } };
}

const identifying = Object.entries(identity).map(([name, alias]) => fieldNode(name, alias));
