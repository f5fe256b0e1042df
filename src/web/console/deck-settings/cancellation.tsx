/** @jsxImportSource preact */
import { useId } from 'preact/hooks';
import { Field } from '../controls/field.tsx';
import type { PartProps } from './part.ts';
import type { Cancellation } from './settings.ts';

const blank: Cancellation = { rule: 'US_FTC_COOLING_OFF', days: null, sellerName: '', sellerAddress: '' };

/** The rules in plain words. */
const rules = [
  {
    rule: null,
    name: 'None',
    text: 'Contracts say nothing about canceling. Choose this only if a lawyer has told you that none applies.',
  },
  {
    rule: 'US_FTC_COOLING_OFF',
    name: 'Three business days (USA, sales in the home)',
    text: 'The homeowner may cancel until midnight of the third business day behind the day of the signature. Saturdays count; Sundays and federal holidays do not. Contracts get the notice of cancellation of 16 CFR 429 in two copies.',
  },
  {
    rule: 'CALENDAR_DAYS',
    name: 'A number of calendar days',
    text: 'The homeowner may cancel until the end of the last of these days; the day of the signature does not count. 14 days are usual in the European Union.',
  },
] as const;

/** The right to cancel that contracts give. */
export function CancellationForm({ settings: { rightToCancel }, change, faultOf }: PartProps) {
  const name = useId();
  const edit = (part: Partial<Cancellation>): void =>
    change({ rightToCancel: { ...(rightToCancel ?? blank), ...part } });
  return (
    <fieldset class="card deck-settings-part">
      <legend>Right to cancel</legend>
      <p class="hint">How long a homeowner may cancel what they have signed. Ask a lawyer which right the law gives.</p>
      {rules.map((one) => (
        <div class="field check" key={one.name}>
          <input
            id={`${name}-${String(one.rule)}`}
            type="radio"
            name={name}
            checked={(rightToCancel?.rule ?? null) === one.rule}
            aria-describedby={`${name}-${String(one.rule)}-hint`}
            onChange={() => (one.rule === null ? change({ rightToCancel: null }) : edit({ rule: one.rule }))}
          />
          <label for={`${name}-${String(one.rule)}`}>{one.name}</label>
          <p class="hint" id={`${name}-${String(one.rule)}-hint`}>
            {one.text}
          </p>
        </div>
      ))}
      {rightToCancel !== null && (
        <>
          {rightToCancel.rule === 'CALENDAR_DAYS' && (
            <Field
              label="Days"
              hint="1 to 366; blank for 14."
              type="number"
              min={1}
              max={366}
              value={rightToCancel.days ?? ''}
              fault={faultOf('/rightToCancel/days')}
              onInput={({ currentTarget: { value } }) => edit({ days: value === '' ? null : Number(value) })}
            />
          )}
          <Field
            label="Address of the seller"
            hint="A notice of cancellation goes there: the place of business, on one line."
            required
            maxLength={300}
            autocomplete="street-address"
            value={rightToCancel.sellerAddress}
            fault={faultOf('/rightToCancel/sellerAddress')}
            onInput={({ currentTarget: { value } }) => edit({ sellerAddress: value })}
          />
          <Field
            label="Legal name of the seller"
            hint="By default the seller of the contract."
            maxLength={200}
            autocomplete="organization"
            value={rightToCancel.sellerName}
            fault={faultOf('/rightToCancel/sellerName')}
            onInput={({ currentTarget: { value } }) => edit({ sellerName: value })}
          />
        </>
      )}
    </fieldset>
  );
}
