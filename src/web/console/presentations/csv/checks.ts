import { type DetailField, detailFields, type Details, numberOf } from '../details.ts';
import type { CreatePresentationsMutation } from './create-many.graphql.ts';
import { type Columns, detailsOfLine } from './columns.ts';
import type { Line } from './read-csv.ts';

/** One broken rule of a line, with the fix. */
interface Fault {
  readonly field: string;
  readonly rule: string;
  readonly fix: string;
}

/** A line of which no presentation was made. */
export interface Refused {
  readonly line: Line;
  readonly faults: readonly Fault[];
}

/** A line that may be sent. */
export interface Ready {
  readonly line: Line;
  readonly details: Details;
}

const fields: readonly DetailField[] = detailFields;

/** Divides the lines into those that may be sent, and those that would be refused. The server checks all others, too. */
export function checkLines(
  lines: readonly Line[],
  columns: Columns,
): { ready: readonly Ready[]; refused: readonly Refused[] } {
  const ready: Ready[] = [];
  const refused: Refused[] = [];
  const numbers = new Map<string, number>();
  for (const line of lines) {
    const details = detailsOfLine(line.cells, columns);
    const same = JSON.stringify(details);
    const earlier = numbers.get(same);
    const faults = faultsOf(line, details, earlier);
    if (faults.length > 0) {
      refused.push({ line, faults });
      continue;
    }
    numbers.set(same, line.number);
    ready.push({ line, details });
  }
  return { ready, refused };
}

function faultsOf({ damage }: Line, details: Details, earlier: number | undefined): readonly Fault[] {
  if (damage !== null) return [{ field: 'Line', rule: 'format', fix: damage }];
  const faults = fields.flatMap((one) => {
    const fault = faultOf(one, details[one.name] ?? '');
    return fault === null ? [] : [{ field: one.label, ...fault }];
  });
  if (faults.length > 0 || earlier === undefined) return faults;
  return [{ field: 'Line', rule: 'repeated', fix: `It is the same as line ${earlier}: take one of them away.` }];
}

function faultOf({ isRequired, maxLength, type }: DetailField, text: string): Omit<Fault, 'field'> | null {
  if (text === '') return isRequired === true ? { rule: 'required', fix: 'Enter a name.' } : null;
  if (maxLength !== undefined && text.length > maxLength) {
    return { rule: 'length', fix: `Shorten it to ${maxLength} characters.` };
  }
  if (type === 'number' && numberOf(text) === undefined) {
    return { rule: 'type', fix: 'Write a number without separators of thousands, such as 24.5.' };
  }
  return null;
}

type Problem = NonNullable<
  NonNullable<CreatePresentationsMutation['createPresentations']>['results'][number]['problem']
>;

/** What the server has refused a line for. */
export function refusalOf(line: Line, { detail, reason, errors }: Problem): Refused {
  const faults = errors.map(({ pointer, code, detail: fix }) => ({
    field: fields.find((one) => pointer.endsWith(one.pointer))?.label ?? 'Line',
    rule: code,
    fix,
  }));
  return { line, faults: faults.length > 0 ? faults : [{ field: 'Line', rule: reason, fix: detail }] };
}
