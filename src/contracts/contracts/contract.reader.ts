import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import {
  readOne,
  allOf,
  type Batch,
  byId,
  type Edge,
  type Page,
  pageBytes,
  type PageRequest,
  type RequestScope,
  selectPage,
} from '../../kit/data/index.ts';
import { giveWay, jsonDigest } from '../../kit/core/index.ts';
import { decksById } from '../../authoring/decks/deck.reader.ts';
import type { Presentation } from '../../presentations/presentations/presentation.entity.ts';
import {
  languagesOfPresentations,
  offerTextsOfPresentations,
} from '../../presentations/presentations/presentation-part.reader.ts';
import { presentationsById, readPresentation } from '../../presentations/presentations/presentation.reader.ts';
import type { ContractSignature, ContractSigner } from '../signatures/signature.attributes.ts';
import { signaturesTo, signersOf } from '../signatures/signatures.ts';
import { contractDocument, type ContractDocument, type ContractSources, noticeOf } from './contract.document.ts';
import { type ContractWarning, warningsOf } from './contract.warnings.ts';
import { Contract } from './contract.entity.ts';
import { currentStates, statusAt } from './contract.transitions.ts';

/** A contract that holds what was signed. */
export type SignedContract = Contract & { document: ContractDocument; documentHash: string };

/** A contract as the APIs show it: with its current state, its document, its notice, and who has signed that. */
export type ShownContract = SignedContract & {
  readonly signatures: ContractSignature[];
  readonly missingSigners: ContractSigner[];
  readonly warnings: readonly ContractWarning[];
};

/** A contract with the data that its document is built from while it is unsigned. */
export interface ContractContext extends ContractSources {
  readonly contract: Contract;
}

/**
 * Adds the document, its hash, and the state and the notice at `now` to a contract. A signed one keeps what was signed;
 * one that was never signed, and can no longer be, has no notice.
 */
export function shownContract(context: ContractContext, now: Date): ShownContract {
  const { contract, presentation, deck } = context;
  if (isSigned(contract)) return shownSigned(contract);
  const status = statusAt(contract, now);
  const document = contractDocument(contract, context);
  const sourceSlideId = slideOf(contract, presentation);
  const documentHash = jsonDigest(document);
  const signatures = signaturesTo(documentHash, contract);
  const isOpen = currentStates.includes(status);
  const missingSigners = signersOf(contract).filter(
    (one) => isOpen && signatures.every(({ signer }) => signer !== one),
  );
  const notice = isOpen ? noticeOf(document, signatures, now) : null;
  return {
    ...contract,
    sourceSlideId,
    status,
    brand: deck.brand,
    document,
    documentHash,
    notice,
    signatures,
    missingSigners,
    warnings: isOpen ? warningsOf(document, context.shownLanguage) : [],
  };
}

/** Adds its signatures to a contract that is signed, and its notice to one that has it in its document. */
export function shownSigned(contract: SignedContract): ShownContract {
  const { document, documentHash, updatedAt } = contract;
  const signatures = signaturesTo(documentHash, contract);
  const notice = contract.notice ?? noticeOf(document, signatures, updatedAt);
  return { ...contract, notice, signatures, missingSigners: [], warnings: [] };
}

export function slideOf(
  { sourceSlideId }: Pick<Contract, 'sourceSlideId'>,
  { pricing }: Pick<Presentation, 'pricing'>,
): string | null {
  return sourceSlideId ?? pricing.offers[0]?.sourceSlideId ?? null;
}

/** The ETag of a contract. It covers the state and the document too, which can change while the row does not. */
export function contractTag({ version, status, documentHash }: SignedContract): string {
  return `${version}-${jsonDigest([status, documentHash]).slice(0, 12)}`;
}

/** Batch for the DataLoader: rows as stored, without the documents of unsigned contracts. */
export const contractRowsById = byId(Contract);
/** Batch: the rows of presentations as stored, newest first. */
export const contractRowsOfPresentations = allOf(
  Contract,
  'presentation_id',
  (contract) => contract.presentationId,
  sql`created_at desc, id desc`,
);

const ofOffers = new Set(['id', 'sourceSlideId', 'status']);

/** The ids of the open and signed contracts of one offer. Documents, which are large, are not read. */
export async function currentContractIds(
  em: SqlEntityManager,
  { id, pricing }: Pick<Presentation, 'id' | 'pricing'>,
  sourceSlideId: string,
): Promise<string[]> {
  const [contracts = []] = await contractRowsOfPresentations(em, [id], ofOffers);
  return contracts.flatMap(({ id: contractId, status, sourceSlideId: ofSlide = null }) => {
    const isCurrent = contractId !== undefined && status !== undefined && currentStates.includes(status);
    return isCurrent && slideOf({ sourceSlideId: ofSlide }, { pricing }) === sourceSlideId ? [contractId] : [];
  });
}

/** Batch for the DataLoader: contracts in the order of their ids, null where there is none. */
export const contractsById: Batch<string, ShownContract | null> = async (em, ids) => {
  const rows = await contractRowsById(em, ids);
  const shown = await showAll(
    em,
    rows.filter((row) => row !== null),
  );
  return ids.map((id) => shown.get(id) ?? null);
};

/** Batch for the DataLoader: all contracts of each presentation, newest first. */
export const contractsOfPresentations: Batch<string, ShownContract[]> = async (em, presentationIds) => {
  const groups = await contractRowsOfPresentations(em, presentationIds);
  const shown = await showAll(em, groups.flat());
  return groups.map((group) => group.flatMap(({ id }) => shown.get(id) ?? []));
};

/** Reads one contract. @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is no UUID */
export function readContract({ em }: RequestScope, contractId: string): Promise<ShownContract> {
  return readOne(em, contractsById, contractId, { noun: 'contract', parameter: 'contractId' });
}

/** A page of a presentation's contracts, newest first. @throws AppError `NOT_FOUND` for an unknown presentation */
export async function listContracts(
  scope: RequestScope,
  presentationId: string,
  request: PageRequest,
): Promise<Page<ShownContract>> {
  const { id } = await readPresentation(scope, presentationId);
  const page = await selectPage(scope.em, Contract, [sql`presentation_id = ${id}`], request, 'newest first');
  return showPage(scope.em, page);
}

/** The same page with the documents of its contracts. @param now when their states are those that are shown */
export async function showPage(
  em: SqlEntityManager,
  page: Page<Contract>,
  now: Date = new Date(),
): Promise<Page<ShownContract>> {
  const rows = page.edges.map(({ node }) => node);
  const show = await readWhatIsShown(em, rows, now);
  const edges: Edge<ShownContract>[] = [];
  let bytes = 0;
  for (const edge of page.edges) {
    // The size of an unsigned contract is known only now that its document is built.
    if (bytes >= pageBytes) return { edges, hasNextPage: true };
    const contract = await show(edge.node);
    if (contract === null) continue;
    edges.push(edge.with(contract));
    bytes += JSON.stringify(contract.document).length;
  }
  return { hasNextPage: page.hasNextPage, edges };
}

/** Builds the documents of unsigned contracts, by the id of the contract. */
export async function showAll(
  em: SqlEntityManager,
  contracts: readonly Contract[],
): Promise<Map<string, ShownContract>> {
  const show = await readWhatIsShown(em, contracts);
  const shown = new Map<string, ShownContract>();
  for (const contract of contracts) {
    const one = await show(contract);
    if (one !== null) shown.set(contract.id, one);
  }
  return shown;
}

/**
 * Reads what all these contracts need. @returns a function that shows one of them; null for an unsigned one whose
 * presentation was deleted meanwhile
 */
async function readWhatIsShown(
  em: SqlEntityManager,
  contracts: readonly Contract[],
  now: Date = new Date(),
): Promise<(contract: Contract) => Promise<ShownContract | null>> {
  const open = contracts.filter((contract) => !isSigned(contract));
  const presentationIds = open.map(({ presentationId }) => presentationId);
  const presentations = await readMap(em, presentationsById, presentationIds);
  const offerTextsOf = await readMap(em, offerTextsOfPresentations, presentationIds);
  const languages = await readMap(em, languagesOfPresentations, presentationIds);
  const decks = await readMap(
    em,
    decksById,
    open.map(({ deckId }) => deckId),
  );
  return async (contract) => {
    if (isSigned(contract)) return shownSigned(contract);
    const presentation = presentations.get(contract.presentationId);
    const deck = decks.get(contract.deckId);
    const offerTexts = offerTextsOf.get(contract.presentationId);
    if (presentation === undefined || deck === undefined || offerTexts === undefined) return null;
    await giveWay();
    const shownLanguage = languages.get(presentation.id) ?? null;
    return shownContract({ contract, presentation, deck, offerTexts, shownLanguage }, now);
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

/** Whether a contract is as it was signed, and no longer depends on its presentation. */
export function isSigned(contract: Contract): contract is SignedContract {
  return contract.document !== null && contract.documentHash !== null;
}
