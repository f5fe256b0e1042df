import { type Draft, noDraft } from './draft.ts';

/** Keeps what is not saved for this tab: it survives a reload, and a session that ends. */
const nameOf = (deckId: string): string => `deckcast-editor-${deckId}`;

export function keepDrafts(deckId: string, drafts: ReadonlyMap<string, Draft>): void {
  try {
    if (drafts.size === 0) sessionStorage.removeItem(nameOf(deckId));
    else
      sessionStorage.setItem(
        nameOf(deckId),
        JSON.stringify([...drafts].map(([slideId, { edits }]) => [slideId, edits])),
      );
  } catch {
    // A browser without storage keeps them in the page alone, which warns before it is left.
  }
}

export function keptDrafts(deckId: string): Map<string, Draft> {
  try {
    const kept = JSON.parse(sessionStorage.getItem(nameOf(deckId)) ?? '[]') as [string, Draft['edits']][];
    return new Map(kept.map(([slideId, edits]) => [slideId, { ...noDraft, edits }]));
  } catch {
    return new Map();
  }
}
