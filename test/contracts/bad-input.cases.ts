import type { doors, World } from './bad-input.doors.ts';

type Change = Record<string, unknown>;

/** Where a case leaves the usual: another id in the path, another code than INVALID_INPUT. */
interface Unusual {
  id?: string | ((world: World) => string);
  code?: 'NOT_FOUND' | 'CONFLICT' | 'UNPROCESSABLE';
}

/**
 * One refusal: what is wrong; how it differs from a good body, where undefined leaves a field out; the pointer of its
 * first fault in REST's names, null where no field is to blame.
 */
export type BadInput = readonly [
  kind: string,
  change: Change | ((world: World) => Change),
  pointer: string | null,
  unusual?: Unusual,
];

const nobody = '01900000-0000-7000-8000-000000000000';
const NUL = 'a\0b';
const half = 'a\ud83d';
const long = (length: number): string => 'x'.repeat(length);
const own = (json: string): Change => JSON.parse(json) as Change;
const nested = (levels: number): Change => own(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
const says = (...timings: [word: unknown, startTime: unknown, endTime: unknown][]): Change => ({
  wordTimings: timings.map(([word, startTime, endTime]) => ({ word, startTime, endTime })),
});
const person = (change: Change): Change => ({ homeowner: { first_name: 'Dana', last_name: 'Whitaker', ...change } });
const url = 'http://127.0.0.1:9/';
const webhook = (channelConfig: unknown): Change => ({ channel: 'webhook', channelConfig });
const header = (name: string, value: unknown): Change => webhook({ url, headers: { [name]: value } });
const mail = (toEmails: unknown, more: Change = {}): Change => ({
  channel: 'email',
  channelConfig: { toEmails, ...more },
});
const addresses = (count: number): string[] => Array.from({ length: count }, (_, index) => `a${index}@example.com`);
const at = '/channelConfig';

export const badInputs: Record<keyof typeof doors, readonly BadInput[]> = {
  createDeck: [
    ['an empty body', { name: undefined }, '/name'],
    ['an empty text', { name: '' }, '/name'],
    ['too long a text', { name: long(201) }, '/name'],
    ['an unknown currency', { currency: 'XQQ' }, '/currency'],
    ['a currency in lower case', { currency: 'usd' }, '/currency'],
    ['a null currency', { currency: null }, '/currency'],
    ['a bad language', { defaultLanguage: 'en_US!' }, '/defaultLanguage'],
    ['variables as a list', { variables: ['a'] }, '/variables'],
    ['a variable that is an object', { variables: { a: {} } }, '/variables/a'],
    ['NUL in a variable', { variables: { a: NUL } }, '/variables/a'],
    ['NUL in a key', { variables: { [NUL]: 'a' } }, '/variables'],
    ['__proto__ at the top', own('{"__proto__":{"a":1}}'), '/__proto__'],
    ['33 levels', { variables: nested(32) }, `/variables${'/a'.repeat(31)}`],
  ],
  updateDeck: [
    ['a null name', { name: null }, '/name'],
    ['a bad uuid', {}, '/deckId', { id: 'no-uuid' }],
    ['an unknown deck', {}, null, { id: nobody, code: 'NOT_FOUND' }],
  ],
  createSlide: [
    ['a missing slideId', { slideId: undefined }, '/slideId'],
    ['a missing title', { title: undefined }, '/title'],
    ['a missing script', { narrationScript: undefined }, '/narrationScript'],
    ['a number as text', { title: 7 }, '/title'],
    ['a null title', { title: null }, '/title'],
    ['an empty slideId', { slideId: '' }, '/slideId'],
    ['a slideId of 129', { slideId: long(129) }, '/slideId'],
    ['a title of 501', { title: long(501) }, '/title'],
    ['a script of 20,001', { narrationScript: long(20_001) }, '/narrationScript'],
    ['51 bullets', { bullets: Array<string>(51).fill('a') }, '/bullets'],
    ['a bullet that is a number', { bullets: ['a', 5] }, '/bullets/1'],
    ['a null bullet', { bullets: [null] }, '/bullets/0'],
    ['a bullet of 1,001', { bullets: [long(1_001)] }, '/bullets/0'],
    ['an unknown slideType', { slideType: 'fancy' }, '/slideType'],
    ['a null slideType', { slideType: null }, '/slideType'],
    ['a negative orderIndex', { orderIndex: -1 }, '/orderIndex'],
    ['a fractional orderIndex', { orderIndex: 1.5 }, '/orderIndex'],
    ['an orderIndex of 2^31', { orderIndex: 2 ** 31 }, '/orderIndex'],
    ['text as orderIndex', { orderIndex: '1' }, '/orderIndex'],
    ['NUL in a title', { title: NUL }, '/title'],
    ['NUL in a bullet', { bullets: ['a', NUL] }, '/bullets/1'],
    ['half a surrogate pair', { narrationScript: half }, '/narrationScript'],
    ['productData as text', { productData: 'good' }, '/productData'],
    ['a tier as a list', { productData: { good: [] } }, '/productData/good'],
    ['an unknown tier', { productData: { defaultSelectedTier: 'most' } }, '/productData/defaultSelectedTier'],
    ['a fractional roundTo', { productData: { roundTo: 0.5 } }, '/productData/roundTo'],
    ['NUL deep in a tier', { productData: { good: { a: [{ b: NUL }] } } }, '/productData/good/a/0/b'],
    ['half a surrogate pair in a key', { productData: { best: { [half]: 1 } } }, '/productData/best'],
    ['__proto__ in a tier', { productData: { good: own('{"__proto__":1}') } }, '/productData/good/__proto__'],
    ['33 levels', { productData: { good: nested(31) } }, `/productData/good${'/a'.repeat(30)}`],
    ['a bad uuid', {}, '/deckId', { id: 'no-uuid' }],
    ['an unknown deck', {}, null, { id: nobody, code: 'NOT_FOUND' }],
    ['a duplicate slideId', ({ slideKey }) => ({ slideId: slideKey }), '/slideId', { code: 'CONFLICT' }],
    ['the 501st slide', {}, '/deckId', { id: ({ fullDeckId }) => fullDeckId, code: 'UNPROCESSABLE' }],
  ],
  updateSlide: [
    ['an unknown slide', {}, null, { id: nobody, code: 'NOT_FOUND' }],
    ['an unknown client key', {}, null, { id: 'nothing', code: 'NOT_FOUND' }],
    ['a null title', { title: null }, '/title'],
    ['a null orderIndex', { orderIndex: null }, '/orderIndex'],
    ['timings out of order', says(['a', 1, 2], ['b', 0.5, 2]), '/wordTimings/1/startTime'],
    ['a word that ends before it starts', says(['a', 1, 0.5]), '/wordTimings/0/endTime'],
    ['a negative time', says(['a', -1, 1]), '/wordTimings/0/startTime'],
    ['a timing without its word', says([undefined, 0, 1]), '/wordTimings/0/word'],
    ['a time as text', says(['a', '0', 1]), '/wordTimings/0/startTime'],
    ['NUL in a word', says([NUL, 0, 1]), '/wordTimings/0/word'],
  ],
  reorderSlides: [
    ['no list', { slideIds: undefined }, '/slideIds'],
    ['null in the list', { slideIds: [null] }, '/slideIds/0'],
    ['NUL in the list', { slideIds: [NUL] }, '/slideIds/0'],
    ['an order that misses a slide', { slideIds: [] }, '/slideIds', { code: 'UNPROCESSABLE' }],
    [
      'an order that names a slide twice',
      ({ slideId, slideKey }) => ({ slideIds: [slideId, slideKey] }),
      '/slideIds',
      { code: 'UNPROCESSABLE' },
    ],
  ],
  createFaq: [
    ['a missing question', { userQuestion: undefined }, '/userQuestion'],
    ['an empty answer', { cannedAnswer: '' }, '/cannedAnswer'],
    ['an answer of 20,001', { cannedAnswer: long(20_001) }, '/cannedAnswer'],
    ['a number as answer', { cannedAnswer: 1 }, '/cannedAnswer'],
    ['timings out of order', says(['a', 1, 2], ['b', 0, 2]), '/wordTimings/1/startTime'],
    ['an unknown deck', {}, null, { id: nobody, code: 'NOT_FOUND' }],
  ],
  updateFaq: [
    ['a null question', { userQuestion: null }, '/userQuestion'],
    ['a bad uuid', {}, '/faqId', { id: 'no-uuid' }],
    ['an unknown FAQ', {}, null, { id: nobody, code: 'NOT_FOUND' }],
  ],
  createPresentation: [
    ['no homeowner', { homeowner: undefined }, '/homeowner'],
    ['a homeowner in a list', { homeowner: [] }, '/homeowner'],
    ['a homeowner without a last name', { homeowner: { first_name: 'Dana' } }, '/homeowner/last_name'],
    ['a null first name', person({ first_name: null }), '/homeowner/first_name'],
    ['a bad country', person({ country: 'XX' }), '/homeowner/country'],
    ['a bad phone', person({ phone: '512 555 0123' }), '/homeowner/phone'],
    ['a bad e-mail', person({ email: 'dana@' }), '/homeowner/email'],
    ['an e-mail with a line break', person({ email: 'dana@example.com\r\nBcc: b@example.com' }), '/homeowner/email'],
    ['NUL in a name', person({ last_name: NUL }), '/homeowner/last_name'],
    ['stability beyond 1', { voice_settings: { stability: 1.5 } }, '/voice_settings/stability'],
    ['boost below 0', { voice_settings: { similarity_boost: -0.1 } }, '/voice_settings/similarity_boost'],
    ['a bad language', { language_settings: { language_code: 'english!' } }, '/language_settings/language_code'],
    ['negative squares', { price_inputs: { roof_squares: -1 } }, '/price_inputs/roof_squares'],
    ['squares as text', { price_inputs: { roof_squares: '24' } }, '/price_inputs/roof_squares'],
    ['too many kilowatts', { price_inputs: { system_size_kw: 1e300 } }, '/price_inputs/system_size_kw'],
    ['an unknown strategy', { measurement_strategy: 'lidar' }, '/measurement_strategy'],
    ['a bad uuid', {}, '/deckId', { id: 'no-uuid' }],
    ['an unknown deck', {}, null, { id: nobody, code: 'NOT_FOUND' }],
  ],
  createSubscription: [
    ['a missing name', { name: undefined }, '/name'],
    ['a missing channel', { channel: undefined }, '/channel'],
    ['a missing config', { channelConfig: undefined }, at],
    ['a null config', { channelConfig: null }, at],
    ['a config as text', { channelConfig: '{}' }, at],
    ['an unknown channel', { channel: 'fax' }, '/channel'],
    ['a bad event type', { eventType: 'Contract Signed' }, '/eventType'],
    ['isActive as text', { isActive: 'yes' }, '/isActive'],
    ['a bad deckId', { deckId: 'no-uuid' }, '/deckId'],
    ['an unknown deck', { deckId: nobody }, null, { code: 'NOT_FOUND' }],
    ['a webhook without url', webhook({}), `${at}/url`],
    ['a webhook to a file', webhook({ url: 'file:///etc/passwd' }), `${at}/url`],
    ['a webhook with user info', webhook({ url: 'http://a:b@127.0.0.1/' }), `${at}/url`],
    ['a reserved header', header('Webhook-Signature', 'v1,a'), `${at}/headers/Webhook-Signature`],
    ['a header with a line break', header('X-A', 'a\r\nX-B: b'), `${at}/headers/X-A`],
    ['a header with a space in its name', header('X A', 'a'), `${at}/headers/X A`],
    ['a header that is a number', header('X-A', 1), `${at}/headers/X-A`],
    ['NUL in a header', header('X-A', NUL), `${at}/headers/X-A`],
    ['mail to nobody', mail(undefined), `${at}/toEmails`],
    ['mail to an empty list', mail([]), `${at}/toEmails`],
    ['mail with a line break', mail(['a@example.com\r\nBcc: b@example.com']), `${at}/toEmails/0`],
    ['two addresses in one', mail(['a@example.com,b@example.com']), `${at}/toEmails/0`],
    ['51 addresses', mail(addresses(51)), `${at}/toEmails`],
    ['a bad sender', mail(addresses(1), { fromEmail: 'A <a@example.com>' }), `${at}/fromEmail`],
    ['an unknown level', { channelConfig: { level: 'loud' } }, `${at}/level`],
    ['__proto__ in a config', { channelConfig: own('{"__proto__":{}}') }, `${at}/__proto__`],
  ],
  updateSubscription: [
    ['a null name', { name: null }, '/name'],
    ['a null isActive', { isActive: null }, '/isActive'],
    ['a channel that the config does not fit', { channel: 'webhook' }, `${at}/url`],
    ['a config that does not fit', { channelConfig: {} }, `${at}/url`, { id: ({ webhookId }) => webhookId }],
    ['a bad uuid', {}, '/subscriptionId', { id: 'no-uuid' }],
    ['an unknown subscription', {}, null, { id: nobody, code: 'NOT_FOUND' }],
  ],
  publishEvent: [
    ['a missing type', { type: undefined }, '/type'],
    ['a pattern as type', { type: 'contract.*' }, '/type'],
    ['a type without a dot', { type: 'signed' }, '/type'],
    ['data as a list', { data: [] }, '/data'],
    ['NUL deep in data', { data: { a: { b: [NUL] } } }, '/data/a/b/0'],
    ['NUL in a key of data', { data: { a: { [NUL]: 1 } } }, '/data/a'],
    ['half a surrogate pair in data', { data: { a: half } }, '/data/a'],
    ['__proto__ in data', { data: own('{"a":{"__proto__":1}}') }, '/data/a/__proto__'],
    ['33 levels', { data: nested(32) }, `/data${'/a'.repeat(31)}`],
    ['a bad id', { id: '1' }, '/id'],
    ['a bad deckId', { deckId: 'no-uuid' }, '/deckId'],
    ['an unknown deck', { deckId: nobody }, null, { code: 'NOT_FOUND' }],
  ],
};
