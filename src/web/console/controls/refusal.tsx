/** @jsxImportSource preact */
import type { CombinedError } from '@urql/core';
import { problemOf, reasonOf } from '../api/problems.ts';

interface RefusalProps {
  readonly error: CombinedError | undefined;
  /** Reads or sends the same again. */
  readonly retry?: (() => void) | undefined;
}

/** Why an operation failed, with what names it in the log; nothing while none has. */
export function Refusal({ error, retry }: RefusalProps) {
  if (error === undefined) return null;
  const requestId = problemOf(error)?.requestId;
  return (
    <div class="refusal" role="alert">
      <p>{reasonOf(error)}</p>
      {requestId !== undefined && <p class="hint">Request {requestId}</p>}
      {retry !== undefined && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
