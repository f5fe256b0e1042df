/** @jsxImportSource preact */
import { useMutation } from '@urql/preact';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { Confirm } from '../controls/confirm.tsx';
import { toast } from '../controls/toasts.tsx';
import { useMay } from '../visitor.ts';
import { DeletePresentationDocument, EraseHomeownerDocument } from './presentation.graphql.ts';
import { nameOf } from './states.tsx';
import type { Shown } from './use-presentation.ts';

/** Deletes the presentation, or all that is stored about its homeowner. */
export function EraseActions({ presentation }: { readonly presentation: Shown }) {
  const may = useMay();
  const { route } = useLocation();
  const [isAsked, setAsked] = useState<'presentation' | 'homeowner'>();
  const [{ error: refusal }, deletePresentation] = useMutation(DeletePresentationDocument);
  const [{ error }, eraseHomeowner] = useMutation(EraseHomeownerDocument);
  if (!may('presentations:write') || !may('contracts:write')) return null;
  const { id, homeowner } = presentation;
  const { email, phone } = homeowner;
  // By what else of theirs is found. Without either nothing else can be.
  const selector = email ? { email } : phone ? { phone } : null;
  const leave = (text: string, heldCount = 0): void => {
    toast(heldCount === 0 ? text : `${text} Signed contracts are held for as long as the law requires.`);
    route('/app/presentations');
  };
  const close = (): void => setAsked(undefined);
  return (
    <section class="card stack" aria-labelledby="erase">
      <h2 id="erase">Erase</h2>
      <p class="actions">
        <button type="button" class="danger" onClick={() => setAsked('presentation')}>
          Delete presentation
        </button>
        {selector !== null && (
          <button type="button" class="danger" onClick={() => setAsked('homeowner')}>
            Erase homeowner
          </button>
        )}
      </p>
      {isAsked === 'presentation' && (
        <Confirm
          title="Delete this presentation"
          action="Delete"
          error={refusal}
          onClose={close}
          onConfirm={async () => {
            const { data } = await deletePresentation({ id });
            if (data?.deletePresentation) leave('The presentation is deleted.', held(data.deletePresentation));
          }}
        >
          <p>
            Its links, its audio and what mentions it are erased with it. A signed contract is held, then pseudonymized.
            Nothing undoes this.
          </p>
        </Confirm>
      )}
      {isAsked === 'homeowner' && selector !== null && (
        <Confirm
          title={`Erase all data of ${nameOf(homeowner)}`}
          action="Erase"
          error={error}
          onClose={close}
          onConfirm={async () => {
            const { data } = await eraseHomeowner({ input: selector });
            if (!data?.eraseHomeowner) return;
            const { isComplete } = data.eraseHomeowner.erasure;
            const text = isComplete
              ? 'The data of the homeowner is erased.'
              : 'A part of the data is erased. There is more: erase it from another presentation of the homeowner.';
            leave(text, held(data.eraseHomeowner));
          }}
        >
          <p>
            All presentations for {email ?? phone} are deleted, of every deck, with their links, questions and what
            events mention. Signed contracts are held, then pseudonymized. Nothing undoes this.
          </p>
        </Confirm>
      )}
    </section>
  );
}

const held = ({ erasure }: { readonly erasure: { readonly heldContracts: readonly unknown[] } }): number =>
  erasure.heldContracts.length;
