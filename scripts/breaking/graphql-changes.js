// What changed between two GraphQL schemas, and what of it is breaking by docs/versioning.md.
import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildASTSchema, isEnumType, isUnionType, parse, print, visit } from 'graphql';

/** Additions that the library may call dangerous and clients tolerate. Whatever else is dangerous is breaking. */
const tolerated = new Set([
  'ENUM_VALUE_ADDED',
  'UNION_MEMBER_ADDED',
  'OBJECT_TYPE_INTERFACE_ADDED',
  'FIELD_ARGUMENT_ADDED',
  'INPUT_FIELD_ADDED',
]);

/**
 * @param {string} before the schema as it was
 * @param {string} after the schema as it is
 * @returns {Promise<import('./comparison.js').Change[]>}
 */
export async function graphQLChanges(before, after) {
  const [was, is] = [undescribed(before), undescribed(after)];
  const changes = await diff(was, is);
  return changes
    .filter((change) => isReported(change, was))
    .map(({ type, message, path = '', criticality: { level } }) => ({
      text: message,
      isBreaking: level === CriticalityLevel.Breaking || (level === CriticalityLevel.Dangerous && !tolerated.has(type)),
      was: written(was, path),
      is: written(is, path),
    }));
}

/** The schema without its descriptions, which promise nothing. */
function undescribed(text) {
  const plain = visit(parse(text), {
    enter: (node) => ('description' in node ? { ...node, description: undefined } : undefined),
  });
  return buildASTSchema(plain);
}

/** A deprecation is reported once, as that of the directive. What is new is reported without its parts. */
function isReported({ type, path = '' }, was) {
  if (type.includes('DEPRECATION') || path.endsWith('.@deprecated.reason')) return false;
  const owner = path.split('.').slice(0, -1).join('.');
  return owner === '' || written(was, owner) !== '';
}

/** What stands at a path, such as `Deck.slides.first`, in one line; empty for nothing. */
function written(schema, path) {
  const [name = '', member, argument] = path.split('.').filter((part) => !part.startsWith('@'));
  const type = schema.getType(name);
  if (type === undefined) return '';
  if (member === undefined) return isUnionType(type) ? print(type.astNode) : headOf(type);
  const found = isEnumType(type) ? type.getValue(member) : type.getFields?.()[member];
  const node = argument === undefined ? found : found?.args?.find((one) => one.name === argument);
  return node?.astNode === undefined ? '' : print(node.astNode);
}

/** A type without its members, such as `type Deck implements Node`. */
function headOf({ astNode }) {
  return print({ ...astNode, fields: [], values: [] });
}
