/** @jsxImportSource preact */
import type { CombinedError } from '@urql/core';
import { faultAt, problemOf } from '../api/problems.ts';
import { Choice, Field, TextArea } from '../controls/field.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { ListenButton, ListenState } from '../listening/listen.tsx';
import { useListening } from '../listening/use-listening.ts';
import { SpokenText } from '../../player/spoken-text.tsx';
import type { FaqsOfDeckQuery } from './faqs.graphql.ts';

/** What an author writes of a FAQ. */
export interface FaqTexts {
  readonly userQuestion: string;
  readonly cannedAnswer: string;
  readonly relatedSlideId: string | null;
}

/** What a FAQ needs to know of its deck. */
export type DeckOfFaq = Omit<NonNullable<FaqsOfDeckQuery['deck']>, 'faqs'>;

interface FaqFieldsProps {
  readonly deck: DeckOfFaq;
  /** Null for a new one. */
  readonly faqId: string | null;
  readonly faq: FaqTexts;
  readonly error: CombinedError | undefined;
  readonly onChange: (part: Partial<FaqTexts>) => void;
}

/** The fields of a FAQ, new or stored. */
export function FaqFields({ deck, faqId, faq, error, onChange }: FaqFieldsProps) {
  const { id: deckId, version, defaultLanguage, slides } = deck;
  const { relatedSlideId, cannedAnswer } = faq;
  const isKnown = relatedSlideId === null || slides.some(({ slideId }) => slideId === relatedSlideId);
  const listening = useListening({
    variables: { deckId, input: { faqId, text: cannedAnswer } },
    version,
    silent: { text: cannedAnswer, language: defaultLanguage },
  });
  const { track, clock, playFrom } = listening;
  return (
    <>
      <Field
        label="Question"
        required
        maxLength={2_000}
        autocomplete="off"
        value={faq.userQuestion}
        fault={faultAt(error, '/userQuestion')}
        onInput={({ currentTarget: { value } }) => onChange({ userQuestion: value })}
      />
      <TextArea
        label="Answer"
        hint="It is read aloud. Placeholders such as {{homeowner.first_name}} can be used."
        required
        maxLength={20_000}
        value={faq.cannedAnswer}
        fault={faultAt(error, '/cannedAnswer')}
        onInput={({ currentTarget: { value } }) => onChange({ cannedAnswer: value })}
      />
      {cannedAnswer.trim() !== '' && (
        <div class="actions">
          <ListenButton listening={listening} />
        </div>
      )}
      <ListenState listening={listening} />
      {track !== null && <SpokenText key={track.key} track={track} clock={clock} onPlay={playFrom} />}
      <Choice
        label="Slide"
        hint="The slide that the answer belongs to."
        value={relatedSlideId ?? ''}
        fault={faultAt(error, '/relatedSlideId')}
        onChange={({ currentTarget: { value } }) => onChange({ relatedSlideId: value === '' ? null : value })}
      >
        <option value="">None</option>
        {!isKnown && <option value={relatedSlideId ?? ''}>{relatedSlideId} (no slide of the deck)</option>}
        {slides.map(({ id, slideId, title }) => (
          <option key={id} value={slideId}>
            {title}
          </option>
        ))}
      </Choice>
      {problemOf(error)?.errors === undefined && <Refusal error={error} />}
    </>
  );
}
