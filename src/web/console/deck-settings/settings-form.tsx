/** @jsxImportSource preact */
import { useClient, useMutation } from '@urql/preact';
import type { TargetedSubmitEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { faultAt, problemOf } from '../api/problems.ts';
import { Refusal } from '../controls/refusal.tsx';
import { toast } from '../controls/toasts.tsx';
import { Conflicts } from '../drafts/conflicts.tsx';
import { SaveBar } from '../drafts/save-bar.tsx';
import { useDraft } from '../drafts/use-draft.ts';
import { useMay } from '../visitor.ts';
import { About } from './about.tsx';
import { BrandForm } from './brand.tsx';
import { CancellationForm } from './cancellation.tsx';
import {
  type DeckSettingsFragment,
  SettingsOfDeckDocument,
  UpdateDeckSettingsDocument,
} from './deck-settings.graphql.ts';
import { Pages } from './pages.tsx';
import type { PartProps } from './part.ts';
import { inputOf, labels, nameFaults, shown, storedOf } from './settings.ts';
import { Variables } from './variables.tsx';

/** All settings in one form with one Save. */
export function SettingsForm({ deck }: { readonly deck: DeckSettingsFragment }) {
  const mayChange = useMay()('decks:write');
  const client = useClient();
  const draft = useDraft(storedOf(deck));
  const [, updateDeck] = useMutation(UpdateDeckSettingsDocument);
  const { error } = draft;
  const form = useRef<HTMLFormElement>(null);
  const save = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (!draft.isChanged || nameFaults(draft.value.variables).size > 0) return focusFault(form.current);
    const isSaved = await draft.save({
      send: async ({ version, value, changes }) => {
        const result = await updateDeck({ id: deck.id, ifVersion: version, input: inputOf(changes, value) });
        const stored = result.data?.updateDeck?.deck;
        return { stored: stored && storedOf(stored), error: result.error };
      },
      read: async () => {
        const context = { requestPolicy: 'network-only' } as const;
        const { data } = await client.query(SettingsOfDeckDocument, { deckId: deck.id }, context).toPromise();
        return data?.deck ? storedOf(data.deck) : undefined;
      },
    });
    if (isSaved) toast('The settings are saved.');
    else requestAnimationFrame(() => focusFault(form.current));
  };
  const part: PartProps = {
    settings: draft.value,
    change: draft.change,
    faultOf: (pointer) => faultAt(error, pointer),
  };
  return (
    <form ref={form} onSubmit={(event) => void save(event)} noValidate>
      <fieldset class="deck-settings" disabled={!mayChange}>
        <About {...part} />
        <BrandForm {...part} />
        <Variables {...part} deckId={deck.id} />
        <CancellationForm {...part} />
        <Pages {...part} />
      </fieldset>
      {problemOf(error)?.errors === undefined && <Refusal error={error} />}
      <Conflicts draft={draft} labels={labels} show={shown} />
      {mayChange && <SaveBar draft={draft} />}
    </form>
  );
}

/** Leads to the first value that is refused, which may be far above the button. */
function focusFault(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
