// The reads of a release whose answers the next one gives, too: every GET of its OpenAPI document, and every field of its
// GraphQL schema, of what its data has.
import { buildSchema, getNamedType, isInterfaceType, isLeafType, isObjectType, isRequiredArgument } from 'graphql';
import { clientOf } from './client.js';

/** What answers nothing of the database, something else each time, an endless stream or a file, or is recorded when it is read. */
const leftOut =
  /stream|\.(json|jsonl|png|mp3|pdf)$|^\/(healthz|readyz)|session|\/usage|latest-cursor|event-types|\/secret$|dead-jobs\/|\/drift$/;

/** Values of the parameters of paths, by their names, and of the parameters that a query requires. */
const valuesOf = (facts) => ({
  deckId: [facts.deckId],
  slideId: facts.slideIds,
  faqId: [facts.faqId],
  language: ['es'],
  presentationId: [facts.presentationId, facts.unspokenId],
  linkId: [facts.linkId],
  contractId: Object.values(facts.contracts).flat().slice(0, 3),
  subscriptionId: [facts.arrivingId, facts.waitingId],
  eventId: [facts.ordered[0], facts.ordered.at(-1)],
  keyId: [facts.keyId],
});

/** The paths of an operation with all values of its parameters. */
function filled(path, values) {
  const [, name] = /\{(\w+)\}/.exec(path) ?? [];
  if (name === undefined) return [path];
  return (values[name] ?? []).flatMap((value) => filled(path.replace(`{${name}}`, value), values));
}

function restReads(openapi, facts) {
  const values = valuesOf(facts);
  const paths = Object.entries(openapi.paths)
    .filter(([path, { get }]) => get !== undefined && !leftOut.test(path))
    .flatMap(([path]) => filled(path, values));
  const pair = `eventId=${facts.ordered[0]}&subscriptionId=${facts.waitingId}`;
  const queries = { '/api/audit': `until=${facts.until}&limit=200`, '/api/notifications/explain': pair };
  const office = paths
    .filter((path) => !path.startsWith('/api/guest/') && !path.endsWith('.vtt'))
    .map((path) => ({ as: 'office', path: queries[path] === undefined ? path : `${path}?${queries[path]}` }));
  const guest = paths.filter((path) => path.startsWith('/api/guest/')).map((path) => ({ as: 'guest', path }));
  const key = ['/api/decks', `/api/contracts/${facts.contracts.signed}`, '/api/keys'];
  return [
    ...office,
    { as: 'office', path: `/api/events?after=${facts.cursor}&limit=200` },
    ...guest,
    ...key.map((path) => ({ as: 'key', path })),
  ];
}

/** What is selected of a type: all that needs no argument, so many objects deep. A connection has its first nodes. */
function selectionOf(type, depth) {
  const fields = Object.values(type.getFields()).filter(({ args }) => !args.some(isRequiredArgument));
  const selected = fields.flatMap(({ name, type: of, args }) => {
    const named = getNamedType(of);
    if (isLeafType(named)) return [name];
    if (depth === 0 || !(isObjectType(named) || isInterfaceType(named))) return [];
    const isConnection = named.name.endsWith('Connection');
    const inner = isConnection
      ? `nodes ${selectionOf(getNamedType(named.getFields().nodes.type), depth - 1)}`
      : selectionOf(named, depth - 1).slice(2, -2);
    return [`${name}${args.some((one) => one.name === 'first') ? '(first: 3)' : ''} { ${inner} }`];
  });
  return `{ __typename ${selected.join(' ')} }`;
}

function graphqlReads(schema, facts) {
  const fields = buildSchema(schema).getQueryType().getFields();
  const read = (as, name, values = '', depth = 1) => {
    const type = getNamedType(fields[name].type);
    const selection = type.name.endsWith('Connection')
      ? `{ nodes ${selectionOf(getNamedType(type.getFields().nodes.type), depth)} }`
      : selectionOf(type, depth);
    return { as, query: `{ ${name}${values} ${selection} }` };
  };
  const one = (name, id) => read('office', name, `(id: "${id}")`);
  return [
    one('deck', facts.deckId),
    ...facts.slideIds.map((id) => one('slide', id)),
    one('faq', facts.faqId),
    one('presentation', facts.presentationId),
    one('presentationLink', facts.linkId),
    ...Object.values(facts.contracts)
      .slice(0, 3)
      .map((id) => one('contract', id)),
    one('subscription', facts.arrivingId),
    one('apiKey', facts.keyId),
    one('event', facts.ordered[0]),
    ...['decks', 'contracts', 'presentations', 'subscriptions', 'deliveries'].map((name) =>
      read('office', name, '(first: 10)', 0),
    ),
    read('office', 'events', `(after: "${facts.cursor}", first: 50)`, 0),
    read('guest', 'guestPresentation'),
    read('guest', 'guestContracts'),
  ];
}

/** Asks a release, and keeps what it answers. */
export async function takeReads(base, { openapi, schema, apiKey, facts }) {
  const clients = {
    office: clientOf(base, `Bearer ${apiKey}`),
    guest: clientOf(base, `Link ${facts.link}`),
    key: clientOf(base, `Bearer ${facts.key}`),
  };
  const taken = [];
  for (const read of [...restReads(openapi, facts), ...graphqlReads(schema, facts)]) {
    const { as, path, query } = read;
    const answer =
      query === undefined ? await clients[as].send('GET', path) : await clients[as].send('POST', '/graphql', { query });
    const isRefused = ![200, 403, 404].includes(answer.status) || (query !== undefined && answer.body.errors);
    if (isRefused)
      throw new Error(`${path ?? query} is answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 2_000)}`);
    delete answer.body.requestId;
    taken.push({ ...read, ...answer });
  }
  return taken;
}
