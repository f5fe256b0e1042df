import type { PersistedQueries } from '../persisted/persisted-queries.ts';
import type { TrustedDocuments } from '../persisted/trusted-documents.ts';
import type { DocumentCache } from './document-cache.ts';

/** Where the documents of operations come from, in every API. */
export interface DocumentSources {
  readonly documents: DocumentCache;
  readonly persisted: PersistedQueries;
  readonly trusted: TrustedDocuments;
}
