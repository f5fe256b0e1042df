/** @jsxImportSource preact */
import { useMutation } from '@urql/preact';
import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import type { HomeownerSelectorInput } from '../api/schema.graphql.ts';
import { faultAt } from '../api/problems.ts';
import { Dialog } from '../controls/dialog.tsx';
import { Choice, Field } from '../controls/field.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { useTitle } from '../controls/title.ts';
import { useMay, useSessionHeaders } from '../visitor.ts';
import { ErasedParts } from './erased-parts.tsx';
import { exportHomeowner } from './export.ts';
import { EraseHomeownerDocument } from './privacy.graphql.ts';

const kinds = { email: 'E-mail address', phone: 'Phone number' } as const;
/** An export has what all of these scopes read. */
const readScopes = ['presentations:read', 'contracts:read', 'notifications:read', 'events:read'] as const;
const writeScopes = ['presentations:write', 'contracts:write'] as const;
const isKind = (value: unknown): value is keyof typeof kinds => value === 'email' || value === 'phone';

/** Exports or erases what is stored about one homeowner, who is found by an address or a number. */
export function Privacy() {
  useTitle('Privacy');
  const may = useMay();
  const headers = useSessionHeaders();
  const [kind, setKind] = useState<keyof typeof kinds>('email');
  const [erased, setErased] = useState<HomeownerSelectorInput | null>(null);
  const [isExporting, setExporting] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [{ data, error, fetching }, erase] = useMutation(EraseHomeownerDocument);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const value = new FormData(event.currentTarget).get('value');
    const homeowner = { [kind]: typeof value === 'string' ? value.trim() : '' };
    if (event.submitter?.getAttribute('value') === 'erase') return setErased(homeowner);
    if (isExporting) return;
    setExporting(true);
    setRefusal(await exportHomeowner(homeowner, headers));
    setExporting(false);
  };
  const doErase = async (): Promise<void> => {
    if (erased === null || fetching) return;
    await erase({ input: erased });
    setErased(null);
  };
  const fault = faultAt(error, `/${kind}`);
  const erasure = data?.eraseHomeowner?.erasure;
  return (
    <>
      <h1>Privacy</h1>
      <p>
        Export what is stored about a homeowner, or erase it. Signed contracts are held for as long as the settings of
        the server say.
      </p>
      <form class="card" onSubmit={(event) => void submit(event)}>
        <Choice
          label="Find the homeowner by"
          value={kind}
          onChange={({ currentTarget: { value } }) => isKind(value) && setKind(value)}
        >
          {Object.entries(kinds).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Choice>
        <Field
          label={kinds[kind]}
          name="value"
          type={kind === 'email' ? 'email' : 'tel'}
          hint={kind === 'phone' ? 'With its country code, such as +1 512 555 0100' : undefined}
          required
          autocomplete="off"
          fault={fault}
        />
        {refusal !== null && (
          <p class="fault" role="alert">
            {refusal}
          </p>
        )}
        {fault === undefined && <Refusal error={error} />}
        <p class="actions">
          {readScopes.every(may) && (
            <button type="submit" value="export" aria-disabled={isExporting}>
              Export
            </button>
          )}
          {writeScopes.every(may) && (
            <button type="submit" value="erase" class="danger">
              Erase
            </button>
          )}
        </p>
      </form>
      {erasure && <ErasedParts erasure={erasure} />}
      {erased !== null && (
        <Dialog title={`Erase ${Object.values(erased).join('')}`} onClose={() => setErased(null)}>
          <p>
            The presentations, links, questions and unsigned contracts of this homeowner are deleted, and their events
            are emptied. Nothing undoes this.
          </p>
          <p class="actions">
            <button type="button" class="danger" aria-disabled={fetching} onClick={() => void doErase()}>
              Erase for good
            </button>
          </p>
        </Dialog>
      )}
    </>
  );
}
