/** @jsxImportSource preact */
import type { Refused } from './checks.ts';
import type { Table } from './read-csv.ts';
import { saveFile } from '../../controls/save-file.ts';
import { reportText } from './report.ts';

interface RefusedLinesProps {
  readonly table: Table;
  readonly refused: readonly Refused[];
}

/** Most lines that are shown. The file has all. */
const mostShown = 100;

/** The lines of which nothing is made, each with the field, the rule and the fix. */
export function RefusedLines({ table, refused }: RefusedLinesProps) {
  return (
    <>
      <table class="rows presentations-rows">
        <caption class="presentations-caption">
          Refused lines{refused.length > mostShown && `: the first ${mostShown} of ${refused.length}`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Field</th>
            <th scope="col">Rule</th>
            <th scope="col">Fix</th>
          </tr>
        </thead>
        <tbody>
          {refused.slice(0, mostShown).flatMap(({ line, faults }) =>
            faults.map(({ field, rule, fix }, at) => (
              <tr key={`${line.number} ${at}`}>
                <th scope="row">Line {line.number}</th>
                <td data-label="Field">{field}</td>
                <td data-label="Rule">{rule}</td>
                <td data-label="Fix">{fix}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
      <p class="hint">
        The report has the refused lines alone: mend them in it and send it. What was made is not made again.
      </p>
      <p class="actions">
        <button
          type="button"
          onClick={() => saveFile('refused-lines.csv', reportText(table, refused), 'text/csv;charset=utf-8')}
        >
          Download the report
        </button>
      </p>
    </>
  );
}
