/** @jsxImportSource preact */
import { useId, useState } from 'preact/hooks';
import { TextArea } from '../../controls/field.tsx';
import { readCsv, type Table, textOf } from './read-csv.ts';

/** A file to choose, or its text to paste. */
export function FileChoice({ onRead }: { readonly onRead: (table: Table) => void }) {
  const id = useId();
  const [fault, setFault] = useState<string>();
  const read = (text: string | null): void => {
    const table = text === null ? undefined : readCsv(text);
    if (text === null) setFault('A file has at most 5 MB: send it in parts.');
    else if (table === undefined || table.lines.length === 0)
      setFault('It needs a line of names, and a line for each homeowner.');
    else {
      setFault(undefined);
      onRead(table);
    }
  };
  const faultId = `${id}-fault`;
  return (
    <div class="presentations-file">
      <div class="field">
        <label for={id}>CSV file</label>
        <input
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : faultId}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            // The same file can be chosen again once it was mended.
            if (file)
              void textOf(file)
                .then(read)
                .finally(() => (currentTarget.value = ''));
          }}
        />
        {fault !== undefined && (
          <p class="fault" id={faultId} role="alert">
            {fault}
          </p>
        )}
      </div>
      <TextArea
        label="Or paste the lines"
        rows={3}
        spellcheck={false}
        onInput={({ currentTarget: { value } }) => value.trim() !== '' && read(value)}
      />
    </div>
  );
}
