// The contracts of all decks, kept current over REST: node docs/examples/inbox-rest.ts
import { setTimeout as sleep } from 'node:timers/promises';

type Document = { homeowner: { firstName: string; lastName: string }; tiers: { total: string }[] };
type Contract = { id: string; presentationId: string; status: string; total: string | null; document: Document };
type Change = { data: { contractId?: string; presentationId?: string } };
type Latest = { latestCursor: { cursor: string } };
const { DECKCAST_URL: server = 'http://127.0.0.1:4000', API_KEY } = process.env;
const headers: Record<string, string> = API_KEY ? { Authorization: `Bearer ${API_KEY}` } : {};
const types = 'contract.*,presentation.deleted,presentation.add_ons_selected';
const inbox = new Map<string, Contract>();
let cursor = '';
async function get(path: string, signal: AbortSignal | null = null): Promise<Response> {
  const answer = await fetch(new URL(path, server), { headers, signal });
  if (answer.status === 410) cursor = ''; // its event is no longer kept: begin anew
  if (answer.ok || answer.status === 404) return answer;
  throw new Error(`${path}: ${await answer.text()}`);
}
function show(id: string, contract?: Contract): void {
  if (contract ? contract.status === 'draft' : !inbox.delete(id)) return; // no event announces a draft
  if (contract) inbox.set(id, contract);
  const { homeowner, tiers } = contract?.document ?? {};
  const total = contract?.total ?? tiers?.map((tier) => tier.total).join(' / '); // null until it is signed
  console.log(id, contract?.status ?? 'deleted', homeowner?.firstName, homeowner?.lastName, total);
}
async function load(): Promise<void> {
  inbox.clear();
  const latest = (await (await get('/api/events/latest-cursor')).json()) as Latest; // first, so that nothing is missed
  for (let path: string | undefined = '/api/contracts?limit=200'; path;) {
    const page = await get(path);
    for (const contract of ((await page.json()) as { contracts: Contract[] }).contracts) show(contract.id, contract);
    path = /<([^>]+)>; rel="next"/.exec(page.headers.get('Link') ?? '')?.[1];
  }
  cursor = latest.latestCursor.cursor;
}
async function refresh({ data: { contractId, presentationId: of } }: Change): Promise<void> {
  const rows = contractId ? [{ id: contractId }] : [...inbox.values()].filter((it) => it.presentationId === of);
  for (const { id } of rows)
    show(id, ((await (await get(`/api/contracts/${id}`)).json()) as { contract?: Contract }).contract);
}
async function follow(): Promise<void> {
  if (!cursor) await load();
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), 40_000); // a quiet stream sends a comment every 15 seconds
  const stream = await get(`/api/events/stream?types=${types}&after=${cursor}`, silence.signal);
  let text = '';
  for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    timer.refresh();
    const frames = (text + chunk).split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const [, data] = /^event: message$[^]*^data: (.*)/m.exec(frame) ?? [];
      if (data) await refresh(JSON.parse(data) as Change);
      cursor = /^id: (.*)/m.exec(frame)?.[1] ?? cursor;
    }
  }
}
do await follow().catch(console.error);
while (await sleep(1_000 + 3_000 * Math.random(), true));
