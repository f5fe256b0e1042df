import type { Logger } from 'pino';
import { digestOf } from '../../rights/index.ts';
import { AppError, invalidField, type TrustMode } from '../../core/index.ts';
import { type DocumentRequest, asPersistedQuery, persistedQueryOf, plainId, withText } from './document-request.ts';
import type { Manifest } from './manifest.ts';
import { withoutLiterals } from './without-literals.ts';

const mostLogged = 1_000;

/** The caller, as the log names it. */
export interface DocumentRequester {
  readonly requestId: string;
  readonly key: string | null;
}

/** What a server trusts. */
interface TrustOptions {
  readonly manifest: Manifest;
  readonly mode: TrustMode;
  readonly log: Logger;
}

/**
 * The documents of a manifest: clients request them by their ids, in every API, and the mode decides about others.
 * A text is trusted as well when it is that of the manifest to the letter.
 */
export class TrustedDocuments {
  readonly #texts: ReadonlySet<unknown>;
  /** Digests of the documents that were logged. */
  readonly #logged = new Set<string>();

  constructor(private readonly options: TrustOptions) {
    this.#texts = new Set(options.manifest.values());
  }

  /** Whether requests that name no document pass unread. */
  get isIdle(): boolean {
    const { manifest, mode } = this.options;
    return mode === 'off' || (mode === 'log' && manifest.size === 0);
  }

  /**
   * A request with the text of the document that it names, as far as it is one of ours. Others may be in the store of
   * persisted queries.
   *
   * @throws AppError `FORBIDDEN` for one that is not trusted, `INVALID_INPUT` for an id that nothing can have
   */
  resolve(asked: DocumentRequest, asker: DocumentRequester): DocumentRequest {
    const { query } = asked;
    const id = idOf(asked);
    if (id === undefined && this.isIdle) return asked;
    const text = query === undefined || query === '' ? this.options.manifest.get(id ?? '') : query;
    if (this.#texts.has(text)) return id === undefined ? asked : withText(asked, text as string);
    if (this.options.mode === 'enforce') throw notTrusted();
    if (typeof text === 'string' && !this.isIdle) this.#note(text, asker);
    if (asked.documentId === undefined || id === undefined) return asked;
    if (!/^[0-9a-f]{64}$/.test(id)) throw unknownId();
    return asPersistedQuery(asked, id);
  }

  /** Logs each document once, without what a homeowner may have said. */
  #note(text: string, { requestId, key }: DocumentRequester): void {
    const sha256 = digestOf(text);
    if (this.#logged.has(sha256)) return;
    if (this.#logged.size >= mostLogged) this.#logged.clear();
    this.#logged.add(sha256);
    const document = withoutLiterals(text);
    this.options.log.warn({ requestId, key, sha256, document }, 'an operation is not in TRUSTED_DOCUMENTS');
  }
}

/** The id of the document that a request names, in either way. */
function idOf(asked: DocumentRequest): string | undefined {
  const { documentId } = asked;
  if (documentId === undefined || documentId === null) {
    const persisted = persistedQueryOf(asked);
    return persisted && plainId(persisted.hash);
  }
  if (typeof documentId === 'string') return plainId(documentId);
  throw invalidField('/documentId', 'type', 'documentId must be a text: the id of a document.');
}

function unknownId(): AppError {
  const detail =
    'No document has this id: TRUSTED_DOCUMENTS lists those that can be named. Send the document as query, or its digest as sha256:<64 hexadecimal digits>.';
  return invalidField('/documentId', 'unknown', detail);
}

function notTrusted(): AppError {
  return new AppError(
    'document_not_trusted',
    'TRUSTED_DOCUMENTS_MODE is enforce, and this operation is not in TRUSTED_DOCUMENTS: add its document to the manifest, and start the server again.',
  );
}
