/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';

interface NoticeProps {
  readonly text: string;
  /** Whether an answer is awaited. */
  readonly isBusy?: boolean;
  readonly children?: ComponentChildren;
}

/** What a page shows in place of its content. */
export function Notice({ text, isBusy, children }: NoticeProps) {
  return (
    <main class="notice" aria-busy={isBusy}>
      <h1>{text}</h1>
      {children}
    </main>
  );
}
