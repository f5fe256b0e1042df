import type { ResponseHeaders } from './response-headers.ts';
import type { DeclaredResponse } from './route.ts';

/** What is doubtful about an input that is accepted. */
interface Warning {
  readonly code: string;
  readonly detail: string;
}

/** Adds the header with warnings, for responses whose body the interface fixes. */
export function warned(response: DeclaredResponse): DeclaredResponse {
  return { ...response, headers: [...(response.headers ?? []), 'X-Warnings'] };
}

/** The header with all warnings; none without any. */
export function warningHeaders(warnings: readonly Warning[]): ResponseHeaders {
  if (warnings.length === 0) return {};
  return { 'X-Warnings': warnings.map(({ code, detail }) => `${code}: ${detail}`).join(' ') };
}
