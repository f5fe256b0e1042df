/** @jsxImportSource preact */
import { Moment } from '../controls/moment.tsx';
import { nameOf } from '../presentations/states.tsx';
import type { ShownContract } from './contract.tsx';

/** Who has signed, and who has still to sign. */
export function Signers({ contract }: { readonly contract: ShownContract }) {
  const { document, coSigner, signatures, missingSigners } = contract;
  const named = { HOMEOWNER: nameOf(document.homeowner), CO_SIGNER: coSigner ?? 'Second owner' };
  const roles = { HOMEOWNER: 'Homeowner', CO_SIGNER: 'Second owner' };
  return (
    <section class="card stack" aria-labelledby="signers">
      <h2 id="signers">Signers</h2>
      <ul class="presentations-links">
        {signatures.map(({ signer, name, signedAt }) => (
          <li key={signer}>
            <div>
              <p class="presentations-words">{name ?? named[signer]}</p>
              <p class="hint">
                {roles[signer]}, <Moment at={signedAt} />
              </p>
            </div>
            <span class="badge good">Signed</span>
          </li>
        ))}
        {missingSigners.map((signer) => (
          <li key={signer}>
            <div>
              <p class="presentations-words">{named[signer]}</p>
              <p class="hint">{roles[signer]}</p>
            </div>
            <span class="badge">Not signed</span>
          </li>
        ))}
      </ul>
      {signatures.length + missingSigners.length === 0 && <p class="hint">Nobody has signed it.</p>}
    </section>
  );
}
