import {
  getNullableType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { AppError, type Fault, isJsonObject, type JsonObject, mostFaults } from '../../core/index.ts';
import { escapeSegment, labelOf, namedFormats, rejectFaults, rejectUnsafe } from '../../input/index.ts';

/**
 * Checks variables before the executor coerces them, so that an error reads like that of a REST field: by its
 * pointer and rule, all at once. The variable that holds an input object corresponds to REST's body; its own name is
 * left out of the pointers. The search ends once there are as many faults as are reported.
 *
 * @throws AppError `INVALID_INPUT`
 */
export function checkVariables(schema: GraphQLSchema, operation: OperationDefinitionNode, variables: JsonObject): void {
  const declared = operation.variableDefinitions ?? [];
  rejectUnsafeBeside(
    declared.map(({ variable }) => variable.name.value),
    variables,
  );
  const faults: Fault[] = [];
  for (const definition of declared) {
    if (faults.length > mostFaults) break;
    const type = typeFromAST(schema, definition.type as never) as unknown as GraphQLInputType | undefined;
    if (type === undefined) continue;
    const name = definition.variable.name.value;
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    const pointer = isInputObjectType(getNullableType(type)) ? '' : `/${name}`;
    if (value === undefined && definition.defaultValue !== undefined) continue;
    if (value !== undefined) rejectUnsafe(value, pointer);
    addValueFaults(faults, type, value, pointer);
  }
  rejectFaults(faults);
}

/** Rejects unsafe undeclared variables: they stay in memory with the operation. @throws AppError `INVALID_INPUT` */
function rejectUnsafeBeside(declared: readonly string[], variables: JsonObject): void {
  for (const [name, value] of Object.entries(variables)) {
    if (!declared.includes(name)) rejectUnsafe(value, `/${escapeSegment(name)}`);
  }
}

function addValueFaults(faults: Fault[], type: GraphQLInputType, value: unknown, pointer: string): void {
  if (faults.length > mostFaults) return;
  if (isNonNullType(type)) {
    if (value === undefined) faults.push(fault(pointer, 'required', 'is required'));
    else if (value === null) faults.push(fault(pointer, 'required', 'must not be null'));
    else addValueFaults(faults, type.ofType, value, pointer);
  } else if (value === undefined || value === null) {
    return;
  } else if (isListType(type)) {
    const items: unknown[] = Array.isArray(value) ? value : [value];
    for (const [index, item] of items.entries()) {
      if (faults.length > mostFaults) return;
      addValueFaults(faults, type.ofType, item, `${pointer}/${index}`);
    }
  } else if (isInputObjectType(type)) {
    addObjectFaults(faults, type, value, pointer);
  } else {
    addLeafFault(faults, type, value, pointer);
  }
}

function addObjectFaults(faults: Fault[], type: GraphQLInputObjectType, value: unknown, pointer: string): void {
  if (!isJsonObject(value)) {
    faults.push(fault(pointer, 'type', 'must be an object'));
    return;
  }
  const fields = type.getFields();
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(fields, key)) continue;
    faults.push(fault(`${pointer}/${escapeSegment(key)}`, 'unknown', `is not a field of ${type.name}`));
    if (faults.length > mostFaults) return;
  }
  for (const field of Object.values(fields)) {
    const item = Object.hasOwn(value, field.name) ? value[field.name] : undefined;
    if (item === undefined && field.defaultValue !== undefined) continue;
    addValueFaults(faults, field.type, item, `${pointer}/${field.name}`);
  }
}

function addLeafFault(faults: Fault[], type: GraphQLLeafType, value: unknown, pointer: string): void {
  try {
    type.parseValue(value);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { code, rule } = brokenRule(type, value);
    faults.push(fault(pointer, code, rule));
  }
}

function brokenRule(type: GraphQLLeafType, value: unknown): { readonly code: Fault['code']; readonly rule: string } {
  if (isEnumType(type)) {
    const names = type.getValues().map(({ name }) => name);
    return { code: 'enum', rule: `must be one of ${names.join(', ')}` };
  }
  const format = typeof value === 'string' ? namedFormats[String(type.extensions['format'])] : undefined;
  if (format !== undefined) return { code: 'format', rule: `must be ${format.says}` };
  if (Number.isInteger(value) && type.name === 'Int') return { code: 'range', rule: 'must fit into 32 bits' };
  return { code: 'type', rule: `must be a valid ${type.name}` };
}

function fault(pointer: string, code: Fault['code'], rule: string): Fault {
  return { pointer, code, detail: `${labelOf(pointer)} ${rule}.` };
}
