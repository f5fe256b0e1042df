import type { IncomingMessage } from 'node:http';
import type { Authenticator, Clients } from '../../kit/rights/index.ts';
import type { Gate, Rates, RequestScope } from '../../kit/data/index.ts';
import { AppError } from '../../kit/core/index.ts';
import { readDeck } from '../../authoring/decks/deck.reader.ts';

interface Dependencies {
  readonly guard: Authenticator;
  readonly gate: Gate;
  readonly rates: Rates;
  readonly clients: Clients;
  readonly newScope: () => RequestScope;
}

/** Refusals that the page itself shows: the origins of its frame do not disclose whether a link is valid. */
const reported: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'TOO_MANY_REQUESTS', 'NOT_FOUND']);

/**
 * Finds the origins whose pages may embed the page of a link: those of its deck, none for an invalid link.
 * Guesses are charged and counted as those at the API are.
 */
export function embedOriginsOf({ guard, gate, rates, clients, newScope }: Dependencies) {
  return async (request: IncomingMessage, token: string): Promise<readonly string[]> => {
    const { ip } = clients.of(request);
    try {
      if (!guard.isOpen) await rates.account().addAddress(ip, 1);
      const { decks } = await gate.authenticate(`Link ${token}`, ip);
      const [deckId = ''] = decks ?? [];
      return (await readDeck(newScope(), deckId)).embedOrigins ?? [];
    } catch (error) {
      if (error instanceof AppError && reported.has(error.code)) return [];
      throw error;
    }
  };
}
