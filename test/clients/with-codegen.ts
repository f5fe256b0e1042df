// The main job, played with what GraphQL Code Generator writes of schema.graphql.
import { GraphQLClient } from 'graphql-request';
import { useFragment } from './generated/codegen/fragment-masking.js';
import { graphql } from './generated/codegen/gql.js';

const [, , baseUrl = ''] = process.argv;
const api = new GraphQLClient(`${baseUrl}/graphql`, { errorPolicy: 'all' });

function given<Data>(data: Data | null | undefined): Data {
  if (data == null) throw new Error('The server has refused the operation.');
  return data;
}

const ContractRow = graphql(`
  fragment ContractRow on Contract {
    id
    status
    total
    signedAt
    documentHash
  }
`);
const createDeck = graphql(`
  mutation CreateDeck {
    createDeck(input: { name: "Roofs" }) {
      deck {
        id
      }
    }
  }
`);
const createSlide = graphql(`
  mutation CreateSlide($deckId: ID!, $input: CreateSlideInput!) {
    createSlide(deckId: $deckId, input: $input) {
      slide {
        id
      }
    }
  }
`);
const createPresentation = graphql(`
  mutation CreatePresentation($deckId: ID!, $input: CreatePresentationInput!) {
    createPresentation(deckId: $deckId, input: $input) {
      presentation {
        id
        pricing {
          offers {
            tiers {
              total
            }
          }
        }
      }
    }
  }
`);
const createContract = graphql(`
  mutation CreateContract($presentationId: ID!) {
    createContract(presentationId: $presentationId) {
      contract {
        id
      }
    }
  }
`);
const sendContract = graphql(`
  mutation SendContract($id: ID!) {
    sendContract(id: $id) {
      contract {
        ...ContractRow
      }
    }
  }
`);
const signContract = graphql(`
  mutation SignContract($id: ID!, $input: SignContractInput!) {
    signContract(id: $id, input: $input) {
      contract {
        ...ContractRow
      }
    }
  }
`);

const { deck } = given((await api.request(createDeck)).createDeck);
await api.request(createSlide, {
  deckId: deck.id,
  input: {
    slideId: 'prices',
    title: 'Prices',
    narrationScript: 'The better roof.',
    slideType: 'PRODUCT_PRICING_V1',
    productData: { better: { name: 'Better', pricePerSquare: 500 } },
  },
});
const { presentation } = given(
  (
    await api.request(createPresentation, {
      deckId: deck.id,
      input: { homeowner: { firstName: 'Dana', lastName: 'Whitaker' }, priceInputs: { roofSquares: 20 } },
    })
  ).createPresentation,
);
const { contract } = given((await api.request(createContract, { presentationId: presentation.id })).createContract);
const sent = useFragment(
  ContractRow,
  given((await api.request(sendContract, { id: contract.id })).sendContract).contract,
);
const { documentHash } = sent;
const signed = useFragment(
  ContractRow,
  given(
    (
      await api.request(signContract, {
        id: contract.id,
        input: { tier: 'BETTER', signerName: 'Dana Whitaker', consent: true, documentHash },
      })
    ).signContract,
  ).contract,
);
const offered: string | null | undefined = presentation.pricing.offers[0]?.tiers[0]?.total;
const signedAt: string | null | undefined = signed.signedAt;

console.log(
  JSON.stringify({
    offered,
    sent: sent.status,
    signed: signed.status,
    total: signed.total,
    isTimeText: typeof signedAt === 'string',
    refused: (await api.request(sendContract, { id: deck.id })).sendContract,
  }),
);
