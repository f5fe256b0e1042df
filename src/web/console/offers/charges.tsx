/** @jsxImportSource preact */
import { Choice, Field } from '../controls/field.tsx';
import { Rows } from '../controls/rows.tsx';
import { Amount } from './amount.tsx';
import type { FaultOf } from './faults.ts';
import { rowsOf, textOf, type Tier, withRow, withValue } from './offer.ts';

interface ChargesProps {
  readonly tier: Tier;
  readonly place: string;
  readonly faultOf: FaultOf;
  readonly onChange: (tier: Tier) => void;
}

/** What is charged or taken off beside the price of a tier. */
export function Charges({ tier, place, faultOf, onChange }: ChargesProps) {
  const rows = rowsOf(tier['adders']);
  const write = (adders: readonly Tier[]): void => onChange(withValue(tier, 'adders', adders));
  return (
    <Rows
      title="Charges and discounts"
      hint="A discount is an amount below 0."
      noun="Charge"
      rows={rows}
      most={500}
      fault={faultOf(`${place}/adders`)}
      onAdd={() => write([...rows, { label: '', amount: 0, per: 'flat' }])}
      onRemove={(index) => write(rows.filter((_, at) => at !== index))}
    >
      {(row, index) => {
        const at = `${place}/adders/${index}`;
        const isShare = 'percent' in row;
        const name = isShare ? 'percent' : 'amount';
        return (
          <>
            <Field
              label="What for"
              value={textOf(row['label'])}
              maxLength={500}
              autocomplete="off"
              fault={faultOf(`${at}/label`, row['label'])}
              onInput={({ currentTarget }) => write(withRow(rows, index, { ...row, label: currentTarget.value }))}
            />
            <Amount
              label={isShare ? 'Percent' : 'Amount'}
              blank={0}
              value={row[name]}
              fault={faultOf(`${at}/${name}`, row[name])}
              onChange={(value) => write(withRow(rows, index, { ...row, [name]: value }))}
            />
            <Choice
              label="Counted"
              value={isShare ? 'percent' : textOf(row['per']) || 'flat'}
              fault={faultOf(`${at}/per`, row['per'])}
              onChange={({ currentTarget }) =>
                write(withRow(rows, index, countedBy(row, row[name], currentTarget.value)))
              }
            >
              <option value="flat">once</option>
              <option value="square">for each square of roof</option>
              <option value="kw">for each kW of the system</option>
              <option value="percent">in percent of the rest</option>
            </Choice>
          </>
        );
      }}
    </Rows>
  );
}

/** The same number, counted in another way. */
function countedBy({ amount: _amount, percent: _percent, per: _per, ...rest }: Tier, value: unknown, by: string): Tier {
  return by === 'percent' ? { ...rest, percent: value } : { ...rest, amount: value, per: by };
}
