import type { SchemaObject } from 'ajv';
import { Field, InputType } from 'type-graphql';
import { type InputClass, type Naming, type Rule, schemaId } from './rules.ts';
import { orNull } from './schema-fault.ts';

/** How a field behaves that the client leaves out or sets to null. */
export interface Presence {
  /** `optional`: may be absent or null. `kept`: absent or null means unchanged. Required otherwise. */
  readonly presence?: 'required' | 'optional' | 'kept';
  /** Value of a field that is absent or null. */
  readonly default?: string | number | boolean;
  /** The documented REST name where it differs from the property's. */
  readonly rest?: string;
}

export interface InputField extends Presence {
  readonly property: string;
  readonly rule: Rule;
}

const fieldsByClass = new Map<InputClass, InputField[]>();
/** Those with the inherited ones, once they have been read. */
const allFieldsByClass = new Map<InputClass, readonly InputField[]>();
const documentationByClass = new Map<Function, SchemaObject>();

/**
 * Declares a field of an input class once for both APIs: its GraphQL type, its JSON Schema, its name in REST.
 * The class is a plain carrier; `validate.ts` fills it.
 */
export function Input(rule: Rule, presence: Presence = {}): PropertyDecorator {
  return (target, property) => {
    const inputClass = target.constructor as InputClass;
    const fields = fieldsByClass.get(inputClass) ?? [];
    fieldsByClass.set(inputClass, [...fields, { ...presence, rule, property: String(property) }]);
    const description = (rule.schema('graphql') as { description?: string }).description;
    Field(rule.graphql as () => Function, {
      nullable: !isRequired(presence),
      ...(presence.default === undefined ? {} : { defaultValue: presence.default }),
      ...(description === undefined ? {} : { description }),
    })(target, property);
  };
}

/**
 * Marks a class whose fields are `@Input`s.
 *
 * @param details JSON Schema keywords for OpenAPI beyond the fields, where a use case checks rules between fields
 */
export function InputObject(description: string, details: SchemaObject = {}): ClassDecorator {
  return (target) => {
    documentationByClass.set(target, { description, ...details });
    InputType({ description })(target);
  };
}

/** The fields of an input class in the order of their declaration, inherited ones first; none for other classes. */
export function fieldsOf(inputClass: InputClass): readonly InputField[] {
  const known = allFieldsByClass.get(inputClass);
  if (known !== undefined) return known;
  const base: unknown = Object.getPrototypeOf(inputClass);
  const inherited = isInputClass(base) ? fieldsOf(base) : [];
  const fields = [...inherited, ...(fieldsByClass.get(inputClass) ?? [])];
  allFieldsByClass.set(inputClass, fields);
  return fields;
}

/** Whether a class declares fields by `@Input`. */
export function isInputClass(value: unknown): value is InputClass {
  if (typeof value !== 'function') return false;
  return fieldsByClass.has(value as InputClass) || isInputClass(Object.getPrototypeOf(value));
}

export function fieldName(field: InputField, naming: Naming): string {
  return naming === 'graphql' ? field.property : (field.rest ?? field.property);
}

/** The JSON Schema of an input class under one naming. Unknown keys are tolerated, here and everywhere. */
export function inputSchema(inputClass: InputClass, naming: Naming): SchemaObject {
  const fields = fieldsOf(inputClass);
  return {
    $id: schemaId(inputClass, naming),
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [fieldName(field, naming), fieldSchema(field, naming)])),
    required: fields.filter(isRequired).map((field) => fieldName(field, naming)),
  };
}

/** The schema of an input class as OpenAPI prints it. */
export function documentSchema(inputClass: InputClass): SchemaObject {
  const { $id: _, ...schema } = inputSchema(inputClass, 'document');
  return { ...documentationByClass.get(inputClass), ...schema };
}

/** The schema of some fields of an input class, as a PATCH takes them: none is required. */
export function patchSchema(inputClass: InputClass): SchemaObject {
  const properties = fieldsOf(inputClass).map((field) => [
    fieldName(field, 'document'),
    orNull(field.rule.schema('document')),
  ]);
  const { description } = documentationByClass.get(inputClass) as { description: string };
  return {
    description: `${description} Absent fields keep their values.`,
    type: 'object',
    properties: Object.fromEntries(properties) as SchemaObject,
  };
}

function isRequired({ presence = 'required', default: fallback }: Presence): boolean {
  return presence === 'required' && fallback === undefined;
}

function fieldSchema(field: InputField, naming: Naming): SchemaObject {
  const schema = field.rule.schema(naming);
  if (isRequired(field)) return schema;
  return orNull(field.default === undefined ? schema : withDefault(schema, field, naming));
}

/** In words: openapi-typescript takes a property with the keyword `default` for one that every request has. */
function withDefault(schema: SchemaObject, { default: fallback }: InputField, naming: Naming): SchemaObject {
  if (naming !== 'document') return schema;
  const { description = '' } = schema as { description?: string };
  return { ...schema, description: `${description} ${fallback} unless given.`.trimStart() };
}
