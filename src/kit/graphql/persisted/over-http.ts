import type { DocumentRequest } from './document-request.ts';
import type { DocumentRequester, TrustedDocuments } from './trusted-documents.ts';

/** Where a GraphQL request over HTTP has its operation: in its body, or by GET in its query. */
interface HttpRequest {
  readonly method: string;
  /** With its question mark. */
  readonly search: string;
  readonly body: unknown;
}

/** `TrustedDocuments.resolve` for requests over HTTP. What Apollo refuses for its form is left to it. */
export function resolveOverHttp<R extends HttpRequest>(
  trusted: TrustedDocuments,
  request: R,
  asker: DocumentRequester,
): R {
  const { method, search, body } = request;
  if (method === 'GET') return { ...request, search: resolveSearch(trusted, search, asker) };
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return request;
  return { ...request, body: trusted.resolve(body, asker) };
}

function resolveSearch(trusted: TrustedDocuments, search: string, asker: DocumentRequester): string {
  if (trusted.isIdle && !/documentId|persistedQuery/.test(search)) return search;
  const parameters = new URLSearchParams(search);
  const asked: DocumentRequest = {
    query: parameters.get('query') ?? undefined,
    documentId: parameters.get('documentId') ?? undefined,
    extensions: parse(parameters.get('extensions')),
  };
  const resolved = trusted.resolve(asked, asker);
  if (resolved === asked) return search;
  for (const name of ['query', 'documentId', 'extensions'] as const) {
    const value = resolved[name];
    if (value === undefined) parameters.delete(name);
    else parameters.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return `?${parameters.toString()}`;
}

function parse(json: string | null): unknown {
  try {
    return json === null ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}
