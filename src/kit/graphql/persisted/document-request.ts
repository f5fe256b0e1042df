/** The document of a request, not checked yet. */
export interface DocumentRequest {
  readonly query?: unknown;
  /** Of the draft of GraphQL over HTTP, appendix Persisted Documents. */
  readonly documentId?: unknown;
  /** `persistedQuery` in them is that of Apollo. */
  readonly extensions?: unknown;
}

/** An id without the prefix of one that is a digest. */
export function plainId(id: string): string {
  return id.replace(/^sha256:/, '');
}

/** The `persistedQuery` of a request; undefined when there is none. */
export function persistedQueryOf({
  extensions,
}: DocumentRequest): { readonly version: unknown; readonly hash: string } | undefined {
  const { persistedQuery } = membersOf(extensions);
  if (persistedQuery === undefined || persistedQuery === null) return undefined;
  const { version, sha256Hash } = membersOf(persistedQuery);
  return { version, hash: typeof sha256Hash === 'string' ? sha256Hash : '' };
}

export function withText(asked: DocumentRequest, query: string): DocumentRequest {
  const { persistedQuery, ...extensions } = membersOf(asked.extensions);
  return { ...asked, documentId: undefined, query, ...(persistedQuery === undefined ? {} : { extensions }) };
}

/** A request by the id of the draft as one by `persistedQuery`. */
export function asPersistedQuery(asked: DocumentRequest, sha256Hash: string): DocumentRequest {
  const extensions = { ...membersOf(asked.extensions), persistedQuery: { version: 1, sha256Hash } };
  return { ...asked, documentId: undefined, extensions };
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
