import { createPresentation, createPresentationVariables, liveEvents, nestedDecks } from './tabs.ts';

/** A document to begin with. */
interface Example {
  readonly name: string;
  readonly query: string;
  /** As JSON. */
  readonly variables?: string;
}

const demoDeck = '01900000-0000-7000-8000-000000000001';

const written = (variables: object): string => JSON.stringify(variables, null, 2);

/** The menu of examples. */
export const examples: readonly Example[] = [
  { name: 'Decks and all under them', query: nestedDecks },
  {
    name: 'Find decks by a text',
    query: `query FindDecks($search: String!) {
  decks(search: $search, orderBy: UPDATED_DESC, first: 20) {
    totalCount
    nodes { id name updatedAt }
    pageInfo { hasNextPage endCursor }
  }
}
`,
    variables: written({ search: 'roof' }),
  },
  {
    name: 'Create a deck',
    query: `mutation CreateDeck($input: CreateDeckInput!) {
  createDeck(input: $input) { deck { id name currency version } }
}
`,
    variables: written({
      input: { name: 'Roofs', currency: 'USD', defaultLanguage: 'en-US', isEngagementTracked: true },
    }),
  },
  {
    name: 'Copy a deck',
    query: `mutation DuplicateDeck($deckId: ID!) {
  duplicateDeck(deckId: $deckId) { deck { id name slideCount } }
}
`,
    variables: written({ deckId: demoDeck }),
  },
  {
    name: 'Create a presentation',
    query: createPresentation,
    variables: written(createPresentationVariables),
  },
  {
    name: 'Presentations with their contracts',
    query: `query Presentations {
  presentations(first: 10) {
    nodes {
      id
      status
      homeowner { firstName lastName }
      deck { name }
      contracts(first: 3) { nodes { id status tier total currency } }
    }
    pageInfo { hasNextPage endCursor }
  }
}
`,
  },
  {
    name: 'Contracts that wait for a signature',
    query: `query OpenContracts {
  contracts(status: [SENT, VIEWED], first: 20) {
    totalCount
    nodes { id status expiresAt total currency missingSigners }
  }
}
`,
  },
  {
    name: 'Subscribe the console to an event',
    query: `mutation CreateSubscription {
  createSubscription(
    input: { name: "To the log", eventType: "deck.created", channel: CONSOLE, channelConfig: {} }
  ) {
    subscription { id name eventType channel isActive }
    warnings { code detail }
  }
}
`,
  },
  {
    name: 'Publish an event',
    query: `mutation PublishEvent($deckId: ID!) {
  publishEvent(input: { type: "deck.shown", deckId: $deckId, data: { place: "kitchen" } }) {
    event { id type cursor }
    warnings { code detail }
  }
}
`,
    variables: written({ deckId: demoDeck }),
  },
  {
    name: 'Deliveries with their attempts',
    query: `query Deliveries {
  deliveries(first: 10) {
    nodes {
      id
      status
      attemptCount
      event { type timestamp }
      subscription { name channel }
      attempts { number outcome statusCode error durationMs }
    }
  }
}
`,
  },
  {
    name: 'Types of events',
    query: `query EventTypes {
  eventTypes { name description sample }
}
`,
  },
  { name: 'Live: events', query: liveEvents },
  {
    name: 'Live: attempts to deliver',
    query: `subscription DeliveryAttempts {
  deliveryAttempts { number outcome statusCode error durationMs delivery { id event { type } } }
}
`,
  },
];
