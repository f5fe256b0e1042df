/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { useEffect, useState } from 'preact/hooks';
import type { Connection, ConnectionState } from './api/connection.ts';
import { screens } from './screens.ts';
import { useMay } from './visitor.ts';

interface NavigationProps {
  readonly connection: Connection;
  readonly children: ComponentChildren;
}

/** The links to the screens that the visitor may see, and the state of the connection. */
export function Navigation({ connection, children }: NavigationProps) {
  const { path } = useLocation();
  const may = useMay();
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
          <ul>
            {screens.map(
              (screen) =>
                screen.label !== undefined &&
                screen.needs.every(may) && (
                  <li key={screen.path}>
                    <a href={screen.path} aria-current={isWithin(path, screen.path) ? 'page' : undefined}>
                      {screen.label}
                    </a>
                  </li>
                ),
            )}
          </ul>
        </nav>
        {children}
      </div>
    </header>
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
