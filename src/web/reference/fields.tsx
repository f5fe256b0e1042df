/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { type ApiDocument, nameOf, type Schema } from './document.ts';
import { Text } from './text.tsx';

interface FieldsProps {
  readonly api: ApiDocument;
  readonly schema: Schema;
}

/** The type of a value in words. */
function typeOf(schema: Schema): string {
  const name = nameOf(schema);
  if (name !== undefined) return name;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return [...new Set(alternatives.map(typeOf))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`;
  if (typeof schema.additionalProperties === 'object') return `map of ${typeOf(schema.additionalProperties)}`;
  return [schema.type ?? 'any', schema.format && `(${schema.format})`].filter(Boolean).join(' ');
}

/** The schemas of objects within a value: those have fields of their own. */
function objectsIn(api: ApiDocument, given: Schema): Schema[] {
  const schema = api.resolve<Schema>(given);
  if (schema.properties !== undefined) return [given];
  const { additionalProperties: values, items, anyOf = [], oneOf = [] } = schema;
  const within = [...anyOf, ...oneOf, ...(items ? [items] : []), ...(typeof values === 'object' ? [values] : [])];
  return within.flatMap((one) => objectsIn(api, one));
}

/** The rules of a value, those of its only alternative beside null included. */
function rulesOf(api: ApiDocument, given: Schema): { readonly description?: string; readonly rules: string[] } {
  const schema = api.resolve<Schema>(given);
  const others = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  if (others.length === 1 && others[0] !== undefined) {
    const { description, rules } = rulesOf(api, others[0]);
    const said = schema.description ?? description;
    return { ...(said === undefined ? {} : { description: said }), rules };
  }
  const limit = (least: number | undefined, most: number | undefined, what: string): string[] => [
    ...(least === undefined || least === 0 ? [] : [`at least ${least}${what}`]),
    ...(most === undefined ? [] : [`at most ${most}${what}`]),
  ];
  const rules = [
    ...(schema.enum === undefined ? [] : [`one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`]),
    ...limit(schema.minLength, schema.maxLength, ' characters'),
    ...limit(schema.minimum, schema.maximum, ''),
    ...limit(schema.minItems, schema.maxItems, ' items'),
    ...(schema.pattern === undefined ? [] : [`matches ${schema.pattern}`]),
    ...(schema.examples === undefined ? [] : [`for example ${JSON.stringify(schema.examples[0])}`]),
  ];
  return { ...(schema.description === undefined ? {} : { description: schema.description }), rules };
}

/** What is said of one value: its type, its rules, and the fields of the objects in it. */
export function Value({ api, schema }: FieldsProps) {
  const { description, rules } = rulesOf(api, schema);
  return (
    <>
      {description !== undefined && (
        <p>
          <Text of={description} />
        </p>
      )}
      {rules.length > 0 && <p class="quiet">{rules.join('; ')}</p>}
      {objectsIn(api, schema).map((one, index) => (
        <Within key={index} api={api} schema={one} />
      ))}
    </>
  );
}

/** The fields of an object. They are made when they are opened: schemas refer to themselves. */
function Within({ api, schema }: FieldsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Fields of {nameOf(schema) ?? 'the object'}</summary>
      {isOpen && <Fields api={api} schema={schema} />}
    </details>
  );
}

/** The fields of an object, or what is said of another value. */
export function Fields({ api, schema: given }: FieldsProps) {
  const schema = api.resolve<Schema>(given);
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) {
    return (
      <div class="field">
        <p class="quiet">{typeOf(given)}</p>
        <Value api={api} schema={given} />
      </div>
    );
  }
  return (
    <ul class="fields">
      {fields.map(([name, one]) => (
        <li key={name} class="field">
          <p>
            <code class="name">{name}</code> <span class="quiet">{typeOf(one)}</span>
            {schema.required?.includes(name) === true && <strong class="required"> required</strong>}
          </p>
          <Value api={api} schema={one} />
        </li>
      ))}
    </ul>
  );
}
