/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { useTitle } from '../controls/title.ts';
import { useMay } from '../visitor.ts';
import type { Scope } from '../visitor.ts';

const places: readonly { readonly path: string; readonly label: string; readonly scope: Scope }[] = [
  { path: '/app/live', label: 'Events', scope: 'events:read' },
  { path: '/app/live/deliveries', label: 'Deliveries', scope: 'notifications:read' },
  { path: '/app/live/figures', label: 'Figures', scope: 'notifications:read' },
];

/** The frame of the screens of what happens now. */
export function Live({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  useTitle(title);
  const { path } = useLocation();
  const may = useMay();
  return (
    <>
      <h1>Live</h1>
      <nav class="tabs" aria-label="Live">
        {places
          .filter(({ scope }) => may(scope))
          .map((place) => (
            <a key={place.path} href={place.path} aria-current={path === place.path ? 'page' : undefined}>
              {place.label}
            </a>
          ))}
      </nav>
      {children}
    </>
  );
}
