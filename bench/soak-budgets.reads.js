// What the soak of budgets asks for: the largest lists, the deepest queries, and the heaviest documents.

/** @param known what is there already, by kind @returns reads by name; each gives a request, or null while it lacks what it needs */
export function readsOf(random, known) {
  const { below, pick } = random;
  const anyOf = (kind) => (known[kind].length === 0 ? null : pick(known[kind]));
  const of = (kind, route) => {
    const id = anyOf(kind);
    return id === null ? null : { method: 'GET', path: route(id) };
  };
  const list = (path) => () => ({
    method: 'GET',
    path: `${path}${path.includes('?') ? '&' : '?'}limit=${pick([1, 50, 200])}`,
  });
  const graphql = (query, variables = {}) => ({ method: 'POST', path: '/graphql', body: { query, variables } });
  const first = () => pick([1, 3, 10, 50, 200]);

  const presentation = `id slides { id title bullets narrationScript } faqs { id cannedAnswer }
    pricing { offers { tiers { total lines { label amount } } } } warnings { detail } contracts { nodes { id status } }`;
  const leaf = () =>
    pick(['id', 'id name slideCount', `id slides { id title narrationScript } faqs { id cannedAnswer }`]);
  /** Decks in subscriptions in decks, so deep that only the first levels are cheap. */
  const nested = (depth) => (depth === 0 ? leaf() : `id subscriptions { nodes { id deck { ${nested(depth - 1)} } } }`);

  return {
    decks: list('/api/decks'),
    events: list('/api/events'),
    'events of a type': list('/api/events?types=soak.*'),
    'events behind a cursor': () =>
      of('cursors', (cursor) => `/api/events?limit=200&after=${encodeURIComponent(cursor)}`),
    deliveries: list('/api/notifications/deliveries'),
    subscriptions: list('/api/notifications/subscriptions'),
    'dead jobs': list('/api/dead-jobs'),
    presentations: () => of('decks', (id) => `/api/decks/${id}/presentations?limit=${pick([1, 40, 200])}`),
    'one presentation': () => of('presentations', (id) => `/api/presentations/${id}`),
    drift: () => of('presentations', (id) => `/api/presentations/${id}/drift`),
    placeholders: () => of('decks', (id) => `/api/decks/${id}/placeholders`),
    slides: () => of('decks', (id) => `/api/decks/${id}/slides`),
    faqs: () => of('decks', (id) => `/api/decks/${id}/faqs`),
    PDF: () => of('contracts', (id) => `/api/contracts/${id}/document.pdf`),
    'graph of subscriptions': () => {
      const id = anyOf('decks');
      return id === null ? null : graphql(`query ($id: ID!) { deck(id: $id) { ${nested(1 + below(4))} } }`, { id });
    },
    'graph of presentations': () =>
      graphql(
        `query ($first: Int, $inner: Int) { decks(first: $first) { nodes { id presentations(first: $inner) { nodes { ${presentation} } } } } }`,
        { first: first(), inner: first() },
      ),
    'graph of events': () =>
      graphql(
        `
          query ($first: Int) {
            events(first: $first) {
              nodes {
                ...Told
              }
            }
          }
          fragment Told on Event {
            id
            payload
            deliveries {
              nodes {
                id
                attempts {
                  number
                  error
                }
                subscription {
                  id
                  filter
                }
              }
            }
          }
        `,
        { first: first() },
      ),
    'aliases of drift': () => {
      const ids = known.presentations.slice(-1 - below(28));
      if (ids.length === 0) return null;
      const fields = ids.map(
        (_, at) => `d${at}: presentation(id: $id${at}) { drift { slides { fields } prices { tier } } }`,
      );
      const variables = Object.fromEntries(ids.map((id, at) => [`id${at}`, id]));
      return graphql(`query (${ids.map((_, at) => `$id${at}: ID!`).join(', ')}) { ${fields.join(' ')} }`, variables);
    },
    'graph of placeholders': () =>
      graphql(
        'query ($first: Int) { decks(first: $first) { nodes { placeholders { name nearest uses { field } } } } }',
        {
          first: first(),
        },
      ),
    nodes: () => {
      const ids = [...known.decks, ...known.slides, ...known.presentations].slice(0, 100);
      return ids.length === 0 ? null : graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids });
    },
  };
}
