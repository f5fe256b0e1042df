/** The tabs of a first visit. Later visits restore the tabs that were open. */

export const nestedDecks = `# Decks and all that is under them, in one
# request. Press play (Ctrl-Enter), then edit.
query NestedDecks {
  decks(first: 5) {
    nodes {
      id
      name
      brandName
      slideCount
      slides {
        id
        slideId
        title
        slideType
        orderIndex
        productData { defaultSelectedTier roundTo better { name price features } }
      }
      faqs {
        id
        userQuestion
        cannedAnswer
      }
      subscriptions(first: 3) {
        nodes {
          id
          name
          eventType
          channel
          isActive
        }
      }
      presentations(first: 3) {
        nodes {
          id
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`;

export const createPresentation = `# A presentation of the demo deck, with prices.
# Edit the variables below, then press play.
mutation CreatePresentation($deckId: ID!, $input: CreatePresentationInput!) {
  createPresentation(deckId: $deckId, input: $input) { presentation {
    id
    status
    homeowner {
      firstName
      lastName
    }
    slides {
      title
      narrationScript
    }
    pricing {
      offers {
        tiers {
          tier
          name
          status
          total
          currency
          lines {
            label
            amount
          }
        }
      }
    }
    warnings {
      code
      detail
    }
  } }
}
`;

export const createPresentationVariables = {
  deckId: '01900000-0000-7000-8000-000000000001',
  input: {
    // Optional, but the editor underlines a variable without them.
    measurementStrategy: 'MANUAL',
    missing: 'BLANK',
    homeowner: { firstName: 'Dana', lastName: 'Rivera', city: 'Denver', state: 'CO' },
    languageSettings: { languageCode: 'en' },
    priceInputs: { roofSquares: 24, systemSizeKw: 7.2 },
  },
};

export const liveEvents = `# Live events: press play, then run tab 2 and
# come back. They keep arriving until you stop.
# A cursor in the variable "after" begins behind it.
subscription LiveEvents($after: String) {
  events(after: $after) {
    id
    type
    deckId
    timestamp
    payload
    cursor
    ... on ContractSignedEvent {
      data {
        tier
        total
        currency
      }
    }
  }
}
`;

/** Example documents for the first visit: a query, a mutation and a subscription. */
export const tabs = [
  { query: nestedDecks },
  { query: createPresentation, variables: JSON.stringify(createPresentationVariables, null, 2) },
  { query: liveEvents },
];
