/** @jsxImportSource preact */
import { useState } from 'preact/hooks';

interface CopyProps {
  readonly text: string;
  /** What is copied, for the name of the button, such as `key`. */
  readonly what: string;
}

/** Copies a text. A page without HTTPS has no clipboard: then the person selects it. */
export function Copy({ text, what }: CopyProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  if (!isSecureContext) return null;
  return (
    <button type="button" onClick={() => void copy()} onBlur={() => setCopied(false)}>
      {isCopied ? 'Copied' : `Copy ${what}`}
    </button>
  );
}
