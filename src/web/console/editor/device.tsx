/** @jsxImportSource preact */
import { type ComponentChildren, render } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { accentOf } from '../../brand/contrast.ts';
import pageStyles from '../../player/page.css?inline';
import panelStyles from '../../player/panels.css?inline';
import priceStyles from '../../prices/prices.css?inline';

/** The screens of homeowners, in pixels. */
const screens = {
  tablet: { label: 'Tablet', width: 1_280, height: 800 },
  phone: { label: 'Phone', width: 390, height: 700 },
} as const;
type Screen = keyof typeof screens;

interface DeviceProps {
  /** The color of the brand. */
  readonly color: string | null;
  readonly children: ComponentChildren;
}

/** The page of homeowners on a screen of theirs, as small as it has to be. It has a document of its own, with its own styles. */
export function Device({ color, children }: DeviceProps) {
  const [screen, setScreen] = useState<Screen>('tablet');
  const around = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const { width, height } = screens[screen];
  useLayoutEffect(() => {
    const { current: box } = around;
    const { current: inner } = frame;
    if (box === null || inner === null) return;
    Object.assign(inner.style, { width: `${width}px`, height: `${height}px` });
    const fit = (): void => {
      const scale = Math.min(1, box.clientWidth / width);
      inner.style.transform = `scale(${scale})`;
      inner.style.marginInlineStart = `${(box.clientWidth - width * scale) / 2}px`;
      box.style.height = `${height * scale}px`;
    };
    // It is called at first, too, and without a layout of its own.
    const watcher = new ResizeObserver(fit);
    watcher.observe(box);
    return () => watcher.disconnect();
  }, [width, height]);
  useDocument(frame, color, children);
  return (
    <figure class="editor-device">
      <div class="editor-screen" ref={around}>
        <iframe ref={frame} title="The slide as homeowners see it" tabIndex={-1} />
      </div>
      <figcaption class="editor-screens" role="group" aria-label="Screen">
        {(Object.keys(screens) as Screen[]).map((one) => (
          <button key={one} type="button" class="plain" aria-pressed={one === screen} onClick={() => setScreen(one)}>
            {screens[one].label}
          </button>
        ))}
      </figcaption>
    </figure>
  );
}

/** Draws into the document of a frame. */
function useDocument(
  frame: { readonly current: HTMLIFrameElement | null },
  color: string | null,
  children: ComponentChildren,
): void {
  useLayoutEffect(() => {
    const inner = frame.current?.contentDocument;
    const view = frame.current?.contentWindow as (Window & typeof globalThis) | null | undefined;
    if (!inner || !view) return;
    const texts = [
      pageStyles,
      panelStyles,
      priceStyles,
      accentRules(color),
      'html { overflow: hidden; } .page { justify-content: center; }',
    ];
    inner.adoptedStyleSheets = texts.map((text) => {
      const sheet = new view.CSSStyleSheet();
      sheet.replaceSync(text);
      return sheet;
    });
  }, [color]);
  useEffect(() => {
    const body = frame.current?.contentDocument?.body;
    if (body) render(<>{children}</>, body);
  });
  useEffect(() => {
    const { current } = frame;
    return () => {
      const body = current?.contentDocument?.body;
      if (body) render(null, body);
    };
  }, []);
}

function accentRules(color: string | null): string {
  if (color === null) return '';
  const rule = (theme: 'light' | 'dark'): string => {
    const { accent, onAccent, soft } = accentOf(color, theme);
    return `:root{--accent:${accent};--on-accent:${onAccent};--soft:${soft}}`;
  };
  return `${rule('light')}@media (prefers-color-scheme:dark){${rule('dark')}}`;
}
