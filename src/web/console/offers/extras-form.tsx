/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { Check, Choice, Field } from '../controls/field.tsx';
import { Rows } from '../controls/rows.tsx';
import { Amount } from './amount.tsx';
import {
  type Extra,
  type ExtraList,
  extrasOf,
  newKey,
  placesOf,
  withExtra,
  withExtraIn,
  withoutExtra,
} from './extras.ts';
import type { FaultOf } from './faults.ts';
import { nameOf, type Offer, textOf, type Tier, type TierKey, tiersOf } from './offer.ts';

interface ExtrasProps {
  readonly offer: Offer;
  readonly faultOf: FaultOf;
  readonly onChange: (offer: Offer) => void;
}

/** What homeowners may add, in whichever tiers. */
export function AddOns(props: ExtrasProps) {
  return (
    <ExtraRows
      {...props}
      list="addOns"
      title="Add-ons"
      hint="What a homeowner may add to a tier. Its price is the same in all tiers."
      noun="Add-on"
      most={20}
      blank={() => ({ key: newKey(props.offer), label: '', per: 'flat' })}
    >
      {(row, change, fault) => (
        <>
          <Field
            label="What it is"
            value={textOf(row['label'])}
            maxLength={500}
            autocomplete="off"
            fault={fault('label')}
            onInput={({ currentTarget }) => change({ label: currentTarget.value })}
          />
          <Amount
            label="Price"
            value={row['amount']}
            fault={fault('amount')}
            onChange={(amount) => change({ amount })}
          />
          <Choice
            label="Counted"
            value={textOf(row['per']) || 'flat'}
            fault={fault('per')}
            onChange={({ currentTarget }) => change({ per: currentTarget.value })}
          >
            <option value="flat">once</option>
            <option value="square">for each square of roof</option>
            <option value="kw">for each kW of the system</option>
          </Choice>
          <Field
            label="What the homeowner gets"
            value={textOf(row['description'])}
            maxLength={1_000}
            autocomplete="off"
            fault={fault('description')}
            onInput={({ currentTarget }) => change({ description: currentTarget.value })}
          />
        </>
      )}
    </ExtraRows>
  );
}

/** How the tiers may be paid by the month. */
export function Financing(props: ExtrasProps) {
  return (
    <ExtraRows
      {...props}
      list="financing"
      title="Financing"
      hint="Plans by which a tier can be paid by the month. The example shows the payments."
      noun="Plan"
      most={5}
      blank={() => ({ provider: '' })}
    >
      {(row, change, fault) => (
        <>
          <Field
            label="Who lends the money"
            value={textOf(row['provider'])}
            maxLength={200}
            autocomplete="off"
            fault={fault('provider')}
            onInput={({ currentTarget }) => change({ provider: currentTarget.value })}
          />
          <Amount
            label="Interest a year in percent"
            value={row['annualPercent']}
            fault={fault('annualPercent')}
            onChange={(annualPercent) => change({ annualPercent })}
          />
          <Amount
            label="Monthly payments"
            isWhole
            value={row['months']}
            fault={fault('months')}
            onChange={(months) => change({ months })}
          />
          <Field
            label="Terms of the lender"
            value={textOf(row['text'])}
            maxLength={1_000}
            autocomplete="off"
            fault={fault('text')}
            onInput={({ currentTarget }) => change({ text: currentTarget.value })}
          />
        </>
      )}
    </ExtraRows>
  );
}

interface ExtraRowsProps extends ExtrasProps {
  readonly list: ExtraList;
  readonly title: string;
  readonly hint: string;
  readonly noun: string;
  readonly most: number;
  readonly blank: () => Tier;
  readonly children: (
    row: Tier,
    change: (part: Tier) => void,
    fault: (name: string) => string | undefined,
  ) => ComponentChildren;
}

function ExtraRows({ offer, faultOf, onChange, list, title, hint, noun, most, blank, children }: ExtraRowsProps) {
  const extras = extrasOf(offer, list);
  return (
    <Rows
      title={title}
      hint={hint}
      noun={noun}
      rows={extras}
      most={most}
      onAdd={() => onChange(withExtraIn(offer, list, blank(), tiersOf(offer)))}
      onRemove={(index) => {
        const extra = extras[index];
        if (extra !== undefined) onChange(withoutExtra(offer, list, extra.row));
      }}
    >
      {(extra) => {
        const { place, previewed } = placesOf(offer, list, extra);
        const fault = (name: string): string | undefined =>
          faultOf(`${place}/${name}`, extra.row[name], `${previewed}/${name}`);
        return (
          <>
            {children(extra.row, (part) => onChange(withExtra(offer, list, extra.row, part)), fault)}
            <InTiers
              offer={offer}
              extra={extra}
              onChange={(tiers) => onChange(withExtraIn(offer, list, extra.row, tiers))}
            />
          </>
        );
      }}
    </Rows>
  );
}

interface InTiersProps {
  readonly offer: Offer;
  readonly extra: Extra;
  readonly onChange: (tiers: readonly TierKey[]) => void;
}

/** The tiers that have an extra: at least one, for without any it would be gone. */
function InTiers({ offer, extra: { tiers }, onChange }: InTiersProps) {
  return (
    <fieldset class="offers-tiers">
      <legend>In the tiers</legend>
      {tiersOf(offer).map((key) => {
        const isIn = tiers.includes(key);
        return (
          <Check
            key={key}
            label={nameOf(offer, key)}
            checked={isIn}
            disabled={isIn && tiers.length === 1}
            onChange={() => onChange(isIn ? tiers.filter((one) => one !== key) : [...tiers, key])}
          />
        );
      })}
    </fieldset>
  );
}
