import type { Schemas } from '../../story/answers.ts';
import { saveFile } from '../controls/save-file.ts';

type Headers = Readonly<Record<string, string>>;

/** Why something was refused: in a sentence, and by the places of the faults. */
export interface Refused {
  readonly reason: string;
  readonly faults: readonly string[];
}

/** Nothing is known of what became of the request. */
export const unanswered: Refused = { reason: 'The server has not answered: try again in a moment.', faults: [] };

async function refusalOf(response: Response): Promise<Refused> {
  const { detail, errors = [] } = ((await response.json().catch(() => ({}))) ?? {}) as Partial<Schemas['Problem']>;
  const reason = detail ?? `The server answered ${response.status}.`;
  return { reason, faults: errors.length < 2 ? [] : errors.map((fault) => fault.detail) };
}

/** Saves a deck as a file of the visitor. REST carries it, where a file may be larger. @returns why not; null once done */
export async function exportDeck(id: string): Promise<Refused | null> {
  try {
    const response = await fetch(`/api/decks/${id}/export`);
    if (!response.ok) return await refusalOf(response);
    const [, name = 'deckcast.deck.json'] =
      /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
    saveFile(name, await response.text(), 'application/json');
    return null;
  } catch {
    return unanswered;
  }
}

/** Makes a deck of a file. @param key the Idempotency-Key */
export async function importDeck(
  file: Blob,
  key: string,
  headers: Headers,
): Promise<{ readonly id: string } | Refused> {
  try {
    const response = await fetch('/api/decks/import', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key, ...headers },
      body: file,
    });
    if (!response.ok) return await refusalOf(response);
    return ((await response.json()) as { readonly deck: Schemas['Deck'] }).deck;
  } catch {
    return unanswered;
  }
}
