import {
  getNullableType,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { AppError, type Fault, invalidInput } from '../errors.ts';
import { refuseUnsafe } from '../input/validate.ts';
import { escapeSegment, labelOf } from '../input/safe-json.ts';

type Variables = Readonly<Record<string, unknown>>;

/**
 * Checks variables before the executor coerces them, so that a wrong one is told like a wrong REST field: by its
 * pointer and rule, all at once. The variable that holds an input object stands for REST's body; its own name is
 * left out of the pointers.
 *
 * @throws AppError `INVALID_INPUT`
 */
export function checkVariables(schema: GraphQLSchema, operation: OperationDefinitionNode, variables: Variables): void {
  const faults = (operation.variableDefinitions ?? []).flatMap((definition) => {
    const type = typeFromAST(schema, definition.type as never) as unknown as GraphQLInputType | undefined;
    if (type === undefined) return [];
    const name = definition.variable.name.value;
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    const pointer = isInputObjectType(getNullableType(type)) ? '' : `/${name}`;
    if (value === undefined && definition.defaultValue !== undefined) return [];
    if (value !== undefined) refuseUnsafe(value, pointer);
    return valueFaults(type, value, pointer);
  });
  if (faults.length > 0) throw invalidInput(faults);
}

function valueFaults(type: GraphQLInputType, value: unknown, pointer: string): Fault[] {
  if (isNonNullType(type)) {
    if (value === undefined) return [fault(pointer, 'required', 'is required')];
    if (value === null) return [fault(pointer, 'required', 'must not be null')];
    return valueFaults(type.ofType, value, pointer);
  }
  if (value === undefined || value === null) return [];
  if (isListType(type)) {
    const items: unknown[] = Array.isArray(value) ? value : [value];
    return items.flatMap((item, index) => valueFaults(type.ofType, item, `${pointer}/${index}`));
  }
  if (isInputObjectType(type)) {
    if (typeof value !== 'object' || Array.isArray(value)) return [fault(pointer, 'type', 'must be an object')];
    const fields = type.getFields();
    const unknown = Object.keys(value).filter((key) => !Object.hasOwn(fields, key));
    return [
      ...unknown.map((key) => fault(`${pointer}/${escapeSegment(key)}`, 'unknown', `is not a field of ${type.name}`)),
      ...Object.values(fields).flatMap((field) => {
        const item: unknown = Object.hasOwn(value, field.name) ? Reflect.get(value, field.name) : undefined;
        if (item === undefined && field.defaultValue !== undefined) return [];
        return valueFaults(field.type, item, `${pointer}/${field.name}`);
      }),
    ];
  }
  try {
    type.parseValue(value);
    return [];
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (isEnumType(type)) {
      const names = type.getValues().map(({ name }) => name);
      return [fault(pointer, 'enum', `must be one of ${names.join(', ')}`)];
    }
    if (Number.isInteger(value) && type.name === 'Int') return [fault(pointer, 'range', 'must fit into 32 bits')];
    return [fault(pointer, 'type', `must be a valid ${type.name}`)];
  }
}

function fault(pointer: string, code: Fault['code'], rule: string): Fault {
  return { pointer, code, detail: `${labelOf(pointer)} ${rule}.` };
}
