/** @jsxImportSource preact */
import { Check, Field } from '../controls/field.tsx';
import { Rows } from '../controls/rows.tsx';
import type { PartProps } from './part.ts';

/** What the pages of links keep, and where they may be embedded. */
export function Pages({ settings: { isEngagementTracked, embedOrigins }, change, faultOf }: PartProps) {
  return (
    <fieldset class="card deck-settings-part">
      <legend>Pages of links</legend>
      <Check
        label="Keep what homeowners watch"
        hint="Which slides and tiers were viewed, and for how long. Browsers that request privacy are left out always."
        checked={isEngagementTracked}
        fault={faultOf('/isEngagementTracked')}
        onChange={({ currentTarget: { checked } }) => change({ isEngagementTracked: checked })}
      />
      <Rows
        title="Sites that may embed it"
        hint="Pages of these sites may show presentations in a frame, such as https://app.example.com, or https://*.example.com for all its subdomains."
        noun="Site"
        rows={embedOrigins}
        most={20}
        fault={faultOf('/embedOrigins')}
        onAdd={() => change({ embedOrigins: [...embedOrigins, 'https://'] })}
        onRemove={(index) => change({ embedOrigins: embedOrigins.filter((_, at) => at !== index) })}
      >
        {(origin, index) => (
          <Field
            label="Site"
            type="url"
            maxLength={200}
            autocomplete="off"
            value={origin}
            fault={faultOf(`/embedOrigins/${index}`)}
            onInput={({ currentTarget: { value } }) =>
              change({ embedOrigins: embedOrigins.map((one, at) => (at === index ? value : one)) })
            }
          />
        )}
      </Rows>
    </fieldset>
  );
}
