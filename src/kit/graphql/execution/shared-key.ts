import { type ArgumentNode, type DocumentNode, type ExecutionArgs, getOperationAST, Kind, print, visit } from 'graphql';
import { type Actor, rightsOf } from '../../rights/index.ts';

/**
 * Identifies an operation and its rights, but not the position in the log where it begins: two with the same key
 * are answered alike from then on.
 */
export function sharedKey({ document, operationName, variableValues }: ExecutionArgs, actor: Actor): string {
  const { text, onlyAfter } = read(document);
  const declared = new Set(
    getOperationAST(document, operationName)?.variableDefinitions?.map(({ variable }) => variable.name.value),
  );
  const variables = Object.entries(variableValues ?? {})
    .filter(([name]) => declared.has(name) && !onlyAfter.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([rightsOf(actor), text, operationName ?? null, variables]);
}

interface Reading {
  readonly text: string;
  /** Variables that are used for nothing but an argument `after` of the operation's own field. */
  readonly onlyAfter: ReadonlySet<string>;
}

/** Documents are cached, so that each is read once. */
const readings = new WeakMap<DocumentNode, Reading>();

function read(document: DocumentNode): Reading {
  const known = readings.get(document);
  if (known !== undefined) return known;
  const uses = new Map<string, number>();
  const after = new Set<string>();
  const count = (name: string): void => void uses.set(name, (uses.get(name) ?? 0) + 1);
  visit(document, {
    VariableDefinition: () => false,
    Variable: ({ name }) => count(name.value),
  });
  for (const { name, value } of rootArguments(document)) {
    if (name.value === 'after' && value.kind === Kind.VARIABLE) after.add(value.name.value);
  }
  const onlyAfter = new Set([...after].filter((name) => uses.get(name) === 1));
  const reading = { text: document.loc?.source.body ?? print(document), onlyAfter };
  readings.set(document, reading);
  return reading;
}

function rootArguments(document: DocumentNode): readonly ArgumentNode[] {
  return document.definitions
    .flatMap((definition) => (definition.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections : []))
    .flatMap((selection) => (selection.kind === Kind.FIELD ? (selection.arguments ?? []) : []));
}
