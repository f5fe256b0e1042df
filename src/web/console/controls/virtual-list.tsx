/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Rows that are rendered above and below the visible ones, so that scrolling shows no empty place. */
const margin = 6;

interface VirtualListProps<Row> {
  readonly label: string;
  readonly count: number;
  readonly at: (index: number) => Row;
  readonly keyOf: (row: Row) => string;
  readonly render: (row: Row) => ComponentChildren;
  /** Called with false when somebody reads: further below, or with the keyboard in a row; with true at the top again. */
  readonly onTop?: (isAtTop: boolean) => void;
}

/**
 * A long list of which only the visible rows are in the document. All rows have the height `--row` of the style sheet, which
 * follows the size of the text.
 */
export function VirtualList<Row>({ label, count, at, keyOf, render, onTop }: VirtualListProps<Row>) {
  const view = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLDivElement>(null);
  const [{ top, height, row }, setPlace] = useState({ top: 0, height: 0, row: 0 });
  const look = (): void => {
    if (view.current === null || probe.current === null) return;
    const next = { top: view.current.scrollTop, height: view.current.clientHeight, row: probe.current.offsetHeight };
    setPlace((known) =>
      known.top === next.top && known.height === next.height && known.row === next.row ? known : next,
    );
  };
  useEffect(() => {
    const observer = new ResizeObserver(look);
    for (const { current } of [view, probe]) if (current !== null) observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const isAtTop = (): boolean => (view.current?.scrollTop ?? 0) < row / 2;
  const first = row === 0 ? 0 : Math.max(0, Math.min(Math.floor(top / row), count) - margin);
  const last = row === 0 ? 0 : Math.min(count, Math.ceil((top + height) / row) + margin);
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, place) => at(first + place));
  return (
    <div
      class="virtual"
      ref={view}
      tabIndex={0}
      role="region"
      aria-label={label}
      onScroll={() => {
        look();
        onTop?.(isAtTop());
      }}
      onFocusIn={({ target }) => target !== view.current && onTop?.(false)}
      onFocusOut={() => onTop?.(isAtTop())}
    >
      <div class="virtual-probe" ref={probe} />
      <ul style={{ paddingTop: `${first * row}px`, height: `${count * row}px` }}>
        {rows.map((one, place) => (
          <li key={keyOf(one)} aria-posinset={first + place + 1} aria-setsize={count}>
            {render(one)}
          </li>
        ))}
      </ul>
    </div>
  );
}
