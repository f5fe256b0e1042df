/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';

interface EmptyProps {
  readonly title: string;
  /** Why nothing is here, and the first step. */
  readonly children: ComponentChildren;
}

/** In place of a list without entries. */
export function Empty({ title, children }: EmptyProps) {
  return (
    <section class="empty">
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  );
}
