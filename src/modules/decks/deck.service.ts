import { LockMode } from '@mikro-orm/core';
import { requireVersion, touch } from '../../platform/database/changes.ts';
import { applyChanges } from '../../platform/kernel/apply-changes.ts';
import { notFound } from '../../platform/kernel/errors.ts';
import type { EventLog } from '../../events/event-log.ts';
import { requireLanguage, requireTimeZone, requireUuid } from '../../platform/input/validate.ts';
import { inTransaction, type RequestScope, type TransactionScope } from '../../platform/database/scope.ts';
import { withEmpties } from '../../platform/attributes/changes.ts';
import { deckAttributes } from './deck.attributes.ts';
import { Deck } from './deck.entity.ts';
import { deckCreated, deckDeleted, deckUpdated } from './deck.events.ts';
import type { CreateDeckInput, UpdateDeckInput } from './deck.inputs.ts';

/**
 * Locks the row of a deck. Every change to a deck or anything in it starts with this lock, so that such changes run one
 * after the other; it then `touch`es the deck to raise its version.
 *
 * @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is no UUID
 */
export async function lockDeck(transaction: TransactionScope, deckId: string): Promise<Deck> {
  const id = requireUuid(deckId, 'deckId');
  const deck = await transaction.em.findOne(Deck, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (deck === null) throw notFound('deck', id);
  return deck;
}

/** Creates, changes and deletes decks, each with its event in one transaction. */
export class DeckService {
  constructor(private readonly events: EventLog) {}

  async create(scope: RequestScope, input: CreateDeckInput): Promise<Deck> {
    return inTransaction(scope, async (transaction) => {
      const deck = new Deck();
      applyChanges(deck, { ...withEmpties(deckAttributes, input), ...canonical(input) });
      transaction.em.persist(deck);
      await transaction.em.flush();
      await this.events.record(transaction, deckCreated, { deckId: deck.id, data: { name: deck.name } });
      return deck;
    });
  }

  async update(scope: RequestScope, deckId: string, input: UpdateDeckInput, ifVersion?: number | null): Promise<Deck> {
    return inTransaction(scope, async (transaction) => {
      const deck = await lockDeck(transaction, deckId);
      requireVersion(deck, ifVersion);
      const changed = applyChanges(deck, { ...withEmpties(deckAttributes, input), ...canonical(input) });
      if (changed.length === 0) return deck;
      touch(transaction, deck);
      await transaction.em.flush();
      await this.events.record(transaction, deckUpdated, { deckId: deck.id, data: { name: deck.name, changed } });
      return deck;
    });
  }

  /** Deletes the deck with everything in it except signed contracts. Subscriptions stay and receive `deck.deleted`. */
  async delete(scope: RequestScope, deckId: string, ifVersion?: number | null): Promise<Deck> {
    return inTransaction(scope, async (transaction) => {
      const deck = await lockDeck(transaction, deckId);
      requireVersion(deck, ifVersion);
      await transaction.em.remove(deck).flush();
      await this.events.record(transaction, deckDeleted, { deckId: deck.id, data: { name: deck.name } });
      return deck;
    });
  }
}

function canonical({
  defaultLanguage,
  timeZone,
}: UpdateDeckInput): Pick<UpdateDeckInput, 'defaultLanguage' | 'timeZone'> {
  return {
    ...(defaultLanguage === undefined ? {} : { defaultLanguage: requireLanguage(defaultLanguage, 'defaultLanguage') }),
    ...(typeof timeZone === 'string' ? { timeZone: requireTimeZone(timeZone, 'timeZone') } : {}),
  };
}
