/** @jsxImportSource preact */
import { useClient, useMutation } from '@urql/preact';
import type { TargetedSubmitEvent } from 'preact';
import { faultAt } from '../api/problems.ts';
import { Field } from '../controls/field.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { toast } from '../controls/toasts.tsx';
import { Conflicts } from '../drafts/conflicts.tsx';
import { SaveBar } from '../drafts/save-bar.tsx';
import { type Stored, useDraft } from '../drafts/use-draft.ts';
import { type Offer, offerOf } from './offer.ts';
import { OfferForm } from './offer-form.tsx';
import { OffersDocument, type OffersQuery, type PricedSlideFragment, UpdateOfferDocument } from './offers.graphql.ts';

/** A pricing slide as it is edited: its title and each part of its offer by itself, so that two people can edit two tiers. */
type Priced = Required<Offer> & { readonly title: string };

const labels: Readonly<Record<keyof Priced, string>> = {
  title: 'Title',
  subtitle: 'Subtitle',
  disclaimer: 'Small print',
  brandLogo: 'Logo',
  backgroundColor: 'Color of the background',
  selectionColor: 'Color of the selected tier',
  defaultSelectedTier: 'Suggested tier',
  roundTo: 'Round prices to multiples of',
  good: 'Good tier',
  better: 'Better tier',
  best: 'Best tier',
};

const storedOf = ({ version, title, productData }: PricedSlideFragment): Stored<Priced> => ({
  version,
  value: { ...offerOf(productData), title },
});

interface PricingSlideProps {
  readonly deck: NonNullable<OffersQuery['deck']>;
  readonly slide: PricedSlideFragment;
  readonly mayChange: boolean;
}

/** The form of one pricing slide. */
export function PricingSlide({ deck, slide, mayChange }: PricingSlideProps) {
  const client = useClient();
  const draft = useDraft(storedOf(slide));
  const [, updateSlide] = useMutation(UpdateOfferDocument);
  const { error } = draft;
  const { title, ...offer } = draft.value;
  const save = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (!draft.isChanged) return;
    const isSaved = await draft.save({
      send: async ({ version, value: { title: newTitle, ...productData } }) => {
        const result = await updateSlide({ id: slide.id, ifVersion: version, input: { title: newTitle, productData } });
        const stored = result.data?.updateSlide?.slide;
        return { stored: stored && storedOf(stored), error: result.error };
      },
      read: async () => {
        const context = { requestPolicy: 'network-only' } as const;
        const { data } = await client.query(OffersDocument, { deckId: deck.id }, context).toPromise();
        const now = data?.deck?.slides.find(({ id }) => id === slide.id);
        return now && storedOf(now);
      },
    });
    if (isSaved) toast('The prices are saved.');
  };
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <fieldset class="offers-plain" disabled={!mayChange}>
        <Field
          label="Title of the slide"
          value={title}
          maxLength={500}
          autocomplete="off"
          fault={faultAt(error, '/title')}
          onInput={({ currentTarget }) => draft.change({ title: currentTarget.value })}
        />
        <OfferForm
          deckId={deck.id}
          currency={deck.currency}
          language={deck.defaultLanguage}
          offer={offer}
          error={error}
          onChange={(next) => draft.change(next as Required<Offer>)}
        />
      </fieldset>
      <Refusal error={error} />
      <Conflicts draft={draft} labels={labels} show={shown} />
      {mayChange && <SaveBar draft={draft} />}
    </form>
  );
}

/** A value of the slide, for somebody who chooses between two. */
function shown(_field: keyof Priced, value: Priced[keyof Priced]): string {
  if (value === null || value === undefined || value === '') return 'None';
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${typeof one === 'string' ? one : JSON.stringify(one)}`)
    .join('\n');
}
