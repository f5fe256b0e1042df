/** @jsxImportSource preact */

const paths = {
  play: 'M8 5.5v13l11-6.5z',
  pause: 'M7 5h3.5v14H7zM13.5 5H17v14h-3.5z',
  previous: 'M15.5 5.5 9 12l6.5 6.5',
  next: 'M8.5 5.5 15 12l-6.5 6.5',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  overview: 'M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z',
  transcript: 'M5 6h14M5 10h14M5 14h14M5 18h8',
  captions: 'M4 6h16v12H4zM7 14h4M13 14h4',
  sound: 'M4 10v4h3l5 4V6l-5 4zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  muted: 'M4 10v4h3l5 4V6l-5 4zM16 9.5l5 5M21 9.5l-5 5',
  fullscreen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  help: 'M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 2.2M12 17.5v.1',
  question: 'M4 5h16v11h-8l-5 4v-4H4z',
  close: 'm6 6 12 12M18 6 6 18',
};

export type IconName = keyof typeof paths;

const filled: ReadonlySet<IconName> = new Set(['play', 'pause']);

/** A drawing beside or in place of a word, which the control says itself. */
export function Icon({ name }: { readonly name: IconName }) {
  const isTurned = name === 'previous' || name === 'next';
  const shape = filled.has(name) ? 'is-filled' : isTurned ? 'is-turned' : '';
  return (
    <svg class={`icon ${shape}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
