import { applyChanges, canonicalOrigin, currentBudget, giveWay, notFound } from '../../kit/core/index.ts';
import {
  addRows,
  type ExpectedVersion,
  inTransaction,
  lockRow,
  newRow,
  removeRow,
  type RequestScope,
  requireVersion,
  type TransactionScope,
  updateRow,
  withEmpties,
} from '../../kit/data/index.ts';
import { type Change, inputOf, requireLanguage, requireTimeZone, requireUuid } from '../../kit/input/index.ts';
import type { EventLog } from '../../delivery/events/event-log.ts';
import { type GivenBrand, readBrand, releaseLogos, storeBrand } from '../brands/logos.ts';
import { deckAttributes } from './deck.attributes.ts';
import { Deck } from './deck.entity.ts';
import { deckCreated, deckDeleted, deckUpdated } from './deck.events.ts';
import type { CreateDeckInput, UpdateDeckInput } from './deck.inputs.ts';

/**
 * Locks the row of a deck. Every change to a deck or anything in it starts with this lock, so that such changes run one
 * after the other; it then raises the version of the deck.
 *
 * @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is no UUID
 */
export async function lockDeck(transaction: TransactionScope, deckId: string): Promise<Deck> {
  const id = requireUuid(deckId, 'deckId');
  const deck = await lockRow(transaction, Deck, id);
  if (deck === null) throw notFound('deck', id);
  return deck;
}

/** What decks need of the presentations that were made from them. */
interface Presentations {
  /** Erases some presentations of a locked deck. */
  eraseSomeOfDeck(transaction: TransactionScope, deckId: string): Promise<ErasedSome>;
}

interface ErasedSome {
  readonly hasMore: boolean;
  /** The signed contracts that are held, and until when. */
  readonly heldContracts: readonly HeldContract[];
}

interface HeldContract {
  readonly contractId: string;
  readonly heldUntil: Date;
}

/** A deck as it was, and what is held of it. */
export interface DeletedDeck {
  readonly deck: Deck;
  readonly heldContracts: readonly HeldContract[];
}

/** Creates, changes and deletes decks, each with its event in the transaction of the change. */
export class DeckService {
  constructor(
    private readonly events: EventLog,
    private readonly presentations: Presentations,
  ) {}

  async create(scope: RequestScope, input: CreateDeckInput): Promise<Deck> {
    const brand = await readBrand(input.brand);
    return inTransaction(scope, async (transaction) => {
      const deck = newRow(Deck);
      applyChanges(deck, await changesOf(transaction, deck, input, brand));
      await addRows(transaction, Deck, [deck]);
      this.events.record(transaction, deckCreated, { deckId: deck.id, data: { name: deck.name } });
      return deck;
    });
  }

  async update(
    scope: RequestScope,
    deckId: string,
    change: Change<UpdateDeckInput>,
    ifVersion?: ExpectedVersion,
  ): Promise<Deck> {
    return inTransaction(scope, async (transaction) => {
      const deck = await lockDeck(transaction, deckId);
      requireVersion(deck, ifVersion);
      const before = { ...deck };
      const input = inputOf(change, before);
      const brand = await readBrand(input.brand);
      const changed = applyChanges(deck, await changesOf(transaction, deck, input, brand));
      if (changed.length === 0) return deck;
      await updateRow(transaction, Deck, before, deck);
      if (changed.includes('brand')) await releaseLogos(transaction, deck.id, deck.brand);
      this.events.record(transaction, deckUpdated, { deckId: deck.id, data: { name: deck.name, changed } });
      return deck;
    });
  }

  /**
   * Deletes the deck with everything in it except signed contracts, which are held as those of an erased presentation.
   * Subscriptions stay and receive `deck.deleted`. Many presentations are erased in several transactions: when one of
   * them fails, the deck is there without those that were erased before, and the request may be sent again.
   */
  async delete(scope: RequestScope, deckId: string, ifVersion?: ExpectedVersion): Promise<DeletedDeck> {
    const heldContracts: HeldContract[] = [];
    for (let expected = ifVersion; ; expected = null) {
      const own = { ...scope, em: scope.em.fork() };
      const { deck, held } = await inTransaction(own, (transaction) => this.#deleteSome(transaction, deckId, expected));
      heldContracts.push(...held);
      if (deck !== null) return { deck, heldContracts };
      currentBudget()?.renew();
      await giveWay();
    }
  }

  /** @returns the deck; null while it has more presentations than one transaction erases */
  async #deleteSome(
    transaction: TransactionScope,
    deckId: string,
    ifVersion?: ExpectedVersion,
  ): Promise<{ deck: Deck | null; held: readonly HeldContract[] }> {
    const deck = await lockDeck(transaction, deckId);
    requireVersion(deck, ifVersion);
    const { hasMore, heldContracts: held } = await this.presentations.eraseSomeOfDeck(transaction, deck.id);
    if (hasMore) return { deck: null, held };
    await removeRow(transaction, Deck, deck);
    await releaseLogos(transaction, deck.id, null);
    this.events.record(transaction, deckDeleted, { deckId: deck.id, data: { name: deck.name } });
    return { deck, held };
  }
}

type Changes = ReturnType<typeof withEmpties<typeof deckAttributes, UpdateDeckInput>>;

/** The given values as they are stored. */
async function changesOf(
  transaction: TransactionScope,
  { id, brand: current }: Deck,
  input: UpdateDeckInput,
  brand: GivenBrand | null | undefined,
): Promise<Changes> {
  const changes = { ...withEmpties(deckAttributes, input), ...canonical(input) };
  if (brand === undefined || brand === null) return changes;
  return { ...changes, brand: await storeBrand(transaction, id, current, brand) };
}

type Canonical = Pick<UpdateDeckInput, 'defaultLanguage' | 'timeZone' | 'embedOrigins'>;

function canonical({ defaultLanguage, timeZone, embedOrigins }: UpdateDeckInput): Canonical {
  return {
    ...(defaultLanguage === undefined ? {} : { defaultLanguage: requireLanguage(defaultLanguage, 'defaultLanguage') }),
    ...(typeof timeZone === 'string' ? { timeZone: requireTimeZone(timeZone, 'timeZone') } : {}),
    ...(Array.isArray(embedOrigins) ? { embedOrigins: distinct(embedOrigins) } : {}),
  };
}

/** Origins as a policy spells them, each once. */
function distinct(origins: readonly string[]): string[] {
  return [...new Set(origins.map((origin) => canonicalOrigin(origin) ?? origin))];
}
