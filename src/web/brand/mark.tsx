/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import type { Brand } from '../story/answers.ts';
import { accentOf } from './contrast.ts';

interface MarkProps {
  readonly brand: Brand | null;
  readonly name: string;
  /** BCP 47 tag of the name. */
  readonly language: string;
}

/** The logo of the brand, or its name where there is none or it cannot be shown. */
export function Mark({ brand, name, language }: MarkProps) {
  const [isBroken, setBroken] = useState(false);
  const logo = brand?.logo ?? null;
  return (
    <p class="brand" lang={language}>
      {logo === null || isBroken ? (
        name
      ) : (
        <img class="logo" src={logo} alt={name} loading="lazy" onError={() => setBroken(true)} />
      )}
    </p>
  );
}

/** Gives the page the color of the brand, on screen. The policy of the page lets no style stand in its HTML. */
export function useAccent(color: string | null): void {
  useEffect(() => {
    if (color === null) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `@media screen{${ruleOf(color, 'light')}@media (prefers-color-scheme:dark){${ruleOf(color, 'dark')}}}`,
    );
    document.adoptedStyleSheets = [sheet];
    return () => {
      document.adoptedStyleSheets = [];
    };
  }, [color]);
}

function ruleOf(color: string, theme: 'light' | 'dark'): string {
  const { accent, onAccent, soft } = accentOf(color, theme);
  return `:root{--accent:${accent};--on-accent:${onAccent};--soft:${soft}}`;
}
