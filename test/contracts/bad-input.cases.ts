import type { doors, World } from './bad-input.doors.ts';

type Change = Record<string, unknown>;

/** Where a case leaves the usual: another id in the path, another code than INVALID_INPUT. */
interface Unusual {
  id?: string | ((world: World) => string);
  code?: 'NOT_FOUND' | 'CONFLICT' | 'CURSOR_EXPIRED' | 'UNPROCESSABLE';
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

const right = { rule: 'us', sellerAddress: 'Austin, Texas' };
const drawn = { width: 600, height: 160 };
const dots = (count: number): number[] => Array.from({ length: 2 * count }, () => 1);
const nobody = '01900000-0000-7000-8000-000000000000';
const NUL = 'a\0b';
const half = 'a\ud83d';
const long = (length: number): string => 'x'.repeat(length);
const own = (json: string): Change => JSON.parse(json) as Change;
const nested = (levels: number): Change => own(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
const says = (...timings: [word: unknown, startTime: unknown, endTime: unknown][]): Change => ({
  wordTimings: timings.map(([word, startTime, endTime]) => ({ word, startTime, endTime })),
});
const translated = (language: string, change: Change = {}): Change => ({
  translations: { [language]: { title: 'T', bullets: [], narrationScript: 'N', ...change } },
});
const addOn = (...changes: Change[]): Change => ({
  productData: {
    good: { addOns: changes.map((change) => ({ key: 'guards', label: 'Guards', amount: 1, ...change })) },
  },
});
const unlike: Change = {
  productData: {
    good: { addOns: [{ key: 'guards', label: 'Guards', amount: 1 }] },
    better: { addOns: [{ key: 'guards', label: 'Guards', amount: 2 }] },
  },
};
const plan = (change: Change): Change => ({
  productData: { good: { financing: [{ provider: 'Bank', annualPercent: 7, months: 12, ...change }] } },
});
const languages = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => [`de-x-${letter}`, `es-x-${letter}`]).flat();
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
const filter = (conditions: unknown): Change => ({ filter: conditions });
const total = (condition: unknown): Change => filter({ 'data.total': condition });
const notDeep = (levels: number): unknown => (levels === 0 ? { $gt: 1 } : { $not: notDeep(levels - 1) });
const orDeep = (levels: number): unknown => (levels === 0 ? { type: 'a.b' } : { $or: [orDeep(levels - 1)] });
const many = (count: number): Change =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`data.a${index}`, index]));

/** What is no filter, at every door that takes one. */
const badFilters: readonly BadInput[] = [
  ['a filter as text', filter('data.total > 5'), '/filter'],
  ['a filter as a list', filter([{ type: 'a.b' }]), '/filter'],
  ['an empty filter', filter({}), '/filter'],
  ['an unknown root', filter({ payload: 1 }), '/filter/payload'],
  ['an empty path', filter({ '': 1 }), '/filter/'],
  ['a path with an empty part', filter({ 'data..total': 1 }), '/filter/data..total'],
  ['a path with a slash', filter({ 'data.a/b': 1 }), '/filter/data.a~1b'],
  ['a path of 11 parts', filter({ [`data${'.a'.repeat(10)}`]: 1 }), `/filter/data${'.a'.repeat(10)}`],
  ['a path through __proto__', filter({ 'data.__proto__.a': 1 }), '/filter/data.__proto__.a'],
  ['a path through constructor', filter({ 'data.constructor': 1 }), '/filter/data.constructor'],
  ['a path through prototype', filter({ 'data.a.prototype': 1 }), '/filter/data.a.prototype'],
  ['__proto__ in a filter', filter(own('{"__proto__":{"type":1}}')), '/filter/__proto__'],
  ['a nested object as value', filter({ data: { total: 1 } }), '/filter/data'],
  ['a list as value', total([1]), '/filter/data.total'],
  ['a value without operators', total({}), '/filter/data.total'],
  ['a value of 501', total(long(501)), '/filter/data.total'],
  ['NUL in a value', total(NUL), '/filter/data.total'],
  ['code', filter({ $where: 'true' }), '/filter/$where'],
  ['a bare operator', filter({ $gte: 1 }), '/filter/$gte'],
  ['code for a value', total({ $where: 'true' }), '/filter/data.total/$where'],
  ['a regular expression', total({ $regex: '(a+)+$' }), '/filter/data.total/$regex'],
  ['a group in a value', total({ $or: [{ $gt: 1 }] }), '/filter/data.total/$or'],
  ['an operator beside a key', total({ $gt: 1, a: 1 }), '/filter/data.total'],
  ['a comparison with true', total({ $gt: true }), '/filter/data.total/$gt'],
  ['a comparison with null', total({ $lte: null }), '/filter/data.total/$lte'],
  ['$in without a list', total({ $in: 1 }), '/filter/data.total/$in'],
  ['an empty $in', total({ $in: [] }), '/filter/data.total/$in'],
  ['$in of 101', total({ $in: Array<number>(101).fill(1) }), '/filter/data.total/$in'],
  ['an object in $nin', total({ $nin: [1, {}] }), '/filter/data.total/$nin/1'],
  ['$exists with a number', total({ $exists: 1 }), '/filter/data.total/$exists'],
  ['$not with a value', total({ $not: 5 }), '/filter/data.total/$not'],
  ['an unknown operator in $not', total({ $not: { $mod: [2, 0] } }), '/filter/data.total/$not/$mod'],
  ['$or without a list', filter({ $or: { type: 'a.b' } }), '/filter/$or'],
  ['an empty $and', filter({ $and: [] }), '/filter/$and'],
  ['$nor of 21', filter({ $nor: Array.from({ length: 21 }, () => ({ type: 'a.b' })) }), '/filter/$nor'],
  ['an empty filter in $or', filter({ $or: [{ type: 'a.b' }, {}] }), '/filter/$or/1'],
  ['a bad path in $or', filter({ $or: [{ type: 'a.b' }, { total: 1 }] }), '/filter/$or/1/total'],
  ['$or six deep', filter(orDeep(5)), `/filter${'/$or/0'.repeat(5)}`],
  ['$not six deep', total(notDeep(5)), `/filter/data.total${'/$not'.repeat(5)}`],
  ['51 conditions', filter(many(51)), '/filter'],
  ['a filter of 20,000', total({ $in: Array<string>(50).fill(long(400)) }), '/filter'],
];

export const badInputs: Record<keyof typeof doors, readonly BadInput[]> = {
  createDeck: [
    ['an empty body', { name: undefined }, '/name'],
    ['an empty text', { name: '' }, '/name'],
    ['too long a text', { name: long(201) }, '/name'],
    ['an empty brand', { brandName: '' }, '/brandName'],
    ['a blank brand', { brandName: ' \u00a0' }, '/brandName'],
    ['a brand that turns its direction', { brandName: '\u202egnifooR' }, '/brandName'],
    ['a blank name', { name: '\u3164' }, '/name'],
    ['an unknown currency', { currency: 'XQQ' }, '/currency'],
    ['a currency in lower case', { currency: 'usd' }, '/currency'],
    ['a bad language', { defaultLanguage: 'en_US!' }, '/defaultLanguage'],
    ['an unknown time zone', { timeZone: 'Mars/Olympus' }, '/timeZone'],
    ['a right to cancel without an address', { rightToCancel: { rule: 'us' } }, '/rightToCancel/sellerAddress'],
    ['a right to cancel of no days', { rightToCancel: { ...right, days: 0 } }, '/rightToCancel/days'],
    ['an address of two lines', { rightToCancel: { ...right, sellerAddress: 'a\nb' } }, '/rightToCancel/sellerAddress'],
    ['an offset as time zone', { timeZone: '+02:00' }, '/timeZone'],
    ['variables as a list', { variables: ['a'] }, '/variables'],
    ['a variable that is an object', { variables: { a: {} } }, '/variables/a'],
    ['NUL in a variable', { variables: { a: NUL } }, '/variables/a'],
    ['NUL in a key', { variables: { [NUL]: 'a' } }, '/variables'],
    ['__proto__ at the top', own('{"__proto__":{"a":1}}'), '/__proto__'],
    ['33 levels', { variables: nested(32) }, `/variables${'/a'.repeat(31)}`],
  ],
  updateDeck: [
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
    ['an add-on without a key', addOn({ key: undefined }), '/productData/good/addOns/0/key'],
    ['an add-on for nothing', addOn({ amount: 0 }), '/productData/good/addOns/0/amount'],
    ['an add-on for each window', addOn({ per: 'window' }), '/productData/good/addOns/0/per'],
    ['add-ons as an object', { productData: { good: { addOns: {} } } }, '/productData/good/addOns'],
    [
      '21 add-ons',
      addOn(...Array.from({ length: 21 }, (_, index) => ({ key: `a${index}` }))),
      '/productData/good/addOns',
    ],
    ['an add-on that is another one in another tier', unlike, '/productData/better/addOns/0'],
    ['an add-on of two lines', addOn({ label: 'a\nb' }), '/productData/good/addOns/0/label'],
    ['two add-ons with one key', addOn({}, {}), '/productData/good/addOns/1/key'],
    ['a plan without a provider', plan({ provider: undefined }), '/productData/good/financing/0/provider'],
    ['a plan above 100 percent', plan({ annualPercent: 100.5 }), '/productData/good/financing/0/annualPercent'],
    ['a rate as text', plan({ annualPercent: '7' }), '/productData/good/financing/0/annualPercent'],
    ['a plan of one month', plan({ months: 1 }), '/productData/good/financing/0/months'],
    ['a plan of half a month', plan({ months: 12.5 }), '/productData/good/financing/0/months'],
    ['a fractional roundTo', { productData: { roundTo: 0.5 } }, '/productData/roundTo'],
    ['NUL deep in a tier', { productData: { good: { a: [{ b: NUL }] } } }, '/productData/good/a/0/b'],
    ['half a surrogate pair in a key', { productData: { best: { [half]: 1 } } }, '/productData/best'],
    ['__proto__ in a tier', { productData: { good: own('{"__proto__":1}') } }, '/productData/good/__proto__'],
    ['translations as a list', { translations: [] }, '/translations'],
    ['a translation as text', { translations: { es: 'Hola' } }, '/translations/es'],
    ['a translation without a title', translated('es', { title: undefined }), '/translations/es/title'],
    ['a translation with a long bullet', translated('es', { bullets: [long(1_001)] }), '/translations/es/bullets/0'],
    [
      'a translated add-on of two lines',
      translated('es', { productData: { good: { addOns: [null, { label: 'a\nb' }] } } }),
      '/translations/es/productData/good/addOns/1/label',
    ],
    ['a translated tier as text', translated('es', { productData: { good: '' } }), '/translations/es/productData/good'],
    ['NUL in a translation', translated('es', { title: NUL }), '/translations/es/title'],
    ['a translation into no language', translated('no language'), '/translations/no language'],
    ['a language in two spellings', { translations: { 'es-mx': null, 'es-MX': null } }, '/translations/es-MX'],
    ['52 languages', { translations: Object.fromEntries(languages.map((tag) => [tag, null])) }, '/translations'],
    ['33 levels', { productData: { good: nested(31) } }, `/productData/good${'/a'.repeat(30)}`],
    ['a bad uuid', {}, '/deckId', { id: 'no-uuid' }],
    ['an unknown deck', {}, null, { id: nobody, code: 'NOT_FOUND' }],
    ['a duplicate slideId', ({ slideKey }) => ({ slideId: slideKey }), '/slideId', { code: 'CONFLICT' }],
    ['the 501st slide', {}, '/deckId', { id: ({ fullDeckId }) => fullDeckId, code: 'UNPROCESSABLE' }],
  ],
  updateSlide: [
    ['an unknown slide', {}, null, { id: nobody, code: 'NOT_FOUND' }],
    ['an unknown client key', {}, null, { id: 'nothing', code: 'NOT_FOUND' }],
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
    ['a link that runs code', { audioUrl: 'javascript:alert(1)' }, '/audioUrl'],
    ['an empty answer', { cannedAnswer: '' }, '/cannedAnswer'],
    ['an answer of 20,001', { cannedAnswer: long(20_001) }, '/cannedAnswer'],
    ['a number as answer', { cannedAnswer: 1 }, '/cannedAnswer'],
    ['timings out of order', says(['a', 1, 2], ['b', 0, 2]), '/wordTimings/1/startTime'],
    ['an unknown deck', {}, null, { id: nobody, code: 'NOT_FOUND' }],
  ],
  updateFaq: [
    [
      'a translation without an answer',
      { translations: { es: { userQuestion: 'Q' } } },
      '/translations/es/cannedAnswer',
    ],
    ['a translation into no language', { translations: { 'e!': null } }, '/translations/e!'],
    ['a bad uuid', {}, '/faqId', { id: 'no-uuid' }],
    ['an unknown FAQ', {}, null, { id: nobody, code: 'NOT_FOUND' }],
  ],
  createPresentation: [
    ['no homeowner', { homeowner: undefined }, '/homeowner'],
    ['a homeowner in a list', { homeowner: [] }, '/homeowner'],
    ['a homeowner without a last name', { homeowner: { first_name: 'Dana' } }, '/homeowner/last_name'],
    ['a null first name', person({ first_name: null }), '/homeowner/first_name'],
    ['a blank first name', person({ first_name: ' ' }), '/homeowner/first_name'],
    ['an invisible last name', person({ last_name: '\u200b' }), '/homeowner/last_name'],
    ['a name that turns its direction', person({ first_name: 'Da\u2067na' }), '/homeowner/first_name'],
    ['a name with a line break', person({ last_name: 'Whit\naker' }), '/homeowner/last_name'],
    ['an address with a control character', person({ address: '1\u0008 Main St' }), '/homeowner/address'],
    ['a bad country', person({ country: 'XX' }), '/homeowner/country'],
    ['a country without a code of its own', person({ country: 'ZZ' }), '/homeowner/country'],
    ['a phone without a digit', person({ phone: 'none' }), '/homeowner/phone'],
    ['a phone that is too short', person({ phone: '555-0123' }), '/homeowner/phone'],
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
    ['an unknown fate of gaps', { missing: 'drop' }, '/missing'],
    ['a bad uuid', {}, '/deckId', { id: 'no-uuid' }],
    ['an unknown deck', {}, null, { id: nobody, code: 'NOT_FOUND' }],
  ],
  sendContract: [
    ['a day that is none', { expiresAt: '2126-02-30T00:00:00Z' }, '/expiresAt'],
    ['a time without a zone', { expiresAt: '2126-01-31T12:00:00' }, '/expiresAt'],
    ['a time as number', { expiresAt: 5 }, '/expiresAt'],
    ['a time that is over', { expiresAt: '2020-01-31T12:00:00Z' }, '/expiresAt', { code: 'UNPROCESSABLE' }],
    ['what was sent already', {}, null, { id: ({ sentId }) => sentId, code: 'CONFLICT' }],
    ['a bad uuid', {}, '/contractId', { id: 'no-uuid' }],
    ['an unknown contract', {}, null, { id: nobody, code: 'NOT_FOUND' }],
  ],
  signContract: [
    ['an unknown tier', { tier: 'most' }, '/tier'],
    ['a missing tier', { tier: undefined }, '/tier'],
    ['a missing name', { signerName: undefined }, '/signerName'],
    ['an empty name', { signerName: '' }, '/signerName'],
    ['a name of blanks', { signerName: '  \u200b ' }, '/signerName'],
    ['a name of two lines', { signerName: 'Dana\nWhitaker' }, '/signerName'],
    ['a name of 201', { signerName: long(201) }, '/signerName'],
    ['an unknown signer', { signer: 'witness' }, '/signer'],
    ['a missing consent', { consent: undefined }, '/consent'],
    ['a consent of false', { consent: false }, '/consent'],
    ['a consent of null', { consent: null }, '/consent'],
    ['a consent as text', { consent: 'true' }, '/consent'],
    ['a missing hash', { documentHash: undefined }, '/documentHash'],
    ['a hash in capitals', { documentHash: 'A'.repeat(64) }, '/documentHash'],
    ['a drawing of nothing', { drawing: { ...drawn, strokes: [] } }, '/drawing/strokes'],
    ['a drawing as URL', { drawing: 'data:image/png;base64,AAAA' }, '/drawing'],
    ['half a point', { drawing: { ...drawn, strokes: [[1, 2, 3]] } }, '/drawing/strokes/0'],
    ['a point outside', { drawing: { ...drawn, strokes: [[1, -2]] } }, '/drawing/strokes/0/1'],
    ['3,001 points', { drawing: { ...drawn, strokes: [dots(3_000), dots(1)] } }, '/drawing/strokes'],
    ['101 strokes', { drawing: { ...drawn, strokes: Array.from({ length: 101 }, () => dots(1)) } }, '/drawing/strokes'],
    ['a hash of 63', { documentHash: 'a'.repeat(63) }, '/documentHash'],
    ['the hash of another document', {}, null, { code: 'CONFLICT' }],
    [
      'a tier without a price',
      ({ sentHash }) => ({ tier: 'best', documentHash: sentHash }),
      '/tier',
      { code: 'UNPROCESSABLE' },
    ],
    ['a draft', {}, null, { id: ({ draftId }) => draftId, code: 'CONFLICT' }],
    ['a bad uuid', {}, '/contractId', { id: 'no-uuid' }],
    ['an unknown contract', {}, null, { id: nobody, code: 'NOT_FOUND' }],
  ],
  rescindContract: [
    ['a time without a zone', { givenAt: '2026-01-31T12:00:00' }, '/givenAt'],
    ['a time as number', { givenAt: 5 }, '/givenAt'],
    ['a contract that is not signed', {}, null, { code: 'CONFLICT' }],
    ['a bad uuid', {}, '/contractId', { id: 'no-uuid' }],
    ['an unknown contract', {}, null, { id: nobody, code: 'NOT_FOUND' }],
  ],
  declineContract: [
    ['a reason as number', { reason: 5 }, '/reason'],
    ['a reason of 1,001', { reason: long(1_001) }, '/reason'],
    ['NUL in a reason', { reason: NUL }, '/reason'],
    ['a draft', {}, null, { id: ({ draftId }) => draftId, code: 'CONFLICT' }],
  ],
  previewPresentation: [
    ['no homeowner', { homeowner: undefined }, '/homeowner'],
    ['a bad language', { language_settings: { language_code: 'notalang' } }, '/language_settings/language_code'],
    ['an unknown fate of gaps', { missing: 'drop' }, '/missing'],
    ['a bad uuid', {}, '/deckId', { id: 'no-uuid' }],
    ['an unknown deck', {}, null, { id: nobody, code: 'NOT_FOUND' }],
  ],
  createPresentations: [
    ['no list', {}, '/inputs'],
    ['an empty list', { inputs: [] }, '/inputs'],
    ['201 inputs', { inputs: Array.from({ length: 201 }, () => person({})) }, '/inputs'],
    ['a number among the inputs', { inputs: [person({}), 5] }, '/inputs/1'],
    ['NUL in an input', { inputs: [person({ first_name: NUL })] }, '/inputs/0/homeowner/first_name'],
    ['a bad uuid', { inputs: [person({})] }, '/deckId', { id: 'no-uuid' }],
    ['an unknown deck', { inputs: [person({})] }, null, { id: nobody, code: 'NOT_FOUND' }],
  ],
  selectTier: [
    ['no tier', { tier: undefined }, '/tier'],
    ['an unknown tier', { tier: 'most' }, '/tier'],
    ['a tier that the presentation has not', {}, '/tier', { code: 'UNPROCESSABLE' }],
    ['a bad uuid', {}, '/presentationId', { id: 'no-uuid' }],
    ['an unknown presentation', {}, null, { id: nobody, code: 'NOT_FOUND' }],
  ],
  selectAddOns: [
    ['no list', { addOns: undefined }, '/addOns'],
    ['a key that is none', { addOns: ['Gutter guards'] }, '/addOns/0'],
    ['61 keys', { addOns: Array.from({ length: 61 }, (_, index) => `a${index}`) }, '/addOns'],
    ['an add-on where nothing has a price', { addOns: ['guards'] }, '/addOns', { code: 'UNPROCESSABLE' }],
    ['a bad uuid', {}, '/presentationId', { id: 'no-uuid' }],
    ['an unknown presentation', {}, null, { id: nobody, code: 'NOT_FOUND' }],
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
    ['a header of ours', header('Deckcast-Cursor', 'a'), `${at}/headers/Deckcast-Cursor`],
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
    ...badFilters,
  ],
  updateSubscription: [
    ['a channel that the config does not fit', { channel: 'webhook' }, `${at}/url`],
    ['a config that does not fit', { channelConfig: {} }, `${at}/url`, { id: ({ webhookId }) => webhookId }],
    ...badFilters,
    ['a bad uuid', {}, '/subscriptionId', { id: 'no-uuid' }],
    ['an unknown subscription', {}, null, { id: nobody, code: 'NOT_FOUND' }],
  ],
  publishEvent: [
    ['a missing type', { type: undefined }, '/type'],
    ['a pattern as type', { type: 'contract.*' }, '/type'],
    ['a type with a space', { type: 'contract signed' }, '/type'],
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
  publishEvents: [
    ['no list', { events: undefined }, '/events'],
    ['an empty list', { events: [] }, '/events'],
    ['a bad event', { events: [{ type: 'contract.signed' }, { type: 'a b' }] }, '/events/1/type'],
    ['NUL deep in data', { events: [{ type: 'a.b', data: { a: NUL } }] }, '/events/0/data/a'],
    ['an unknown deck', { events: [{ type: 'a.b', deckId: nobody }] }, null, { code: 'NOT_FOUND' }],
  ],
  tryFilter: [
    ['a missing event type', { eventType: undefined }, '/eventType'],
    ['a bad event type', { eventType: 'Contract Signed' }, '/eventType'],
    ['a bad deckId', { deckId: 'no-uuid' }, '/deckId'],
    ['no matches wanted', { first: 0 }, '/first'],
    ['101 matches wanted', { first: 101 }, '/first'],
    ['a day that is none', { since: '2026-02-30T00:00:00Z' }, '/since'],
    ['a time without a zone', { until: '2026-01-31T12:00:00' }, '/until'],
    ['a foreign cursor', { after: 'nothing' }, '/after', { code: 'CURSOR_EXPIRED' }],
    ...badFilters,
  ],
};
