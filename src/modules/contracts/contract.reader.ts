import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { type Page, type PageRequest, selectPage } from '../../database/page.ts';
import { allOf, type Batch, byId } from '../../database/reads.ts';
import { notFound } from '../../errors.ts';
import { requireUuid } from '../../input/validate.ts';
import { jsonDigest } from '../../json-digest.ts';
import type { RequestScope } from '../../scope.ts';
import type { Deck } from '../decks/deck.entity.ts';
import { decksById } from '../decks/deck.reader.ts';
import type { Presentation } from '../presentations/presentation.entity.ts';
import { presentationsById, readPresentation } from '../presentations/presentation.reader.ts';
import { type ContractDocument, contractDocument } from './contract.document.ts';
import { Contract } from './contract.entity.ts';
import { statusAt } from './contract.moves.ts';

/** A contract as both doors show it: in the state that time has made of it, with its document. */
export type ShownContract = Contract & { document: ContractDocument; documentHash: string };

/** A contract, and what the document of an unsigned one is written from. */
export interface ContractMatter {
  readonly contract: Contract;
  readonly presentation: Presentation;
  readonly deck: Deck;
}

export function shownContract({ contract, presentation, deck }: ContractMatter, now: Date): ShownContract {
  if (isSigned(contract)) return contract;
  const document = contractDocument(contract, presentation, deck);
  return { ...contract, status: statusAt(contract, now), document, documentHash: jsonDigest(document) };
}

/** Rows as they are stored: without the documents of unsigned contracts. */
export const contractRowsById = byId(Contract);
const contractRowsOfPresentations = allOf(
  Contract,
  'presentation_id',
  (contract) => contract.presentationId,
  sql`created_at desc, id desc`,
);

export const contractsById: Batch<string, ShownContract | null> = async (em, ids) => {
  const rows = await contractRowsById(em, ids);
  const shown = await showAll(
    em,
    rows.filter((row) => row !== null),
  );
  return ids.map((id) => shown.get(id) ?? null);
};

/** All contracts that each presentation has had, newest first. */
export const contractsOfPresentations: Batch<string, ShownContract[]> = async (em, presentationIds) => {
  const groups = await contractRowsOfPresentations(em, presentationIds);
  const shown = await showAll(em, groups.flat());
  return groups.map((group) => group.flatMap(({ id }) => shown.get(id) ?? []));
};

/** @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is no UUID */
export async function readContract({ em }: RequestScope, contractId: string): Promise<ShownContract> {
  const id = requireUuid(contractId, 'contractId');
  const [contract] = await contractsById(em, [id]);
  if (contract === null || contract === undefined) throw notFound('contract', id);
  return contract;
}

/** A page of a presentation's contracts, newest first. @throws AppError `NOT_FOUND` for an unknown presentation */
export async function listContracts(
  scope: RequestScope,
  presentationId: string,
  request: PageRequest,
): Promise<Page<ShownContract>> {
  const { id } = await readPresentation(scope, presentationId);
  const page = await selectPage(scope.em, Contract, [sql`presentation_id = ${id}`], request, 'newest first');
  const shown = await showAll(
    scope.em,
    page.edges.map(({ node }) => node),
  );
  const edges = page.edges.flatMap(({ cursor, node }) => {
    const contract = shown.get(node.id);
    return contract === undefined ? [] : { cursor, node: contract };
  });
  return { ...page, edges };
}

/** By id. An unsigned contract whose presentation was deleted between two statements is left out: it is gone, too. */
async function showAll(em: SqlEntityManager, contracts: readonly Contract[]): Promise<Map<string, ShownContract>> {
  const now = new Date();
  const open = contracts.filter((contract) => !isSigned(contract));
  const presentations = await readMap(
    em,
    presentationsById,
    open.map(({ presentationId }) => presentationId),
  );
  const decks = await readMap(
    em,
    decksById,
    open.map(({ deckId }) => deckId),
  );
  return new Map(
    contracts.flatMap((contract): [string, ShownContract][] => {
      if (isSigned(contract)) return [[contract.id, contract]];
      const presentation = presentations.get(contract.presentationId);
      const deck = decks.get(contract.deckId);
      if (presentation === undefined || deck === undefined) return [];
      return [[contract.id, shownContract({ contract, presentation, deck }, now)]];
    }),
  );
}

async function readMap<T>(
  em: SqlEntityManager,
  batch: Batch<string, T | null>,
  ids: readonly string[],
): Promise<Map<string, T>> {
  const wanted = [...new Set(ids)];
  const found = wanted.length === 0 ? [] : await batch(em, wanted);
  return new Map(
    wanted.flatMap((id, at): [string, T][] => {
      const row = found[at];
      return row === null || row === undefined ? [] : [[id, row]];
    }),
  );
}

function isSigned(contract: Contract): contract is ShownContract {
  return contract.document !== null && contract.documentHash !== null;
}
