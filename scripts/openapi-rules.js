// Spectral rules of the names in openapi.json, beside its recommended ones.
import spectralFunctions from '@stoplight/spectral-functions';

const { falsy, pattern, truthy } = spectralFunctions;

/** The interface fixes these. Everything else is camelCase. */
const snakeCase = [
  'first_name',
  'language_code',
  'language_settings',
  'last_name',
  'measurement_strategy',
  'price_inputs',
  'roof_squares',
  'similarity_boost',
  'system_size_kw',
  'voice_id',
  'voice_settings',
];
/** Answers without a member around them: the interface fixes those of subscriptions; documents and files have their own form. */
const bare = ['(create|get|patch|update)Subscription', 'get(AsyncApi|OpenApi)Document', 'exportDeck'];

const matches = (match) => ({ function: pattern, functionOptions: { match } });
/** A rule of the document as it is written, where each schema is in one place. */
// oxlint-disable-next-line unicorn/no-thenable -- the format of Spectral
const rule = (message, given, then) => ({ message, severity: 'error', resolved: false, given, then });

/** @type {Record<string, import('@stoplight/spectral-core').RuleDefinition>} */
export const openApiRules = {
  'operation-id-camel-case': rule(
    'An operationId is camelCase, begins with a verb and says what it is of.',
    ['$.paths[*][*].operationId', '$.webhooks[*][*].operationId'],
    matches('^[a-z]+([A-Z][a-z]*)+$'),
  ),
  'property-camel-case': rule(
    'The name of a property is camelCase.',
    '$..properties[*]~',
    matches(`^([a-z][a-zA-Z0-9]*|${snakeCase.join('|')})$`),
  ),
  'parameter-camel-case': rule(
    'The name of a parameter is camelCase, and names the object whose id it is.',
    ["$.components.parameters[?(@.in != 'header')].name", "$.paths[*][*].parameters[?(@.in != 'header')].name"],
    matches('^(?!id$)[a-z][a-zA-Z0-9]*$'),
  ),
  'id-of-its-own-object': rule(
    'Only an object with a schema of its own has an `id`: name the object whose id it is.',
    ['$.components.schemas[*].properties..properties', '$.paths..schema..properties'],
    { field: 'id', function: falsy },
  ),
  'id-has-a-name': rule(
    'The name of a UUID ends with Id.',
    "$..properties[?(@ && @.format == 'uuid')]~",
    matches('^id$|Id$'),
  ),
  'boolean-is-a-question': rule(
    'The name of a boolean begins with is, can, has or does; `consent` is what a signer gives.',
    "$..properties[?(@ && @.type == 'boolean')]~",
    matches('^(is|can|has|does)[A-Z]|^consent$'),
  ),
  'answer-is-wrapped': rule(
    'An answer in JSON is an object with a member that names its subject.',
    `$.paths[*][?(@.operationId && !@.operationId.match(/^(${bare.join('|')})$/))].responses[?(@property.match(/^2/))].content['application/json'].schema`,
    { field: 'properties', function: truthy },
  ),
};
