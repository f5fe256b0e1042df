/** @jsxImportSource preact */
import { useClient } from '@urql/preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useFilters } from '../../controls/filters.ts';
import { Refusal } from '../../controls/refusal.tsx';
import { useTitle } from '../../controls/title.ts';
import { DeckChoice } from '../deck-choice.tsx';
import { checkLines } from './checks.ts';
import { ColumnChoices } from './column-choices.tsx';
import { type Columns, guessColumns } from './columns.ts';
import { FileChoice } from './file-choice.tsx';
import { mostLines, type Table } from './read-csv.ts';
import { RefusedLines } from './refused-lines.tsx';
import { isMade } from './send.ts';
import { useSending } from './use-sending.ts';

/** Makes presentations of a deck for all homeowners of a file. */
export function ImportPresentations() {
  useTitle('Presentations from a file');
  const { get, set } = useFilters();
  const deckId = get('deck');
  const [table, setTable] = useState<Table>();
  const [columns, setColumns] = useState<Columns>({});
  // Other lines begin anew; while lines are sent they stay as they are.
  const [edition, setEdition] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const become = (next: Columns): void => {
    setColumns(next);
    setEdition((before) => before + 1);
  };
  return (
    <>
      <header class="heading">
        <h1>Presentations from a file</h1>
      </header>
      <p>
        Each line of a CSV file becomes a presentation of one homeowner. The first line names the columns, such as First
        name, Last name, E-mail and Roof area.
      </p>
      <fieldset class="stack" disabled={isBusy}>
        <legend class="presentations-hidden">File</legend>
        <DeckChoice value={deckId} onChange={(value) => set('deck', value)} none="Choose a deck" isRequired />
        <FileChoice
          onRead={(read) => {
            setTable(read);
            become(guessColumns(read.header));
          }}
        />
        {table && <ColumnChoices table={table} columns={columns} onChange={become} />}
      </fieldset>
      {table && <Lines key={`${deckId} ${edition}`} deckId={deckId} table={table} columns={columns} onBusy={setBusy} />}
    </>
  );
}

interface LinesProps {
  readonly deckId: string;
  readonly table: Table;
  readonly columns: Columns;
  readonly onBusy: (isBusy: boolean) => void;
}

const count = (number: number): string => (number === 1 ? '1 presentation' : `${number} presentations`);

/** The report before and after the lines are sent, and the button that sends them. */
function Lines({ deckId, table, columns, onBusy }: LinesProps) {
  const client = useClient();
  const { sending, start, proceed } = useSending(deckId);
  useEffect(() => onBusy(sending.is === 'sending'), [sending.is]);
  const { ready, refused } = useMemo(() => checkLines(table.lines.slice(0, mostLines), columns), [table, columns]);
  // Those that this sending has made are in its own count.
  const due = useMemo(() => ready.filter((line) => !isMade(client, deckId, line)), [ready, deckId]);
  const all = [...refused, ...sending.refused].toSorted((left, right) => left.line.number - right.line.number);
  const isMapped = columns.firstName !== undefined && columns.lastName !== undefined;
  if (!isMapped) return <p class="refusal">Choose the columns of the first and the last name.</p>;
  return (
    <section class="stack" aria-labelledby="lines">
      <h2 id="lines">Lines</h2>
      <p role="status">
        {sending.is === 'new' && `${due.length} of ${table.lines.length} lines can be sent.`}
        {sending.is === 'new' && ready.length > due.length && ` ${ready.length - due.length} were made before.`}
        {sending.is !== 'new' && `${count(sending.madeCount)} made, ${all.length} lines refused.`}
        {sending.is === 'sending' && ` ${sending.sentCount} of ${sending.lineCount} lines are sent.`}
      </p>
      {table.lines.length > mostLines && (
        <p class="refusal">Only the first {mostLines} lines are read. Send the rest in another file.</p>
      )}
      {sending.is !== 'new' && (
        <progress
          class="presentations-sent"
          max={sending.lineCount}
          value={sending.sentCount}
          aria-label="Lines sent"
        />
      )}
      <Refusal error={sending.error} retry={proceed} />
      <p class="actions">
        {sending.is === 'new' && due.length > 0 && (
          <button
            type="button"
            class="primary"
            aria-disabled={deckId === ''}
            onClick={() => deckId !== '' && start(due)}
          >
            {deckId === '' ? 'Choose a deck to send them' : `Create ${count(due.length)}`}
          </button>
        )}
        {sending.is === 'done' && (
          <a class="button primary" href={`/app/presentations?deck=${deckId}`}>
            See the presentations
          </a>
        )}
      </p>
      {all.length > 0 && <RefusedLines table={table} refused={all} />}
    </section>
  );
}
