/** @jsxImportSource preact */

/** Keeps the place of rows that are being read, so that nothing jumps when they come. */
export function Skeleton({ rows = 5 }: { readonly rows?: number }) {
  return (
    <div class="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} />
      ))}
    </div>
  );
}
