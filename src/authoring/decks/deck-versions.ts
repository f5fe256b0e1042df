import { currentBudget, notFound, waitForShared } from '../../kit/core/index.ts';
import { Batcher, type RequestScope } from '../../kit/data/index.ts';
import { requireUuid } from '../../kit/input/index.ts';
import { seesDeck } from '../../kit/rights/index.ts';
import { type DeckVersion, readDeckVersions } from './deck.reader.ts';

/** Most versions that one statement reads. */
const mostAtOnce = 500;
/** How long requests wait for the statement of others, in milliseconds, before they get the next one. */
const mostWaitMs = 100;

/**
 * Reads the versions of decks for requests that are under way together in one statement: each costs a round trip
 * otherwise. A version is read after its request came, so it is as fresh as by a statement of its own.
 */
export class DeckVersions {
  readonly #together: Batcher<string, DeckVersion | null>;

  /** @param newScope makes scopes that see all decks */
  constructor(newScope: () => RequestScope) {
    this.#together = new Batcher((ids) => readDeckVersions(newScope(), ids), mostAtOnce, { mostWaitMs });
  }

  /** @throws AppError as `readDeck` does */
  async read({ actor }: RequestScope, deckId: string): Promise<DeckVersion> {
    const id = requireUuid(deckId, 'deckId');
    currentBudget()?.spend('statements');
    const version = seesDeck(actor, id) ? await waitForShared(this.#together.run(id)) : null;
    if (version === null) throw notFound('deck', id);
    return version;
  }
}
