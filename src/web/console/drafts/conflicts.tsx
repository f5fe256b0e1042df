/** @jsxImportSource preact */
import type { Draft } from './use-draft.ts';

interface ConflictsProps<T extends object> {
  readonly draft: Draft<T>;
  readonly labels: Readonly<Record<keyof T & string, string>>;
  /** A value of a field, for people. */
  readonly show: (field: keyof T, value: T[keyof T]) => string;
}

/** The fields that somebody else has changed meanwhile, with both values; nothing without any. */
export function Conflicts<T extends object>({ draft, labels, show }: ConflictsProps<T>) {
  if (draft.conflicts.length === 0) return null;
  return (
    <section class="drafts-conflicts" role="alert" aria-label="Changed by somebody else">
      <p>Somebody else has changed the same while you were editing. Choose for each field, and save again.</p>
      <ul>
        {draft.conflicts.map(({ field, theirs }) => (
          <li key={field}>
            <h3>{labels[field]}</h3>
            <dl>
              <dt>Yours</dt>
              <dd>{show(field, draft.value[field])}</dd>
              <dt>Theirs</dt>
              <dd>{show(field, theirs)}</dd>
            </dl>
            <p class="actions">
              <button type="button" aria-label={`Keep mine: ${labels[field]}`} onClick={() => draft.keepMine(field)}>
                Keep mine
              </button>
              <button
                type="button"
                aria-label={`Take theirs: ${labels[field]}`}
                onClick={() => draft.takeTheirs(field)}
              >
                Take theirs
              </button>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
