import { describe, expect, test } from '@jest/globals';
import type { ContractAnswer, PresentationAnswer } from '../helpers/answers.ts';
import { EventStream } from '../helpers/event-stream.ts';
import { eventually } from '../helpers/eventually.ts';
import { useApp } from '../helpers/test-app.ts';
import { Contracts, presented } from './contracts.ts';

const app = useApp();
const contracts = new Contracts(app);
const query = `subscription ($id: ID!) { contractChanged(contractId: $id) { status document { tiers { tier total } } } }`;
type Live = { contractChanged: { status: string; document: { tiers: { tier: string; total: string }[] } } | null };

async function drafted(): Promise<{ presentation: PresentationAnswer; contract: ContractAnswer }> {
  const presentation = await presented(app.rest);
  return { presentation, contract: await contracts.in('draft', presentation) };
}

/** Larger measurements, and so other prices in the document of a draft. */
async function enlarge({ id }: PresentationAnswer): Promise<void> {
  const { status } = await app.rest.send('PATCH', `/api/presentations/${id}`, { price_inputs: { roof_squares: 100 } });
  expect(status).toBe(200);
}

describe('contractChanged', () => {
  test('sends the contract at once, after each step, and after a change of its prices', async () => {
    const { presentation, contract } = await drafted();
    const { received } = app.live().subscribe<Live>(query, { id: contract.id });
    const last = (): Live['contractChanged'] | undefined => received.at(-1)?.data?.contractChanged;
    await eventually(() => last()?.status === 'DRAFT');
    const before = last()?.document.tiers;
    await enlarge(presentation);
    await eventually(() => JSON.stringify(last()?.document.tiers) !== JSON.stringify(before));
    await contracts.move(contract.id, 'send');
    await eventually(() => last()?.status === 'SENT');
    await contracts.move(contract.id, 'sign', await contracts.signature(contract.id));
    await eventually(() => last()?.status === 'SIGNED');
    const states = received.map(({ data }) => data?.contractChanged?.status);
    expect([...new Set(states)]).toEqual(['DRAFT', 'SENT', 'SIGNED']);
  });

  test('sends null when the contract is deleted with its presentation', async () => {
    const { presentation, contract } = await drafted();
    const { received } = app.live().subscribe<Live>(query, { id: contract.id });
    await eventually(() => received.length > 0);
    await app.rest.delete(`/api/presentations/${presentation.id}`);
    await eventually(() => received.at(-1)?.data?.contractChanged === null);
    expect(received[0]?.data?.contractChanged?.status).toBe('DRAFT');
  });

  test.each([
    ['01900000-0000-7000-8000-00000000dead', 'NOT_FOUND'],
    ['nothing', 'INVALID_INPUT'],
  ])('of the contract %s is refused with %s', async (id, code) => {
    const { ended, received } = app.live().subscribe(query, { id });
    const errors = await eventually(() => received[0]?.errors ?? ended());
    expect(errors).toMatchObject([{ extensions: { code } }]);
  });
});

/** What the ETag of an answer contains. */
const tagIn = (headers: Headers): string | undefined => /^"(\S+)"$/.exec(headers.get('etag') ?? '')?.[1];

describe('the stream of server-sent events of a contract', () => {
  test('sends the contract at once and after each step, under the tag that a read gives', async () => {
    const { contract } = await drafted();
    const path = `/api/contracts/${contract.id}`;
    const stream = await EventStream.open<ContractAnswer>(`${app.base}${path}/stream`);
    await eventually(() => stream.received.length > 0);
    const { headers, body } = await app.rest.get<{ contract: ContractAnswer }>(path);
    expect(stream.received[0]).toEqual({ id: tagIn(headers), event: 'message', data: body.contract });
    await contracts.move(contract.id, 'send');
    await eventually(() => stream.received.at(-1)?.data.status === 'sent');
    const sent = await app.rest.get(path);
    expect(stream.lastEventId).toBe(tagIn(sent.headers));
    stream.close();
  });

  test('is opened by a link', async () => {
    const { contract } = await drafted();
    const path = `/api/contracts/${contract.id}/stream`;
    const { status, body } = await app.rest.post<{ link: { url: string } }>(path);
    expect(status).toBe(201);
    const stream = await EventStream.open<ContractAnswer>(app.base + body.link.url);
    await eventually(() => stream.received[0]?.data.id === contract.id);
    stream.close();
  });
});
