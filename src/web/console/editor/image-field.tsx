/** @jsxImportSource preact */
import { useRef, useState } from 'preact/hooks';
import { Field } from '../controls/field.tsx';
import { useSessionHeaders } from '../visitor.ts';
import { imageIn, imageTypes, uploadImage } from './upload-image.ts';

interface ImageFieldProps {
  readonly deckId: string;
  readonly value: string | null;
  readonly isReadOnly: boolean;
  readonly fault: string | undefined;
  readonly onChange: (value: string | null) => void;
}

/** The image of a slide: a file that is chosen, dropped or pasted, or an address. */
export function ImageField({ deckId, value, isReadOnly, fault, onChange }: ImageFieldProps) {
  const headers = useSessionHeaders();
  const chooser = useRef<HTMLInputElement>(null);
  const latest = useRef(0);
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly fault?: string }>({ isBusy: false });
  const [isOver, setOver] = useState(false);
  const store = async (file: File | undefined): Promise<void> => {
    if (file === undefined || isReadOnly) return;
    latest.current += 1;
    const mine = latest.current;
    setState({ isBusy: true });
    const stored = await uploadImage(deckId, file, headers);
    // The image that was chosen last stays.
    if (mine !== latest.current) return;
    if ('url' in stored) onChange(stored.url);
    setState('url' in stored ? { isBusy: false } : { isBusy: false, fault: stored.fault });
  };
  const take = (event: Event, data: DataTransfer | null): void => {
    const file = imageIn(data);
    if (file === undefined) return;
    event.preventDefault();
    void store(file);
  };
  return (
    <div
      class={isOver ? 'editor-image is-over' : 'editor-image'}
      onDragOver={(event) => {
        if (isReadOnly || !event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        take(event, event.dataTransfer);
      }}
      onPaste={(event) => take(event, event.clipboardData)}
    >
      <Field
        label="Image"
        hint={isReadOnly ? undefined : 'Choose a file, drop or paste one here, or enter an address.'}
        value={value ?? ''}
        readOnly={isReadOnly}
        autocomplete="off"
        fault={state.fault ?? fault}
        onInput={(event) => {
          const text = event.currentTarget.value.trim();
          onChange(text === '' ? null : text);
        }}
      />
      {!isReadOnly && (
        <div class="actions">
          <button type="button" aria-disabled={state.isBusy} onClick={() => state.isBusy || chooser.current?.click()}>
            Choose image
          </button>
          {value !== null && (
            <button type="button" onClick={() => onChange(null)}>
              Remove image
            </button>
          )}
          <input
            ref={chooser}
            type="file"
            hidden
            aria-label="Image file"
            accept={imageTypes.join(',')}
            onChange={(event) => {
              void store(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
          <span class="hint" role="status">
            {state.isBusy && 'Storing the image'}
          </span>
        </div>
      )}
    </div>
  );
}
