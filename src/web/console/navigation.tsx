/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { useEffect, useId, useState } from 'preact/hooks';
import type { Connection, ConnectionState } from './api/connection.ts';
import { screens, sections } from './screens.ts';
import { useMay } from './visitor.ts';

interface NavigationProps {
  readonly connection: Connection;
  readonly children: ComponentChildren;
}

/** The links to the screens that the visitor may see, and the state of the connection. */
export function Navigation({ connection, children }: NavigationProps) {
  const { path } = useLocation();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [path]);
  return (
    <header class="navigation">
      <p class="product">
        <a href="/app">Deckcast</a>
        <Live connection={connection} />
        <button
          type="button"
          class="menu"
          aria-expanded={isOpen}
          aria-controls="links"
          onClick={() => setOpen(!isOpen)}
        >
          Menu
        </button>
      </p>
      <div id="links" class={isOpen ? 'links open' : 'links'}>
        <nav aria-label="Console">
          {sections.map((section) => (
            <Section key={section} name={section} path={path} />
          ))}
        </nav>
        {children}
      </div>
    </header>
  );
}

/** The links of one section that the visitor may follow. */
function Section({ name, path }: { readonly name: string; readonly path: string }) {
  const heading = useId();
  const may = useMay();
  const open = screens.flatMap(({ link, path: place, needs }) =>
    link?.section === name && needs.every(may) ? [{ place, label: link.label }] : [],
  );
  if (open.length === 0) return null;
  return (
    <>
      <p id={heading} class="section">
        {name}
      </p>
      <ul aria-labelledby={heading}>
        {open.map(({ place, label }) => (
          <li key={place}>
            <a href={place} aria-current={isWithin(path, place) ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

const isWithin = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);

const words: Readonly<Record<ConnectionState, string>> = {
  idle: '',
  connecting: 'Connecting',
  open: 'Live',
  lost: 'Connection lost: reconnecting',
};

/** The state of the socket; nothing while no screen needs one. */
function Live({ connection }: { readonly connection: Connection }) {
  const [state, setState] = useState(connection.state());
  useEffect(() => connection.subscribe(() => setState(connection.state())), [connection]);
  return (
    <span class={`live ${state}`} role="status">
      {words[state]}
    </span>
  );
}
