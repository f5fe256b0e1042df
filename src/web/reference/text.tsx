/** @jsxImportSource preact */

/** A description: what stands between backticks is code. */
export function Text({ of }: { readonly of: string }) {
  return <>{of.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>;
}
