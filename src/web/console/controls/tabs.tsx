/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

interface TabsProps<Key extends string> {
  /** What is chosen between. */
  readonly label: string;
  readonly tabs: readonly { readonly key: Key; readonly name: string }[];
  readonly selected: Key;
  readonly onSelect: (key: Key) => void;
  /** The panel of the selected tab. */
  readonly children: ComponentChildren;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity };

/** Tabs of one panel. Arrow keys, Home and End select, as in desktop applications. */
export function Tabs<Key extends string>({ label, tabs, selected, onSelect, children }: TabsProps<Key>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const last = tabs.length - 1;
    const at = tabs.findIndex(({ key }) => key === selected) + step;
    const next = Number.isFinite(at) ? (at + tabs.length) % tabs.length : Math.min(Math.max(at, 0), last);
    const tab = tabs[next];
    if (tab === undefined) return;
    onSelect(tab.key);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(({ key, name }) => (
          <button
            key={key}
            id={`${id}-${key}`}
            type="button"
            role="tab"
            aria-selected={key === selected}
            aria-controls={key === selected ? `${id}-panel` : undefined}
            tabIndex={key === selected ? 0 : -1}
            onClick={() => onSelect(key)}
          >
            {name}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} class="tab-panel" role="tabpanel" aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </>
  );
}
