/** @jsxImportSource preact */
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { caretPlace } from './caret-place.ts';
import { completed, matching, meaningOf, type Typed, typedAt } from './placeholder-names.ts';

interface PlaceholderInputProps {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly value: string;
  /** The names that complete a placeholder. */
  readonly names: readonly string[];
  readonly rows?: number;
  readonly maxLength: number;
  readonly readOnly: boolean;
  readonly hint?: string;
  readonly fault?: string | undefined;
  /** The id of what describes it besides. */
  readonly described?: string;
  /** Whether Enter begins a new line. */
  readonly hasLines?: boolean;
  readonly onChange: (value: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/** A text in which placeholders are completed as they are typed. It grows with what it holds. */
export function PlaceholderInput(props: PlaceholderInputProps) {
  const { label, isLabelHidden = false, value, names, rows = 1, hint, fault, described, hasLines = false } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const list = useCompletion(area, value, names, props.onChange);
  useLayoutEffect(() => {
    if (!growsByItself) grow(area.current);
  }, [value]);
  const notes = [hint && `${id}-hint`, fault && `${id}-fault`, described].filter(Boolean).join(' ');
  const press = (event: KeyboardEvent): void => {
    if (list.press(event)) return;
    props.onKeyDown?.(event);
    if (event.key === 'Enter' && !hasLines) event.preventDefault();
  };
  const { options, active } = list;
  return (
    <div class="field editor-text">
      <label for={id} class={isLabelHidden ? 'editor-unseen' : undefined}>
        {label}
      </label>
      <div class="editor-completed">
        <textarea
          id={id}
          ref={area}
          rows={rows}
          value={value}
          maxLength={props.maxLength}
          readOnly={props.readOnly}
          aria-invalid={fault !== undefined}
          aria-describedby={notes === '' ? undefined : notes}
          aria-autocomplete="list"
          aria-controls={options.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={options.length > 0 ? `${id}-${active}` : undefined}
          onInput={(event) => {
            props.onChange(event.currentTarget.value);
            list.look();
          }}
          onClick={list.look}
          onBlur={list.close}
          onKeyDown={press}
        />
        {options.length > 0 && (
          <ul class="editor-options" id={`${id}-list`} role="listbox" aria-label="Placeholders" ref={list.place}>
            {options.map((name, at) => (
              <li
                key={name}
                id={`${id}-${at}`}
                role="option"
                aria-selected={at === active}
                onMouseDown={(event) => {
                  event.preventDefault();
                  list.take(name);
                }}
              >
                <span>{meaningOf(name)}</span> <code>{name}</code>
              </li>
            ))}
          </ul>
        )}
      </div>
      <p class="editor-unseen" role="status">
        {options.length > 0 && `${options.length} placeholders. ${options[active] ?? ''}`}
      </p>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault !== undefined && (
        <p class="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  );
}

/** Whether the style sheet suffices: measuring costs a layout for each field. */
const growsByItself = CSS.supports('field-sizing', 'content');

/** As tall as its text: nothing of a script is hidden. */
function grow(area: HTMLTextAreaElement | null): void {
  if (area === null) return;
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
}

type Area = { readonly current: HTMLTextAreaElement | null };

/** The list of names at the caret, while a placeholder is open there. */
function useCompletion(area: Area, value: string, names: readonly string[], onChange: (value: string) => void) {
  const [typed, setTyped] = useState<Typed | null>(null);
  const [active, setActive] = useState(0);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    area.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [value]);
  const options = typed === null ? [] : matching(names, typed.part);
  const look = (): void => {
    const { current } = area;
    setTyped(current === null || current.readOnly ? null : typedAt(current.value, current.selectionEnd));
    setActive(0);
  };
  const close = (): void => setTyped(null);
  const take = (name: string): void => {
    const { current } = area;
    if (current === null || typed === null) return;
    const next = completed(current.value, current.selectionEnd, typed, name);
    caret.current = next.caret;
    close();
    onChange(next.text);
  };
  /** @returns whether the list has taken the key */
  const press = (event: KeyboardEvent): boolean => {
    const chosen = options[active];
    if (chosen === undefined || event.altKey || event.isComposing) return false;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setActive((active + step + options.length) % options.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(chosen);
    else if (event.key === 'Escape') close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const place = (list: HTMLElement | null): void => {
    if (list === null || area.current === null || typed === null) return;
    const { left, top } = caretPlace(area.current, typed.from);
    list.style.insetBlockStart = `${top}px`;
    list.style.insetInlineStart = `${Math.max(0, Math.min(left, area.current.offsetWidth - list.offsetWidth))}px`;
  };
  return { options, active, look, close, take, press, place };
}
