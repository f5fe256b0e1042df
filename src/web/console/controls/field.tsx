/** @jsxImportSource preact */
import type {
  InputHTMLAttributes,
  PartialInputHTMLAttributes,
  PartialSelectHTMLAttributes,
  TextareaHTMLAttributes,
} from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  /** What the value is for, or its form. */
  readonly hint?: string | undefined;
  /** What is wrong with the value. */
  readonly fault?: string | undefined;
}

type InputProps = FieldProps &
  Omit<PartialInputHTMLAttributes<HTMLInputElement>, 'id' | 'label' | 'role' | 'type'> & {
    readonly type?: 'date' | 'email' | 'number' | 'password' | 'search' | 'tel' | 'text' | 'url';
    /** The id of a datalist. */
    readonly list?: string;
  };

/** A field of a form, with its hint and what is wrong with it. */
export function Field({ label, hint, fault, type = 'text', ...input }: InputProps) {
  const { id, described, note } = useNotes(hint, fault);
  // The types of Preact tie the role to the type. This input never has a role.
  const attributes = { ...input, type } as InputHTMLAttributes<HTMLInputElement>;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} aria-invalid={fault !== undefined} aria-describedby={described} {...attributes} />
      {note}
    </div>
  );
}

type AreaProps = FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'label' | 'role'>;

/** A field of several lines. */
export function TextArea({ label, hint, fault, ...area }: AreaProps) {
  const { id, described, note } = useNotes(hint, fault);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea id={id} aria-invalid={fault !== undefined} aria-describedby={described} {...area} />
      {note}
    </div>
  );
}

type ChoiceProps = FieldProps & Omit<PartialSelectHTMLAttributes<HTMLSelectElement>, 'id' | 'label' | 'role'>;

/** A choice of few: its options are the children. */
export function Choice({ label, hint, fault, children, ...select }: ChoiceProps) {
  const { id, described, note } = useNotes(hint, fault);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} aria-invalid={fault !== undefined} aria-describedby={described} {...select}>
        {children}
      </select>
      {note}
    </div>
  );
}

type CheckProps = FieldProps & Omit<PartialInputHTMLAttributes<HTMLInputElement>, 'id' | 'label' | 'role' | 'type'>;

/** Yes or no. */
export function Check({ label, hint, fault, ...input }: CheckProps) {
  const { id, described, note } = useNotes(hint, fault);
  return (
    <div class="field check">
      <input id={id} type="checkbox" aria-invalid={fault !== undefined} aria-describedby={described} {...input} />
      <label for={id}>{label}</label>
      {note}
    </div>
  );
}

function useNotes(hint: string | undefined, fault: string | undefined) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const faultId = fault === undefined ? undefined : `${id}-fault`;
  const described = [hintId, faultId].filter((one) => one !== undefined).join(' ') || undefined;
  const note = (
    <>
      {hint !== undefined && (
        <p class="hint" id={hintId}>
          {hint}
        </p>
      )}
      {fault !== undefined && (
        <p class="fault" id={faultId}>
          {fault}
        </p>
      )}
    </>
  );
  return { id, described, note };
}
