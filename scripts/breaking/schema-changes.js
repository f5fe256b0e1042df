import { shown } from './comparison.js';

/** Narrower by a larger value, and by a smaller one. */
const lowerLimits = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const upperLimits = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
/** Narrower than without; another value is another rule. */
const rules = ['pattern', 'format', 'multipleOf', 'uniqueItems', 'contentMediaType', 'contentEncoding'];
/** Schemas of what is within a value, by what stands for it in a place. */
const inner = { items: '[]', additionalProperties: '.*', contentSchema: '' };
const known = ['type', 'enum', 'const', 'default', 'deprecated', 'properties', 'required', 'anyOf', 'oneOf'].concat(
  lowerLimits,
  upperLimits,
  rules,
  Object.keys(inner),
);
/** Beside alternatives these say nothing of a value. */
const besides = new Set(['anyOf', 'oneOf', 'description', 'title', 'examples', 'default', 'deprecated']);

/**
 * Compares two JSON Schemas of one place.
 *
 * @param {import('./comparison.js').Comparison} comparison
 * @param {boolean} isSent whether clients send the value; otherwise they receive it
 */
function compareSchemas(comparison, place, was, is, isSent) {
  const [old, now] = [partsOf(was), partsOf(is)];
  if (old.alternatives === null && now.alternatives === null) {
    compareOne(comparison, place, was, is, isSent);
  } else if (old.whole !== null && now.whole !== null && old.alternatives !== null && now.alternatives !== null) {
    compareOne(comparison, place, old.whole, now.whole, isSent);
    compareAlternatives(comparison, place, old.alternatives, now.alternatives, isSent);
  } else if ([old, now].every((parts) => parts.alternatives === null || parts.whole === null)) {
    compareAlternatives(comparison, place, old.alternatives ?? [was], now.alternatives ?? [is], isSent);
  } else {
    comparison.report(true, `${place}: what may stand there changed`, was, is);
  }
}

/** What holds for every value, and the alternatives; null for none of them. */
function partsOf(schema) {
  const { anyOf, oneOf, ...whole } = schema;
  if (Array.isArray(whole.type)) return { whole: null, alternatives: whole.type.map((type) => ({ ...whole, type })) };
  const hasMore = Object.keys(whole).some((key) => !besides.has(key));
  return { whole: hasMore ? whole : null, alternatives: anyOf ?? oneOf ?? null };
}

const isNull = ({ type }) => type === 'null';

function compareAlternatives(comparison, place, was, is, isSent) {
  const [wasNullable, isNullable] = [was.some(isNull), is.some(isNull)];
  if (wasNullable !== isNullable)
    comparison.report(
      isSent === wasNullable,
      `${place} ${isNullable ? 'may be null now' : 'may no longer be null'}`,
      { anyOf: was },
      { anyOf: is },
    );
  const [old, now] = [was, is].map((list) => list.filter((one) => !isNull(one)));
  if (old.length === 1 && now.length === 1) {
    comparison.pair(place, old[0], now[0], isSent, schemasOf(comparison));
    return;
  }
  const types = new Set(old.map((one) => comparison.resolved(one, 'before').type));
  const [named, namedNow] = [byName(old), byName(now)];
  for (const [name, one] of named)
    if (!namedNow.has(name)) comparison.report(true, `${place}: ${name} was removed`, one);
  for (const [name, one] of namedNow) {
    const before = named.get(name);
    // One more kind of object is tolerated, as one more type of a union is; another type of JSON is not.
    const isTolerated = isSent || types.has(comparison.resolved(one, 'after').type);
    if (before === undefined) comparison.report(!isTolerated, `${place}: ${name} was added`, undefined, one);
    else comparison.pair(`${place}: ${name}`, before, one, isSent, schemasOf(comparison));
  }
}

/** Alternatives by what they are: a component, the value that distinguishes an object, or a type of JSON. */
function byName(alternatives) {
  const named = new Map();
  for (const one of alternatives) {
    const [key, fixed] = Object.entries(one.properties ?? {}).find(([, it]) => it.const !== undefined) ?? [];
    const name = one.$ref?.split('/').at(-1) ?? (fixed === undefined ? (one.type ?? 'any') : `${key} ${fixed.const}`);
    const same = [...named.keys()].filter((other) => other === name || other.startsWith(`${name} #`)).length;
    named.set(same === 0 ? name : `${name} #${same + 1}`, one);
  }
  return named;
}

/** The same for `Comparison.pair`. */
export const schemasOf = (comparison) => (place, was, is, isSent) => compareSchemas(comparison, place, was, is, isSent);

function compareOne(comparison, place, was, is, isSent) {
  if (was.type !== is.type) {
    const isWider = is.type === undefined || (was.type === 'integer' && is.type === 'number');
    const isNarrower = was.type === undefined || (is.type === 'integer' && was.type === 'number');
    comparison.report(isSent ? !isWider : !isNarrower, `${place} changed from ${shown(was)} to ${shown(is)}`, was, is);
    if (was.type !== undefined && is.type !== undefined) return;
  }
  compareValues(comparison, place, was, is, isSent);
  compareRules(comparison, place, was, is, isSent);
  const described = new Set([was, is].flatMap(({ properties = {} }) => Object.keys(properties)));
  const [old, now] = [fieldsOf(was, described), fieldsOf(is, described)];
  comparison.members('field', `${place}: `, old, now, isSent, (one, other, name) =>
    comparison.pair(`${place}.${name}`, one, other, isSent, schemasOf(comparison)),
  );
  for (const [key, sign] of Object.entries(inner))
    compareInner(comparison, `${place}${sign}`, was[key], is[key], isSent);
  if (is.deprecated === true && was.deprecated !== true) comparison.report(false, `${place} is deprecated`, was, is);
  comparison.rest(place, was, is, known);
}

/** A field may be required by itself, where another part of the schema describes it. */
function fieldsOf({ properties = {}, required = [] }, described) {
  const names = [...Object.keys(properties), ...required.filter((name) => !described.has(name))];
  return new Map(names.map((name) => [name, { it: properties[name] ?? {}, isRequired: required.includes(name) }]));
}

/** Clients tolerate values that they do not know, and none that is gone: their programs name it. */
function compareValues(comparison, place, was, is, isSent) {
  const valuesOf = (schema) => schema.enum ?? (schema.const === undefined ? null : [schema.const]);
  const [old, now] = [valuesOf(was), valuesOf(is)];
  if (old === null || now === null) {
    if (old !== now)
      comparison.report(
        isSent === (old === null),
        `${place} ${now === null ? 'lists no values any more' : 'lists its values'}`,
        was,
        is,
      );
    return;
  }
  for (const value of old)
    if (!now.includes(value)) comparison.report(true, `${place}: value ${value} was removed`, value);
  for (const value of now)
    if (!old.includes(value)) comparison.report(false, `${place}: value ${value} was added`, undefined, value);
}

function compareRules(comparison, place, was, is, isSent) {
  const report = (isBreaking, key) => {
    const [old, now] = [was[key] ?? 'none', is[key] ?? 'none'];
    comparison.report(isBreaking, `${place}: ${key} changed from ${shown(old)} to ${shown(now)}`, old, now);
  };
  for (const key of [...lowerLimits, ...upperLimits]) {
    const without = lowerLimits.includes(key) ? -Infinity : Infinity;
    const [old, now] = [was[key] ?? without, is[key] ?? without];
    const isNarrower = without < 0 ? now > old : now < old;
    if (old !== now) report(isSent === isNarrower, key);
  }
  for (const key of rules) {
    const isOther = was[key] !== undefined && is[key] !== undefined;
    if (was[key] !== is[key]) report(isOther || isSent === (was[key] === undefined), key);
  }
  if (was.default !== is.default) report(isSent, 'default');
}

/** Without a schema everything may stand there, except with `false` for what a client sends: it reads what it knows. */
function compareInner(comparison, place, was = true, is = true, isSent) {
  if (typeof was === 'object' && typeof is === 'object') {
    comparison.pair(place, was, is, isSent, schemasOf(comparison));
    return;
  }
  if (was === is || (!isSent && [was, is].every((one) => typeof one === 'boolean'))) return;
  const isNarrower = was === true || is === false;
  comparison.report(isSent === isNarrower, `${place} may be ${isNarrower ? 'less' : 'more'} than before`, was, is);
}
