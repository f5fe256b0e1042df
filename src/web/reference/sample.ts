import type { ApiDocument, Schema } from './document.ts';

/** How deep samples go: schemas refer to themselves. */
const mostLevels = 5;

const formats: Readonly<Record<string, string>> = {
  uuid: '01900000-0000-7000-8000-000000000001',
  'date-time': '2026-01-31T12:00:00.000Z',
  date: '2026-01-31',
  email: 'dana@example.com',
  uri: 'https://example.com/',
  link: 'https://example.com/',
  currency: 'USD',
};

/** A value that a schema describes. @param isWhole whether it has optional members, as answers do */
export function sampleOf(api: ApiDocument, given: Schema, isWhole: boolean, level = 0): unknown {
  const schema = api.resolve<Schema>(given);
  const [first] = schema.examples ?? schema.enum ?? [];
  if (first !== undefined) return first;
  if (schema.const !== undefined) return schema.const;
  const [alternative] = schema.anyOf ?? schema.oneOf ?? [];
  if (alternative !== undefined) return sampleOf(api, alternative, isWhole, level);
  switch (schema.type) {
    case 'object':
      return objectOf(api, schema, isWhole, level);
    case 'array':
      return schema.items === undefined || level >= mostLevels ? [] : [sampleOf(api, schema.items, isWhole, level + 1)];
    case 'string':
      return formats[schema.format ?? ''] ?? 'text';
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return null;
  }
}

function objectOf(
  api: ApiDocument,
  { properties = {}, required = [] }: Schema,
  isWhole: boolean,
  level: number,
): Readonly<Record<string, unknown>> {
  if (level >= mostLevels) return {};
  const shown = Object.entries(properties).filter(([name]) => isWhole || required.includes(name));
  return Object.fromEntries(shown.map(([name, schema]) => [name, sampleOf(api, schema, isWhole, level + 1)]));
}
