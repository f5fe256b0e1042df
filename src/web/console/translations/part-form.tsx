/** @jsxImportSource preact */
import { useClient, useMutation } from '@urql/preact';
import type { TargetedSubmitEvent } from 'preact';
import { faultAt, problemOf } from '../api/problems.ts';
import { Field, TextArea } from '../controls/field.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { toast } from '../controls/toasts.tsx';
import { Conflicts } from '../drafts/conflicts.tsx';
import { type SaveAnswer, type Stored, useDraft } from '../drafts/use-draft.ts';
import { type Line, missingIn, type Part, partsOf, type Texts } from './parts.ts';
import { TranslateFaqDocument, TranslateSlideDocument, TranslationsOfDeckDocument } from './translations.graphql.ts';

interface PartFormProps {
  readonly deckId: string;
  readonly part: Part;
  /** BCP 47 tags of the original and of the translation. */
  readonly from: string;
  readonly language: string;
  readonly mayChange: boolean;
}

/** A slide or FAQ beside its translation. */
export function PartForm({ deckId, part, from, language, mayChange }: PartFormProps) {
  const client = useClient();
  const draft = useDraft<Texts>(part.stored);
  const [, translateSlide] = useMutation(TranslateSlideDocument);
  const [, translateFaq] = useMutation(TranslateFaqDocument);
  const { error } = draft;
  const read = async (): Promise<Part | undefined> => {
    const context = { requestPolicy: 'network-only' } as const;
    const { data } = await client.query(TranslationsOfDeckDocument, { deckId }, context).toPromise();
    return data?.deck ? partsOf(data.deck, language).find(({ id }) => id === part.id) : undefined;
  };
  const send = async ({ version, value }: Stored<Texts>): Promise<SaveAnswer<Texts>> => {
    const input = { translations: { [language]: part.inputOf(value) } };
    const variables = { id: part.id, ifVersion: version, input };
    const { error: refused } = part.kind === 'slide' ? await translateSlide(variables) : await translateFaq(variables);
    // The server keeps the order of words and drops what belongs to no text: what it has stored is read from it.
    return { stored: refused === undefined ? (await read())?.stored : undefined, error: refused };
  };
  const save = async (): Promise<void> => {
    if (await draft.save({ send, read: async () => (await read())?.stored })) toast(`“${part.name}” is saved.`);
  };
  const isStale = part.staleFields.length > 0;
  return (
    <form
      class="card translations-part"
      aria-label={part.name}
      noValidate
      onSubmit={(event: TargetedSubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (draft.isChanged) void save();
      }}
    >
      <header class="heading">
        <h3 lang={from}>{part.name}</h3>
        <State part={part} />
      </header>
      {part.lines.map((line) => (
        <LineForm
          key={line.place}
          line={line}
          from={from}
          language={language}
          isStale={part.staleFields.includes(line.place.split('/')[0] ?? '')}
          value={draft.value[line.place] ?? ''}
          fault={faultAt(error, `/translations/${language}/${line.place}`)}
          isReadOnly={!mayChange}
          onChange={(value) => draft.change({ [line.place]: value })}
        />
      ))}
      {problemOf(error)?.errors === undefined && <Refusal error={error} />}
      <Conflicts
        draft={draft}
        labels={Object.fromEntries(part.lines.map(({ place, label }) => [place, label]))}
        show={(_place, value) => value || 'None'}
      />
      {mayChange && (draft.isChanged || isStale) && (
        <p class="actions">
          {draft.isChanged ? (
            <>
              <button type="submit" class="primary" aria-disabled={draft.isSaving || draft.conflicts.length > 0}>
                Save
              </button>
              <button type="button" onClick={draft.discard}>
                Discard changes
              </button>
            </>
          ) : (
            <button type="button" aria-disabled={draft.isSaving} onClick={() => void save()}>
              It is still right
            </button>
          )}
        </p>
      )}
    </form>
  );
}

/** What somebody has to look at. */
function State({ part }: { readonly part: Part }) {
  const missing = missingIn(part).length;
  return (
    <p class="actions">
      {part.isMissing && <span class="badge alarm">Not translated</span>}
      {!part.isMissing && missing > 0 && (
        <span class="badge warn">{missing === 1 ? 'One text is missing' : `${missing} texts are missing`}</span>
      )}
      {part.staleFields.length > 0 && <span class="badge warn">Out of date</span>}
      {part.isMachineMade && <span class="badge">Translated by machine</span>}
      {!part.isMissing && missing === 0 && part.staleFields.length === 0 && <span class="badge good">Up to date</span>}
    </p>
  );
}

interface LineFormProps {
  readonly line: Line;
  readonly from: string;
  readonly language: string;
  readonly isStale: boolean;
  readonly value: string;
  readonly fault: string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (value: string) => void;
}

/** One text beside its translation. */
function LineForm({ line, from, language, isStale, value, fault, isReadOnly, onChange }: LineFormProps) {
  const { label, original } = line;
  const shared = {
    label,
    fault,
    value,
    lang: language,
    dir: 'auto' as const,
    readOnly: isReadOnly,
    hint: isStale ? 'The original has changed since.' : undefined,
  };
  return (
    <div class="translations-line">
      <p class="translations-original" lang={from} dir="auto">
        {original}
      </p>
      {original.length > 80 ? (
        <TextArea {...shared} onInput={({ currentTarget }) => onChange(currentTarget.value)} />
      ) : (
        <Field {...shared} autocomplete="off" onInput={({ currentTarget }) => onChange(currentTarget.value)} />
      )}
    </div>
  );
}
