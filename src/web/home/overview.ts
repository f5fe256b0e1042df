import type { Session } from '../session/session.ts';

/** The newest of what is here. A part that the visitor may not read is null. */
export interface Overview {
  readonly decks: {
    readonly totalCount: number;
    readonly nodes: readonly { readonly id: string; readonly name: string; readonly slideCount: number }[];
  } | null;
  readonly presentations: {
    readonly nodes: readonly {
      readonly id: string;
      readonly status: string;
      /** Null for visitors without the scope presentations:write, and once its link is revoked. */
      readonly playerUrl: string | null;
      readonly homeowner: { readonly firstName: string; readonly lastName: string };
      readonly deck: { readonly name: string } | null;
    }[];
  } | null;
  readonly contracts: { readonly totalCount: number } | null;
}

const query = `{
  decks(first: 5) { totalCount nodes { id name slideCount } }
  presentations(first: 5) { nodes { id status playerUrl homeowner { firstName lastName } deck { name } } }
  contracts(first: 1, status: [SENT, VIEWED]) { totalCount }
}`;

/** Reads what is here for the visitor of a session. @returns null when nothing was answered */
export async function readOverview(session: Session): Promise<Overview | null> {
  const headers = { 'content-type': 'application/json', ...session.headers };
  try {
    const response = await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) });
    const { data } = (await response.json()) as { readonly data?: Overview | null };
    return data ?? null;
  } catch {
    return null;
  }
}
