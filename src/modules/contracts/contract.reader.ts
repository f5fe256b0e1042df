import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { type Edge, type Page, pageBytes, type PageRequest, selectPage } from '../../platform/database/page.ts';
import { allOf, type Batch, byId } from '../../platform/database/reads.ts';
import { notFound } from '../../platform/kernel/errors.ts';
import { giveWay } from '../../platform/budget/in-turns.ts';
import { requireUuid } from '../../platform/input/validate.ts';
import { jsonDigest } from '../../platform/kernel/json-digest.ts';
import type { RequestScope } from '../../platform/database/scope.ts';
import type { Deck } from '../decks/deck.entity.ts';
import { decksById } from '../decks/deck.reader.ts';
import type { Presentation } from '../presentations/presentation.entity.ts';
import { type Disclaimers, disclaimersOfPresentations } from '../presentations/presentation-part.reader.ts';
import { presentationsById, readPresentation } from '../presentations/presentation.reader.ts';
import { type ContractDocument, contractDocument } from './contract.document.ts';
import { Contract } from './contract.entity.ts';
import { statusAt } from './contract.transitions.ts';

/** A contract as both doors show it: in the state that time has made of it, with its document. */
export type ShownContract = Contract & { document: ContractDocument; documentHash: string };

/** A contract, and what the document of an unsigned one is written from. */
export interface ContractMatter {
  readonly contract: Contract;
  readonly presentation: Presentation;
  readonly deck: Deck;
  readonly disclaimers: Disclaimers;
}

/** Adds the document, its hash and the state at `now` to a contract. A signed one keeps what was signed. */
export function shownContract(matter: ContractMatter, now: Date): ShownContract {
  const { contract, presentation, deck, disclaimers } = matter;
  if (isSigned(contract)) return contract;
  const document = contractDocument(contract, presentation, deck, disclaimers);
  const slideId = slideOf(contract, presentation);
  return { ...contract, slideId, status: statusAt(contract, now), document, documentHash: jsonDigest(document) };
}

/** The slide whose offer a contract is. */
export function slideOf({ slideId }: Contract, { pricing }: Presentation): string | null {
  return slideId ?? pricing.slideId;
}

/** What changes with all that is shown of a contract: its document and its state may change while its row does not. */
export function contractTag({ version, status, documentHash }: ShownContract): string {
  return `${version}-${jsonDigest([status, documentHash]).slice(0, 12)}`;
}

/** Rows as they are stored: without the documents of unsigned contracts. */
export const contractRowsById = byId(Contract);
const contractRowsOfPresentations = allOf(
  Contract,
  'presentation_id',
  (contract) => contract.presentationId,
  sql`created_at desc, id desc`,
);

/** Batch for the DataLoader: contracts in the order of their ids, null where there is none. */
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
  const show = await readWhatIsShown(
    scope.em,
    page.edges.map(({ node }) => node),
  );
  const edges: Edge<ShownContract>[] = [];
  let bytes = 0;
  for (const { cursor, node } of page.edges) {
    // The document of one that is not signed is written here: how large it is shows only then.
    if (bytes >= pageBytes) return { edges, hasNextPage: true };
    const contract = await show(node);
    if (contract === null) continue;
    edges.push({ cursor, node: contract });
    bytes += JSON.stringify(contract.document).length;
  }
  return { ...page, edges };
}

/** By id. */
async function showAll(em: SqlEntityManager, contracts: readonly Contract[]): Promise<Map<string, ShownContract>> {
  const show = await readWhatIsShown(em, contracts);
  const shown = new Map<string, ShownContract>();
  for (const contract of contracts) {
    const one = await show(contract);
    if (one !== null) shown.set(contract.id, one);
  }
  return shown;
}

/** @returns what shows each; null for an unsigned one whose presentation was deleted meanwhile: it is gone, too */
async function readWhatIsShown(
  em: SqlEntityManager,
  contracts: readonly Contract[],
): Promise<(contract: Contract) => Promise<ShownContract | null>> {
  const now = new Date();
  const open = contracts.filter((contract) => !isSigned(contract));
  const presentationIds = open.map(({ presentationId }) => presentationId);
  const presentations = await readMap(em, presentationsById, presentationIds);
  const disclaimersOf = await readMap(em, disclaimersOfPresentations, presentationIds);
  const decks = await readMap(
    em,
    decksById,
    open.map(({ deckId }) => deckId),
  );
  return async (contract) => {
    if (isSigned(contract)) return contract;
    const presentation = presentations.get(contract.presentationId);
    const deck = decks.get(contract.deckId);
    const disclaimers = disclaimersOf.get(contract.presentationId);
    if (presentation === undefined || deck === undefined || disclaimers === undefined) return null;
    await giveWay();
    return shownContract({ contract, presentation, deck, disclaimers }, now);
  };
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
