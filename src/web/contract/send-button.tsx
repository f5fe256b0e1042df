/** @jsxImportSource preact */
import type { ButtonHTMLAttributes } from 'preact';

interface SendButtonProps extends ButtonHTMLAttributes {
  /** Whether an answer is awaited. */
  readonly isSending: boolean;
}

/** A button whose answer is awaited: it does nothing meanwhile, and keeps the focus. */
export function SendButton({ isSending, ...rest }: SendButtonProps) {
  return <button type="button" {...rest} aria-busy={isSending} aria-disabled={isSending} />;
}
