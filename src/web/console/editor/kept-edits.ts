import { type Draft, noDraft } from './draft.ts';
import type { Operation } from './operations.ts';

/** What is not stored yet: it survives a reload of the tab, and a session that ends. */
export interface Kept {
  readonly drafts: Map<string, Draft>;
  readonly operations: readonly Operation[];
}

interface Written {
  readonly edits: readonly (readonly [slideId: string, edits: Draft['edits']])[];
  readonly operations: readonly Operation[];
}

const nameOf = (deckId: string): string => `deckcast-editor-${deckId}`;

export function keep(deckId: string, { drafts, operations }: Kept): void {
  try {
    const isNone = drafts.size === 0 && operations.length === 0;
    const written: Written = { edits: [...drafts].map(([slideId, { edits }]) => [slideId, edits]), operations };
    if (isNone) sessionStorage.removeItem(nameOf(deckId));
    else sessionStorage.setItem(nameOf(deckId), JSON.stringify(written));
  } catch {
    // A browser without storage keeps them in the page alone, which warns before it is left.
  }
}

export function kept(deckId: string): Kept {
  try {
    const written = JSON.parse(sessionStorage.getItem(nameOf(deckId)) ?? 'null') as Written | null;
    const drafts = written?.edits.map(([slideId, edits]) => [slideId, { ...noDraft, edits }] as const);
    return { drafts: new Map(drafts), operations: written?.operations ?? [] };
  } catch {
    return { drafts: new Map(), operations: [] };
  }
}
