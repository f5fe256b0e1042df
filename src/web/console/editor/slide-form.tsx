/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { Choice, Field as TextField } from '../controls/field.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { useScript } from '../controls/use-script.ts';
import { Bullets } from './bullets.tsx';
import { Conflict } from './conflict.tsx';
import type { EditedDeck } from './edited-deck.ts';
import type { DeckFacts, ShownSlide } from './edited-slides.ts';
import { ImageField } from './image-field.tsx';
import { PlaceholderInput } from './placeholder-input.tsx';
import { PlaceholderFaults, type UnknownPlaceholder } from './placeholder-faults.tsx';
import { allFields, type Field, type Fields } from './slide-fields.ts';

const loadOffers = () => import('../offers/offer-form.tsx');

interface SlideFormProps {
  readonly deck: EditedDeck;
  readonly facts: DeckFacts;
  readonly slide: ShownSlide;
  /** The names that complete a placeholder. */
  readonly names: readonly string[];
  readonly unknown: readonly UnknownPlaceholder[];
  readonly isReadOnly: boolean;
}

/** The fields of a slide. What is written in them is saved by itself. */
export function SlideForm({ deck, facts, slide, names, unknown, isReadOnly }: SlideFormProps) {
  const { slideId, fields, faults, warnings } = slide;
  const offers = useScript(loadOffers);
  const isOffer = fields.slideType === 'PRODUCT_PRICING_V1';
  const set =
    <Name extends Field>(field: Name) =>
    (value: Fields[Name]): void =>
      deck.edit(slideId, field, value);
  const text = { names, readOnly: isReadOnly };
  const around = (field: Field, children: ComponentChildren) => (
    <Around deck={deck} slide={slide} field={field} unknown={unknown} isReadOnly={isReadOnly}>
      {children}
    </Around>
  );
  return (
    <form class="editor-form" aria-label="Slide" onSubmit={(event) => event.preventDefault()}>
      {around(
        'title',
        <PlaceholderInput
          {...text}
          label="Title"
          value={fields.title}
          maxLength={500}
          fault={faults.title?.text}
          onChange={set('title')}
        />,
      )}
      {around(
        'slideType',
        <Choice
          label="Kind"
          value={fields.slideType}
          disabled={isReadOnly}
          onChange={(event) => set('slideType')(event.currentTarget.value as Fields['slideType'])}
        >
          <option value="STANDARD">Text and image</option>
          <option value="PRODUCT_PRICING_V1">Prices</option>
        </Choice>,
      )}
      {isOffer &&
        around(
          'productData',
          <fieldset disabled={isReadOnly}>
            {offers === undefined ? (
              <Skeleton />
            ) : (
              <offers.OfferForm
                deckId={deck.deckId}
                currency={facts.currency}
                language={facts.language}
                offer={fields.productData ?? {}}
                error={faults.productData?.error}
                onChange={set('productData')}
              />
            )}
            <Refusal error={faults.productData?.error} />
          </fieldset>,
        )}
      {(!isOffer || fields.bullets.length > 0) &&
        around(
          'bullets',
          <Bullets bullets={fields.bullets} names={names} isReadOnly={isReadOnly} onChange={set('bullets')} />,
        )}
      {around(
        'narrationScript',
        <PlaceholderInput
          {...text}
          label="Narration"
          hint="What is said while the slide is shown. Type {{ for a detail of the homeowner, such as the first name."
          hasLines
          rows={4}
          value={fields.narrationScript}
          maxLength={20_000}
          fault={faults.narrationScript?.text}
          onChange={set('narrationScript')}
        />,
      )}
      {slide.isAudioStale && <p class="hint">The recording is older than the narration: it says something else.</p>}
      {around(
        'heroImg',
        <ImageField
          deckId={deck.deckId}
          value={fields.heroImg}
          isReadOnly={isReadOnly}
          fault={faults.heroImg?.text}
          onChange={set('heroImg')}
        />,
      )}
      {around(
        'slideContext',
        <PlaceholderInput
          {...text}
          label="Notes"
          hint="For those who present. Homeowners do not see them."
          hasLines
          rows={2}
          value={fields.slideContext ?? ''}
          maxLength={20_000}
          fault={faults.slideContext?.text}
          onChange={(value) => set('slideContext')(optional(value))}
        />,
      )}
      {around(
        'audioUrl',
        <TextField
          label="Recording"
          hint="The address of a recording of the narration; without one a voice is made for each homeowner."
          value={fields.audioUrl ?? ''}
          readOnly={isReadOnly}
          autocomplete="off"
          fault={faults.audioUrl?.text}
          onInput={(event) => set('audioUrl')(optional(event.currentTarget.value.trim()))}
        />,
      )}
      {warnings.map(({ code, detail }) => (
        <p key={detail} class="fault" data-code={code}>
          {detail}
        </p>
      ))}
    </form>
  );
}

const optional = (text: string): string | null => (text === '' ? null : text);

interface AroundProps extends Omit<SlideFormProps, 'names' | 'facts'> {
  readonly field: Field;
  readonly children: ComponentChildren;
}

/** A field with what its author has to decide about it. */
function Around({ deck, slide, field, unknown, isReadOnly, children }: AroundProps) {
  const { slideId, fields, theirs } = slide;
  const { [field]: value } = fields;
  return (
    <div class="editor-field" data-field={field}>
      {children}
      {allFields.includes(field) && field in theirs && (
        <Conflict
          field={field}
          mine={value}
          theirs={theirs[field] as Fields[Field]}
          onChoose={(choice) => deck.choose(slideId, field, choice)}
        />
      )}
      {!isReadOnly && (
        <PlaceholderFaults value={value} unknown={unknown} onChange={(next) => deck.edit(slideId, field, next)} />
      )}
    </div>
  );
}
