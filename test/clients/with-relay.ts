// A fragment, a query and a mutation, played with what relay-compiler writes of schema.graphql. Relay's plugin for Babel
// replaces each template by its artifact; here the artifacts are imported, and the templates are read by the compiler.
import * as relay from 'relay-runtime';
import { waitForFragmentData } from 'relay-runtime/experimental.js';
import listQuery, { type withRelay_listQuery } from './generated/relay/withRelay_listQuery.graphql.js';
import row, { type withRelay_row$data, type withRelay_row$key } from './generated/relay/withRelay_row.graphql.js';
import sendMutation, { type withRelay_sendMutation } from './generated/relay/withRelay_sendMutation.graphql.js';

const graphql = String.raw;
graphql`
  fragment withRelay_row on Contract {
    id
    status
    total
    expiresAt
    presentation {
      homeowner {
        firstName
      }
    }
  }
`;
graphql`
  query withRelay_listQuery($status: [ContractStatus!]) {
    contracts(first: 5, status: $status) {
      nodes {
        id
        ...withRelay_row
      }
    }
  }
`;
graphql`
  mutation withRelay_sendMutation($id: ID!) {
    sendContract(id: $id) {
      contract {
        ...withRelay_row
      }
    }
  }
`;

const [, , baseUrl = ''] = process.argv;
const network = relay.Network.create(async ({ text }, variables) => {
  const answer = await fetch(`${baseUrl}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: text, variables }),
  });
  return answer.json();
});
const environment = new relay.Environment({ network, store: new relay.Store(new relay.RecordSource()) });

/** What the store has of the fragment, as the hooks of React read it. */
const read = (key: withRelay_row$key): Promise<withRelay_row$data> => waitForFragmentData(environment, row, key);

const list = () =>
  relay.fetchQuery<withRelay_listQuery>(environment, listQuery, { status: ['DRAFT', 'SENT'] }).toPromise();
const draft = (await list())?.contracts?.nodes[0];
if (draft === undefined) throw new Error('There is no contract.');
const before = await read(draft);
await new Promise<void>((resolve, reject) => {
  relay.commitMutation<withRelay_sendMutation>(environment, {
    mutation: sendMutation,
    variables: { id: draft.id },
    onCompleted: () => resolve(),
    onError: reject,
  });
});
const after = await read(draft);
const expiresAt: string | null | undefined = after.expiresAt;

console.log(
  JSON.stringify({
    before: before.status,
    after: after.status,
    homeowner: after.presentation?.homeowner.firstName,
    isTimeText: typeof expiresAt === 'string',
  }),
);
