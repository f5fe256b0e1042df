import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { ContractAnswer, DeckAnswer } from '../../helpers/answers.ts';
import { createPresentation } from '../../helpers/factories.ts';
import { dataUrl, png } from '../../helpers/png.ts';
import { useApp } from '../../helpers/test-app.ts';
import { Contracts, presented } from '../../contracts/contracts.ts';

const app = useApp({ CONTRACT_HOLD_DAYS: '0' });
const contracts = new Contracts(app);
const brandWith = (side: number) => ({ color: '#0b5d4b', logo: dataUrl(png(side, side)) });

interface Signed {
  readonly contract: ContractAnswer;
  readonly deckId: string;
  readonly presentationId: string;
}

/** A contract that was signed with the logo of its deck. */
async function signed(deckId?: string): Promise<Signed> {
  const price_inputs = { roof_squares: 24.5 };
  const presentation =
    deckId === undefined
      ? await presented(app.rest, { deck: { brand: brandWith(20) } })
      : await createPresentation(app.rest, deckId, { price_inputs });
  const contract = await contracts.in('signed', presentation);
  return { contract, deckId: presentation.deckId, presentationId: presentation.id };
}

async function held(deckId: string): Promise<boolean[]> {
  const { rows } = await sql<{ held: boolean }>`select is_held as held from logo where deck_id = ${deckId}
    order by created_at`.execute(app.database.connection.kysely);
  return rows.map((row) => row.held);
}

const change = (deckId: string, brand: object | null) =>
  app.rest.send<{ deck: DeckAnswer }>('PATCH', `/api/decks/${deckId}`, { brand });

async function erase(presentationId: string): Promise<void> {
  const { body } = await app.rest.delete<{ erasure: object }>(`/api/presentations/${presentationId}`);
  expect(body.erasure).toMatchObject({ pseudonymizedContractIds: [expect.any(String)] });
}

describe('the logo of a pseudonymized contract', () => {
  test('is deleted once its deck has another one and no other contract names it', async () => {
    const first = await signed();
    const { deckId } = first;
    const second = await signed(deckId);
    await change(deckId, brandWith(30));
    expect(await held(deckId)).toEqual([true, false]);
    await erase(first.presentationId);
    expect(await held(deckId)).toEqual([true, false]);
    expect((await fetch(`${app.base}/api/contracts/${second.contract.id}/document.pdf`)).status).toBe(200);
    await erase(second.presentationId);
    expect(await held(deckId)).toEqual([false]);
  });

  test('stays with its deck as long as that has it, and is deleted with it', async () => {
    const { deckId, presentationId } = await signed();
    expect(await held(deckId)).toEqual([true]);
    await erase(presentationId);
    expect(await held(deckId)).toEqual([false]);
    await change(deckId, null);
    expect(await held(deckId)).toEqual([]);
  });

  test('is deleted with its deck, whose contracts are pseudonymized then', async () => {
    const { deckId } = await signed();
    expect((await app.rest.delete(`/api/decks/${deckId}`)).status).toBe(204);
    expect(await held(deckId)).toEqual([]);
  });
});

describe('a signature beside a change of the logo', () => {
  test('holds the logo that its contract names, or names none', async () => {
    for (let round = 0; round < 8; round += 1) {
      const presentation = await presented(app.rest, { deck: { brand: brandWith(20) } });
      const { id } = await contracts.in('sent', presentation);
      const signature = await contracts.signature(id);
      const [answer, changed] = await Promise.all([
        contracts.move(id, 'sign', signature),
        change(presentation.deckId, round % 2 === 0 ? brandWith(30) : null),
      ]);
      expect([answer.status, changed.status]).toEqual([200, 200]);
      const { rows } = await sql<{ named: boolean; held: boolean | null }>`
        select contract.brand->>'logo' is not null as named, logo.is_held as held from contract
        left join logo on contract.brand->>'logo' = '/api/logos/' || logo.id || '.png'
        where contract.id = ${id}`.execute(app.database.connection.kysely);
      const [row] = rows;
      expect(row?.held).toBe(row?.named === true ? true : null);
    }
  });
});
