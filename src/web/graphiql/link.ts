/** What a link carries. It never carries headers, and nothing of it runs by itself. */
export interface Linked {
  readonly query: string;
  readonly variables: string;
  readonly operationName: string;
}

/** Servers refuse longer request lines and headers. */
const mostCharacters = 8_000;

/** The document in the URL of the page; null without one. */
export function linkedIn(search: string): Linked | null {
  const parameters = new URLSearchParams(search);
  const of = (name: string): string => parameters.get(name) ?? '';
  const query = of('query');
  return query === '' ? null : { query, variables: of('variables'), operationName: of('operationName') };
}

/** A link to the page with a document. @returns null for one that is too long */
export function linkTo(page: string, linked: Linked): string | null {
  const given = Object.entries(linked).filter(([, value]) => value !== '');
  const link = `${page}?${new URLSearchParams(given).toString()}`;
  return link.length > mostCharacters ? null : link;
}
