/** @jsxImportSource preact */
import { useMutation } from '@urql/preact';
import type { TargetedSubmitEvent } from 'preact';
import type { KeyScope } from '../api/schema.graphql.ts';
import { faultAt, problemOf } from '../api/problems.ts';
import { Dialog } from '../controls/dialog.tsx';
import { Check, Field } from '../controls/field.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { CreateApiKeyDocument } from './keys.graphql.ts';
import { scopes, wordOf } from './scopes.ts';

interface NewKeyProps {
  readonly onClose: () => void;
  /** Gets what the holder sends. It is shown once. */
  readonly onIssue: (token: string) => void;
}

/** Creates a key with the scopes that are checked. */
export function NewKey({ onClose, onIssue }: NewKeyProps) {
  const [{ fetching, error }, createKey] = useMutation(CreateApiKeyDocument);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (fetching) return;
    const form = new FormData(event.currentTarget);
    const [name, day] = [form.get('name'), form.get('expiresAt')];
    const { data } = await createKey({
      input: {
        name: typeof name === 'string' ? name : '',
        scopes: form.getAll('scope') as KeyScope[],
        expiresAt: typeof day === 'string' && day !== '' ? new Date(`${day}T23:59:59`).toISOString() : null,
      },
    });
    if (data?.createApiKey) onIssue(data.createApiKey.token);
  };
  const [nameFault, scopesFault, expiryFault] = ['/name', '/scopes', '/expiresAt'].map((at) => faultAt(error, at));
  const isNoted = (problemOf(error)?.errors?.length ?? 0) > 0;
  return (
    <Dialog title="New key" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Field label="Name" hint="Who or what uses it" name="name" required autocomplete="off" fault={nameFault} />
        <fieldset class="options">
          <legend>What it may do</legend>
          {Object.entries(scopes).map(([scope, label]) => (
            <Check key={scope} label={label} hint={wordOf(scope as KeyScope)} name="scope" value={scope} />
          ))}
          {scopesFault !== undefined && <p class="fault">{scopesFault}</p>}
        </fieldset>
        <Field label="Last day" hint="Without one it never expires" name="expiresAt" type="date" fault={expiryFault} />
        {!isNoted && <Refusal error={error} />}
        <p class="actions">
          <button type="submit" class="primary" aria-disabled={fetching}>
            Create key
          </button>
        </p>
      </form>
    </Dialog>
  );
}
