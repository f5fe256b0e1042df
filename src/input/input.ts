import type { SchemaObject } from 'ajv';
import { Field, InputType } from 'type-graphql';
import { type InputClass, type Naming, type Rule, schemaId } from './rules.ts';

/** What becomes of a field that the client leaves out or sets to null. */
export interface Presence {
  /** `optional`: may be absent or null. `kept`: absent means unchanged, null is refused. Required otherwise. */
  readonly presence?: 'required' | 'optional' | 'kept';
  /** Value of an absent field. */
  readonly default?: unknown;
  /** The documented REST name where it differs from the property's. */
  readonly rest?: string;
}

export interface InputField extends Presence {
  readonly property: string;
  readonly rule: Rule;
}

const fieldsByClass = new Map<InputClass, InputField[]>();

/**
 * Declares a field of an input class once for both doors: its GraphQL type, its JSON Schema, its name in REST.
 * The class is a plain carrier; `validate.ts` fills it.
 */
export function Input(rule: Rule, presence: Presence = {}): PropertyDecorator {
  return (target, property) => {
    const inputClass = target.constructor as InputClass;
    const fields = fieldsByClass.get(inputClass) ?? [];
    fieldsByClass.set(inputClass, [...fields, { ...presence, rule, property: String(property) }]);
    const description = (rule.schema('graphql') as { description?: string }).description;
    Field(rule.graphql as () => Function, {
      nullable: presence.presence !== undefined && presence.presence !== 'required',
      ...(presence.default === undefined ? {} : { defaultValue: presence.default }),
      ...(description === undefined ? {} : { description }),
    })(target, property);
  };
}

/** Marks a class whose fields are `@Input`s. */
export function InputObject(description: string): ClassDecorator {
  return (target) => InputType({ description })(target);
}

export function fieldsOf(inputClass: InputClass): readonly InputField[] {
  return fieldsByClass.get(inputClass) ?? [];
}

export function isInputClass(value: unknown): value is InputClass {
  return typeof value === 'function' && fieldsByClass.has(value as InputClass);
}

/** The name a field goes by at one door. */
export function fieldName(field: InputField, naming: Naming): string {
  return naming === 'rest' ? (field.rest ?? field.property) : field.property;
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

function isRequired({ presence = 'required', default: fallback }: InputField): boolean {
  return presence === 'required' && fallback === undefined;
}

function fieldSchema(field: InputField, naming: Naming): SchemaObject {
  const schema = field.rule.schema(naming);
  const withDefault = field.default === undefined ? schema : { ...schema, default: field.default };
  return field.presence === 'optional' ? { anyOf: [withDefault, { type: 'null' }] } : withDefault;
}
