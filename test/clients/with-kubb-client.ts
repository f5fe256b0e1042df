// The client for kubb in calls of the form that kubb writes: each argument that may be omitted is passed as it is.
import type { components } from './generated/openapi-typescript.js';
import client, { type RequestConfig, ResponseError, setConfig } from './kubb-client.js';

type Schemas = components['schemas'];
type Failure = Schemas['Problem'];

const [, , baseURL = ''] = process.argv;
setConfig({ baseURL });

async function post<Data, Body>(
  url: string,
  data?: Body,
  headers?: { 'Idempotency-Key'?: string; Prefer?: string },
  config: Partial<RequestConfig<Body>> = {},
): Promise<Data> {
  const request = { method: 'POST', url, data, ...config, headers: { ...headers, ...config.headers } } as const;
  return (await client<Data, Failure, Body>(request)).data;
}

async function listDecks(params?: { limit?: number; search?: string }): Promise<Schemas['Deck'][]> {
  return (await client<{ decks: Schemas['Deck'][] }>({ method: 'GET', url: '/api/decks', params })).data.decks;
}

const { deck } = await post<{ deck: Schemas['Deck'] }, Schemas['CreateDeckInput']>('/api/decks', {
  name: 'Windows & more',
});
await post<unknown, Schemas['CreateSlideInput']>(`/api/decks/${deck.id}/slides`, {
  slideId: 'prices',
  title: 'Prices',
  narrationScript: 'The better roof.',
  slideType: 'product_pricing_v1',
  productData: { better: { name: 'Better', pricePerSquare: 500 } },
});
const { presentation } = await post<{ presentation: Schemas['Presentation'] }, Schemas['CreatePresentationInput']>(
  `/api/decks/${deck.id}/presentations`,
  { homeowner: { first_name: 'Dana', last_name: 'Whitaker' }, price_inputs: { roof_squares: 20 } },
  { Prefer: 'wait=1' },
);
const { contract } = await post<{ contract: Schemas['Contract'] }, Schemas['CreateContractInput']>(
  `/api/presentations/${presentation.id}/contracts`,
);
const { contract: sent } = await post<{ contract: Schemas['Contract'] }, Schemas['SendContractInput']>(
  `/api/contracts/${contract.id}/send`,
  {},
);
const refused = await post(`/api/contracts/${deck.id}/send`).catch((error: unknown) => error);

console.log(
  JSON.stringify({
    status: sent.status,
    found: (await listDecks({ search: 'Windows & more' })).map(({ name }) => name),
    all: (await listDecks()).length > 0,
    refused: refused instanceof ResponseError ? [refused.status, refused.problem.code] : refused,
  }),
);
