/** @jsxImportSource preact */
import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { Choice, Field } from '../controls/field.tsx';
import { languageName, languages } from '../deck-settings/lists.ts';

interface LanguageChoiceProps {
  /** Each with how many slides and FAQs need a look. */
  readonly known: readonly { readonly language: string; readonly open: number }[];
  readonly selected: string | undefined;
  readonly onSelect: (language: string) => void;
}

/** Which language is shown; another one can be begun. */
export function LanguageChoice({ known, selected, onSelect }: LanguageChoiceProps) {
  const [tag, setTag] = useState('');
  const [fault, setFault] = useState<string>();
  const begin = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    try {
      const [language = ''] = Intl.getCanonicalLocales(tag.trim());
      if (language === '') throw new RangeError('blank');
      setFault(undefined);
      setTag('');
      onSelect(language);
    } catch {
      setFault('Give the tag of a language, such as es or pt-BR.');
    }
  };
  return (
    <div class="translations-languages">
      {known.length > 0 && (
        <Choice
          label="Translation into"
          value={selected}
          onChange={({ currentTarget }) => {
            const { value } = currentTarget;
            currentTarget.value = selected ?? ''; // Whoever keeps editing stays with the language.
            onSelect(value);
          }}
        >
          {known.map(({ language, open }) => (
            <option key={language} value={language}>
              {languageName(language)} ({language}){open === 0 ? '' : ` – ${open} to do`}
            </option>
          ))}
        </Choice>
      )}
      <form onSubmit={begin} noValidate>
        <Field
          label="Another language"
          list="translations-languages"
          autocomplete="off"
          maxLength={35}
          value={tag}
          fault={fault}
          onInput={({ currentTarget: { value } }) => setTag(value)}
        />
        <datalist id="translations-languages">
          {languages().map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </datalist>
        <button type="submit">Begin</button>
      </form>
    </div>
  );
}
