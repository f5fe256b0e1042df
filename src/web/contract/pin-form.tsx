/** @jsxImportSource preact */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface PinFormProps {
  readonly label: string;
  readonly action: string;
  /** Why the last PIN was not taken; null if it was. */
  readonly problem: string | null;
  /** Whether a button was pressed for it, which is gone: it takes the focus that the button had. */
  readonly isAsked?: boolean;
  readonly onPin: (pin: string) => void;
}

/** Requests the PIN of a hand-over. No password field: a browser would keep the PIN, and fill it in for anybody. */
export function PinForm({ label, action, problem, isAsked = false, onPin }: PinFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [pin, setPin] = useState('');
  // At once: until then nothing has the focus, and what changes meanwhile would take it.
  useLayoutEffect(() => {
    if (isAsked) field.current?.focus();
  }, []);
  const submit = (event: Event): void => {
    event.preventDefault();
    setPin('');
    onPin(pin);
  };
  return (
    <form class="pin" onSubmit={submit}>
      <label class="named">
        {label}
        <input
          class="field"
          ref={field}
          inputMode="numeric"
          autocomplete="off"
          required
          pattern="[0-9]{4,8}"
          maxLength={8}
          value={pin}
          onInput={({ currentTarget }) => setPin(currentTarget.value)}
        />
      </label>
      <p role="alert">{problem}</p>
      <button class="primary" type="submit">
        {action}
      </button>
    </form>
  );
}
