import { registerEnumType } from 'type-graphql';
import type { NarrationWord } from '../../engines/narration/spoken.ts';
import type { Homeowner, LanguageSettings, PriceInputs } from './homeowner.attributes.ts';

/** What happens to a placeholder without a value: removed, kept as written, or the request is refused. */
export const MissingValues = { BLANK: 'blank', KEEP: 'keep', ERROR: 'error' } as const;
export type MissingValues = (typeof MissingValues)[keyof typeof MissingValues];
registerEnumType(MissingValues, {
  name: 'MissingValues',
  description: 'What happens to a placeholder without a value.',
  valuesConfig: {
    BLANK: { description: 'It is removed, and the spaces around it close up.' },
    KEEP: { description: 'It stays in the text as written.' },
    ERROR: { description: 'The request is refused with UNPROCESSABLE, naming the placeholders.' },
  },
});

/** What is to be spoken of a slide or of the answer of a FAQ, deleted once it is spoken. */
export interface Script {
  readonly id: string;
  /** BCP 47 tag. */
  readonly language: string;
  readonly spoken: string;
  /** The shown words, each with the spoken words for it. */
  readonly words: readonly NarrationWord[];
}

/** Homeowner, measurements, language and time zone of a copy. */
export interface Subject {
  readonly homeowner: Homeowner;
  readonly priceInputs: PriceInputs | null;
  readonly languageSettings: LanguageSettings | null;
  /** IANA name. */
  readonly timeZone: string;
}
