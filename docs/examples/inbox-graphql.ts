// The contracts of all decks, kept current over GraphQL on one socket: node docs/examples/inbox-graphql.ts
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'graphql-ws';

type Document = { homeowner: { firstName: string; lastName: string }; tiers: { total: string }[] };
type Contract = { id: string; presentationId: string; status: string; total: string | null; document: Document };
type Page = { start: string; contracts: { nodes: Contract[]; pageInfo: { hasNextPage: boolean; endCursor: string } } };
type Change = { events: { cursor: string; payload: { contractId?: string; presentationId?: string } } };
const row = 'id presentationId status total document { homeowner { firstName lastName } tiers { total } }';
const all = `query ($after: String) { start: latestEventCursor
  contracts(after: $after) { nodes { ${row} } pageInfo { hasNextPage endCursor } } }`;
const some = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Contract { ${row} } } }`;
const live = `subscription ($after: String) { events(after: $after, types: ["contract.*",
  "presentation.deleted", "presentation.add_ons_selected"]) { cursor payload } }`;
const { DECKCAST_URL: server = 'http://127.0.0.1:4000', API_KEY } = process.env;
const inbox = new Map<string, Contract>();
let cursor = '';
const client = createClient({
  url: `${server.replace('http', 'ws')}/graphql`,
  connectionParams: API_KEY ? { authorization: `Bearer ${API_KEY}` } : {},
  retryAttempts: 0, // the loop below connects again, with the last cursor
  keepAlive: 10_000,
  on: { connecting: () => silence.refresh(), message: () => silence.refresh() },
});
const silence = setTimeout(() => client.terminate(), 30_000); // nothing has come, not even a pong
async function* ask<Data>(query: string, variables: Record<string, unknown>): AsyncGenerator<Data> {
  for await (const { data, errors } of client.iterate<Data>({ query, variables })) {
    if (errors?.[0]?.extensions?.['code'] === 'CURSOR_EXPIRED') cursor = ''; // begin anew
    if (errors || !data) throw new Error(JSON.stringify(errors));
    yield data;
  }
}
function show(id: string, contract?: Contract | null): void {
  if (contract ? contract.status === 'DRAFT' : !inbox.delete(id)) return; // no event announces a draft
  if (contract) inbox.set(id, contract);
  const { homeowner, tiers } = contract?.document ?? {};
  const total = contract?.total ?? tiers?.map((tier) => tier.total).join(' / '); // null until it is signed
  console.log(id, contract?.status ?? 'deleted', homeowner?.firstName, homeowner?.lastName, total);
}
async function load(after?: string): Promise<void> {
  if (!after) inbox.clear();
  for await (const { start, contracts } of ask<Page>(all, { after })) {
    for (const contract of contracts.nodes) show(contract.id, contract);
    if (contracts.pageInfo.hasNextPage) await load(contracts.pageInfo.endCursor);
    cursor = start; // in the end that of the first page, so that nothing is missed
  }
}
async function follow(): Promise<void> {
  if (!cursor) await load();
  for await (const { events } of ask<Change>(live, { after: cursor })) {
    const { contractId, presentationId: of } = events.payload;
    const rows = contractId ? [{ id: contractId }] : [...inbox.values()].filter((it) => it.presentationId === of);
    for await (const { nodes } of ask<{ nodes: (Contract | null)[] }>(some, { ids: rows.map(({ id }) => id) }))
      for (const [index, { id }] of rows.entries()) show(id, nodes[index]);
    cursor = events.cursor;
  }
}
do await follow().catch(console.error);
while (await sleep(1_000 + 3_000 * Math.random(), true));
