/** @jsxImportSource preact */
import type { CombinedError } from '@urql/core';
import { faultAt } from '../api/problems.ts';
import { Choice, Field } from '../controls/field.tsx';
import { type DetailField, detailFields, type Details } from './details.ts';

interface DetailsFieldsProps {
  readonly initial: Details;
  readonly error: CombinedError | undefined;
  /** The languages that the deck is translated to, behind its own. */
  readonly languages: readonly string[];
  /** Names of placeholders that the texts of the deck use. */
  readonly placeholders: ReadonlySet<string>;
  /** Names of measurements without which tiers have no price. */
  readonly missing: ReadonlySet<string>;
}

const fields: readonly DetailField[] = detailFields;
const ofPart = (part: DetailField['part']): readonly DetailField[] => fields.filter((one) => one.part === part);

/** Whether an error is shown at one of the fields. */
export const hasFieldFault = (error: CombinedError | undefined): boolean =>
  fields.some(({ pointer }) => faultAt(error, pointer) !== undefined);

/** The fields of a presentation: homeowner, measurements and language. */
export function DetailsFields({ initial, error, languages, placeholders, missing }: DetailsFieldsProps) {
  const hintOf = ({ hint, name, placeholder = '' }: DetailField): string | undefined => {
    const uses = missing.has(name)
      ? 'needed for the prices'
      : (placeholders.has(placeholder) || placeholders.has(`homeowner.${placeholder}`)) && 'shown in the texts';
    const notes = [hint, uses].filter((one) => typeof one === 'string');
    const text = notes.join(', ');
    return text === '' ? undefined : `${text[0]?.toUpperCase()}${text.slice(1)}`;
  };
  const input = (one: DetailField) => (
    <Field
      key={one.name}
      label={one.label}
      name={one.name}
      // A number may have a decimal comma, which fields of numbers refuse in some languages.
      type={one.type === 'number' ? 'text' : (one.type ?? 'text')}
      {...(one.type === 'number' && {
        inputMode: 'decimal',
        pattern: String.raw`\s*\d+([.,]\d+)?\s*`,
        title: 'A number',
      })}
      required={one.isRequired}
      maxLength={one.maxLength}
      autocomplete="off"
      defaultValue={initial[one.name] ?? ''}
      hint={one.isRequired === true ? undefined : hintOf(one)}
      fault={faultAt(error, one.pointer)}
    />
  );
  const [language] = ofPart('languageSettings');
  return (
    <>
      <fieldset class="presentations-fields">
        <legend>Homeowner</legend>
        {ofPart('homeowner').map(input)}
      </fieldset>
      <fieldset class="presentations-fields">
        <legend>Measurements</legend>
        {ofPart('priceInputs').map(input)}
      </fieldset>
      {language && (
        <Choice
          label="Language"
          name={language.name}
          defaultValue={initial.languageCode ?? ''}
          fault={faultAt(error, language.pointer)}
        >
          <option value="">As the deck</option>
          {[...new Set([...languages, initial.languageCode ?? ''])].filter(Boolean).map((one) => (
            <option key={one} value={one} selected={one === initial.languageCode}>
              {languageName(one)}
            </option>
          ))}
        </Choice>
      )}
    </>
  );
}

const names = new Intl.DisplayNames('en', { type: 'language' });

/** The name of a BCP 47 tag, with the tag. */
export function languageName(tag: string): string {
  try {
    return `${names.of(tag)} (${tag})`;
  } catch {
    return tag;
  }
}
