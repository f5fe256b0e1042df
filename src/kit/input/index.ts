// The face of input: what clients send, declared once and checked.
export { acceptedTypes, isMergePatch, jsonType, mergePatchType, readJson, readUpload, type Upload } from './body.ts';
export { canonicalCountry } from './country.ts';
export { decimalPattern, isDecimalText } from './decimal-text.ts';
export { namedFormats } from './formats.ts';
export { hasHidden, isPlainName, withoutHidden } from './hidden-characters.ts';
export { documentSchema, fieldsOf, Input, InputObject, isInputClass, patchSchema, type Presence } from './input.ts';
export { canonicalLanguage } from './language.ts';
export { isLink, isLinkPlace } from './link.ts';
export {
  type Change,
  inputOf,
  MergePatch,
  readFields,
  readMergePatch,
  replaced,
  replacementOf,
} from './merge-patch.ts';
export { canonicalPhone, phoneRule } from './phone.ts';
export {
  accepted,
  byLanguage,
  componentRef,
  decimal,
  described,
  dictionary,
  flag,
  type InputClass,
  integer,
  json,
  link,
  list,
  maxLanguages,
  object,
  oneOf,
  type Rule,
  text,
  time,
  uuid,
} from './rules.ts';
export { escapeSegment, labelOf } from './safe-json.ts';
export { DateTimeISO, Decimal } from './scalars.ts';
export { orNull } from './schema-fault.ts';
export { requireTime } from './time.ts';
export { mostUnknownKeys, unknownAmong, type UnknownKey, unknownKeys } from './unknown-keys.ts';
export {
  attempt,
  isUuid,
  maxEventPatterns,
  readInput,
  rejectFaults,
  rejectUnsafe,
  requireEventPatterns,
  requireLanguage,
  requireTimeZone,
  requireUuid,
  schemaCheck,
  unprocessable,
} from './validate.ts';
