// What changed between two OpenAPI documents, and what of it is breaking by docs/versioning.md: what clients send may only be
// taken more widely, and what they receive may only be promised more narrowly.
import { Comparison } from './comparison.js';
import { schemasOf } from './schema-changes.js';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const operationKeys = ['operationId', 'deprecated', 'parameters', 'requestBody', 'responses', 'security'];

/**
 * @param {object} before the document as it was
 * @param {object} after the document as it is
 * @returns {import('./comparison.js').Change[]}
 */
export function openApiChanges(before, after) {
  const comparison = new Comparison(before, after);
  comparison.rest('the document', before, after, ['openapi', 'info', 'paths', 'webhooks', 'components', 'security']);
  comparePaths(comparison, before, after);
  compareWebhooks(comparison, before, after);
  const [was, is] = [before.components ?? {}, after.components ?? {}];
  comparison.members('schema', '', optional(was.schemas), optional(is.schemas), false);
  comparison.members(
    'security scheme',
    '',
    optional(was.securitySchemes),
    optional(is.securitySchemes),
    false,
    (old, now, name) => comparison.rest(`security scheme ${name}`, old, now),
  );
  return comparison.changes();
}

function comparePaths(comparison, before, after) {
  for (const [path, item] of Object.entries(after.paths))
    if (before.paths[path] !== undefined) comparison.rest(path, before.paths[path], item, methods);
  comparison.members(
    'operation',
    '',
    operationsOf(before.paths),
    operationsOf(after.paths),
    false,
    (was, is, place) => {
      compareOperation(comparison, place, was, is, false);
      const [old, now] = [was.security ?? before.security, is.security ?? after.security].map(accessOf);
      comparison.members('access by', `${place}: `, old, now, false);
    },
  );
}

/** The client of a webhook receives the request and sends the response. */
function compareWebhooks(comparison, before, after) {
  const [was, is] = [before, after].map(({ webhooks }) => operationsOf(webhooks));
  comparison.members('webhook', '', was, is, false, (old, now, place) =>
    compareOperation(comparison, `webhook ${place}`, old, now, true),
  );
}

/** @param {boolean} isWebhook whether the server sends the request */
function compareOperation(comparison, place, was, is, isWebhook) {
  if (was.operationId !== is.operationId)
    comparison.report(true, `${place} changed its operationId`, was.operationId, is.operationId);
  if (is.deprecated === true && was.deprecated !== true)
    comparison.report(false, `${place} is deprecated`, was.operationId, is.operationId);
  const [old, now] = [parametersOf(comparison, was, 'before'), parametersOf(comparison, is, 'after')];
  comparison.members('parameter', `${place}: `, old, now, !isWebhook, (one, other, name) =>
    comparison.pair(`${place}: parameter ${name}`, one, other, !isWebhook, valuesOf(comparison)),
  );
  comparison.members('request', `${place}: `, bodyOf(was), bodyOf(is), !isWebhook, (one, other) =>
    comparison.pair(`${place}: request body`, one, other, !isWebhook, contentsOf(comparison)),
  );
  compareResponses(comparison, place, was.responses ?? {}, is.responses ?? {}, isWebhook);
  comparison.rest(place, was, is, operationKeys);
}

/** An error that is answered no more breaks no client, unless clients are what answers. */
function compareResponses(comparison, place, was, is, isWebhook) {
  const isError = (status) => !isWebhook && !/^[123]/.test(status);
  for (const [status, response] of Object.entries(was))
    if (isError(status) && is[status] === undefined)
      comparison.report(false, `${place}: response ${status} was removed`, response);
  const kept = Object.entries(was).filter(([status]) => !isError(status) || is[status] !== undefined);
  comparison.members(
    'response',
    `${place}: `,
    optional(Object.fromEntries(kept)),
    optional(is),
    isWebhook,
    (one, other, status) =>
      comparison.pair(`${place}: response ${status}`, one, other, isWebhook, contentsOf(comparison)),
  );
}

/** Compares bodies and responses. */
const contentsOf = (comparison) => (place, was, is, isSent) => {
  comparison.members(
    'media type',
    `${place}: `,
    optional(was.content),
    optional(is.content),
    isSent,
    (one, other, type) => {
      comparison.pair(place, one.schema ?? {}, other.schema ?? {}, isSent, schemasOf(comparison));
      comparison.rest(`${place}: ${type}`, one, other, ['schema']);
    },
  );
  comparison.members(
    'header',
    `${place}: `,
    headersOf(comparison, was, 'before'),
    headersOf(comparison, is, 'after'),
    isSent,
    (one, other, name) => comparison.pair(`${place}: header ${name}`, one, other, isSent, valuesOf(comparison)),
  );
  comparison.rest(place, was, is, ['content', 'headers', 'required']);
};

/** Compares parameters and headers. */
const valuesOf = (comparison) => (place, was, is, isSent) => {
  if (is.deprecated === true && was.deprecated !== true) comparison.report(false, `${place} is deprecated`, was, is);
  comparison.pair(place, was.schema ?? {}, is.schema ?? {}, isSent, schemasOf(comparison));
  comparison.rest(place, was, is, ['name', 'in', 'required', 'deprecated', 'schema']);
};

/** Members of which none is required. */
function optional(members = {}) {
  return new Map(Object.entries(members).map(([name, it]) => [name, { it, isRequired: false }]));
}

/** Operations by method and path, or by the name of a webhook. */
function operationsOf(paths = {}) {
  const found = Object.entries(paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method] !== undefined)
      .map((method) => [`${method.toUpperCase()} ${path}`, { it: item[method], isRequired: false }]),
  );
  return new Map(found);
}

function parametersOf(comparison, { parameters = [] }, time) {
  return new Map(
    parameters.map((it) => {
      const { name, in: where, required = false } = comparison.resolved(it, time);
      return [`${name} (${where})`, { it, isRequired: required }];
    }),
  );
}

function headersOf(comparison, { headers = {} }, time) {
  const entries = Object.entries(headers);
  return new Map(
    entries.map(([name, it]) => [name, { it, isRequired: comparison.resolved(it, time).required === true }]),
  );
}

function bodyOf({ requestBody }) {
  return new Map(
    requestBody === undefined ? [] : [['body', { it: requestBody, isRequired: requestBody.required === true }]],
  );
}

/** Who may call an operation: each alternative by the names of its security schemes. */
function accessOf(alternatives = []) {
  const listed = alternatives.length === 0 ? [{}] : alternatives;
  return new Map(listed.map((it) => [Object.keys(it).join(' and ') || 'everybody', { it, isRequired: false }]));
}
