/** @jsxImportSource preact */
import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { useRef, useState } from 'preact/hooks';
import { toast } from '../controls/toasts.tsx';

interface SharedLinkProps {
  readonly url: string;
  readonly label: string;
  /** A one-time link would be used up by opening it here. */
  readonly mayOpen?: boolean;
}

/** The URL of a link, to be opened, copied, or scanned from this screen. */
export function SharedLink({ url, label, mayOpen = true }: SharedLinkProps) {
  const field = useRef<HTMLInputElement>(null);
  const [hasCode, setCode] = useState(false);
  const whole = new URL(url, location.origin).href;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(whole);
      toast('The link is copied.');
    } catch {
      // A page over plain HTTP has no clipboard.
      field.current?.select();
      toast('The browser does not let the page copy: press Ctrl+C.');
    }
  };
  return (
    <div class="stack">
      <input ref={field} readOnly aria-label={label} value={whole} onFocus={(event) => event.currentTarget.select()} />
      <p class="actions">
        <button type="button" onClick={() => void copy()}>
          Copy
        </button>
        {mayOpen && (
          <a class="button" href={whole} target="_blank" rel="noopener">
            Open
          </a>
        )}
        <button type="button" aria-expanded={hasCode} onClick={() => setCode(!hasCode)}>
          {hasCode ? 'Hide QR code' : 'Show QR code'}
        </button>
      </p>
      {hasCode && <QrCode text={whole} />}
    </div>
  );
}

/** Around a code there has to be a margin of four of its squares. */
const margin = 4;

function QrCode({ text }: { readonly text: string }) {
  const code = generate(text);
  const side = code.size + 2 * margin;
  return (
    <svg
      class="presentations-code"
      role="img"
      aria-label="QR code of the link"
      viewBox={`${-margin} ${-margin} ${side} ${side}`}
      shape-rendering="crispEdges"
    >
      <rect x={-margin} y={-margin} width={side} height={side} fill="#fff" />
      <path d={toSvgPath(code)} fill="#000" />
    </svg>
  );
}
