import { expect } from '@jest/globals';
import { presented } from '../contracts/contracts.ts';
import type { ContractAnswer, PresentationAnswer } from '../helpers/answers.ts';
import { eventually } from '../helpers/eventually.ts';
import { uploadedKey } from '../helpers/png.ts';
import type { RestClient } from '../helpers/rest-client.ts';

/** Paths of what a server has been filled with. */
interface Filled {
  /** Of answers in JSON. */
  readonly pages: readonly string[];
  readonly files: { readonly audio: string; readonly image: string; readonly contract: string };
}

/**
 * Fills a server that speaks with a deck, an image, spoken audio and a signed contract.
 *
 * @param slide attributes of the slide with the prices
 */
export async function fillServer(rest: RestClient, slide: object = {}): Promise<Filled> {
  const presentation = await presented(rest, { slide });
  const image = `/api/images/${await uploadedKey(rest, presentation.deckId)}.webp`;
  const spoken = await eventually(
    async () => {
      const { body } = await rest.get<{ presentation: PresentationAnswer }>(`/api/presentations/${presentation.id}`);
      return body.presentation.status === 'ready' && body.presentation.slides[0]?.audioUrl;
    },
    { timeoutMs: 60_000 },
  );
  const path = `/api/presentations/${presentation.id}/contracts`;
  const { id } = (await rest.post<{ contract: ContractAnswer }>(path)).body.contract;
  const contract = `/api/contracts/${id}`;
  const { documentHash } = (await rest.post<{ contract: ContractAnswer }>(`${contract}/send`)).body.contract;
  const signature = { tier: 'better', signerName: 'Dana Whitaker', consent: true, documentHash };
  expect((await rest.post(`${contract}/sign`, signature)).status).toBe(200);
  return {
    pages: [`/api/decks/${presentation.deckId}/slides`, contract],
    files: { audio: spoken.split('?')[0] ?? '', image, contract: `${contract}/document.pdf` },
  };
}
