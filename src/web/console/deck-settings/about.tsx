/** @jsxImportSource preact */
import { Choice, Field, TextArea } from '../controls/field.tsx';
import { currencies, languageName, languages, timeZones } from './lists.ts';
import type { PartProps } from './part.ts';

/** What the deck is, and how it writes money, texts and times. */
export function About({ settings, change, faultOf }: PartProps) {
  const { currency, defaultLanguage, timeZone } = settings;
  return (
    <>
      <fieldset class="card deck-settings-part">
        <legend>About</legend>
        <Field
          label="Name"
          required
          maxLength={200}
          autocomplete="off"
          value={settings.name}
          fault={faultOf('/name')}
          onInput={({ currentTarget: { value } }) => change({ name: value })}
        />
        <TextArea
          label="Description"
          hint="What the deck is for. Homeowners do not see it."
          maxLength={2_000}
          value={settings.description}
          fault={faultOf('/description')}
          onInput={({ currentTarget: { value } }) => change({ description: value })}
        />
        <Field
          label="Company"
          hint="The deck speaks for it, and it is the seller in contracts. By default the name of the deck."
          maxLength={200}
          autocomplete="off"
          value={settings.brandName}
          fault={faultOf('/brandName')}
          onInput={({ currentTarget: { value } }) => change({ brandName: value })}
        />
      </fieldset>
      <fieldset class="card deck-settings-part">
        <legend>Money, language and time</legend>
        <Choice
          label="Currency"
          hint="Of all prices in the deck."
          value={currency}
          fault={faultOf('/currency')}
          onChange={({ currentTarget: { value } }) => change({ currency: value })}
        >
          {currencies(currency).map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Choice>
        <Field
          label="Language"
          hint={`The deck is written in it: ${languageName(defaultLanguage)}.`}
          list="deck-settings-languages"
          maxLength={35}
          autocomplete="off"
          value={defaultLanguage}
          fault={faultOf('/defaultLanguage')}
          onInput={({ currentTarget: { value } }) => change({ defaultLanguage: value })}
        />
        <datalist id="deck-settings-languages">
          {languages().map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </datalist>
        <Choice
          label="Time zone"
          hint="Of the dates in presentations and contracts."
          value={timeZone}
          fault={faultOf('/timeZone')}
          onChange={({ currentTarget: { value } }) => change({ timeZone: value })}
        >
          <option value="">As the server is set</option>
          {timeZones(timeZone).map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Choice>
      </fieldset>
    </>
  );
}
