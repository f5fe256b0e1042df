import type { TypedDocumentNode } from '@urql/core';

/** Gives the text of an operation the types of its variables and result. urql takes texts too: only its types want a tree. */
export function operation<Result, Variables>(text: string): TypedDocumentNode<Result, Variables> {
  return text as unknown as TypedDocumentNode<Result, Variables>;
}
