/** @jsxImportSource preact */
import type { CombinedError } from '@urql/core';
import { faultAt, problemOf } from '../api/problems.ts';
import { Choice, Field, TextArea } from '../controls/field.tsx';
import { Refusal } from '../controls/refusal.tsx';
import type { FaqsOfDeckQuery } from './faqs.graphql.ts';

/** What an author writes of a FAQ. */
export interface FaqTexts {
  readonly userQuestion: string;
  readonly cannedAnswer: string;
  readonly relatedSlideId: string | null;
}

export type SlideOfFaq = NonNullable<FaqsOfDeckQuery['deck']>['slides'][number];

interface FaqFieldsProps {
  readonly faq: FaqTexts;
  readonly slides: readonly SlideOfFaq[];
  readonly error: CombinedError | undefined;
  readonly onChange: (part: Partial<FaqTexts>) => void;
}

/** The fields of a FAQ, new or stored. */
export function FaqFields({ faq, slides, error, onChange }: FaqFieldsProps) {
  const { relatedSlideId } = faq;
  const isKnown = relatedSlideId === null || slides.some(({ slideId }) => slideId === relatedSlideId);
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
