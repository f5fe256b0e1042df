/** @jsxImportSource preact */
import { Moment } from '../controls/moment.tsx';
import { counted } from '../../words/counted.ts';
import type { EraseHomeownerMutation } from './privacy.graphql.ts';

type Erasure = NonNullable<EraseHomeownerMutation['eraseHomeowner']>['erasure'];

/** What an erasure has deleted, and what it holds. */
export function ErasedParts({ erasure }: { readonly erasure: Erasure }) {
  const { isComplete, presentationIds, contractIds, pseudonymizedContractIds, heldContracts } = erasure;
  return (
    <section class="card stack" role="status">
      <h2>Erased</h2>
      <ul>
        <li>{counted(presentationIds.length, 'presentation', 'presentations')}</li>
        <li>{counted(contractIds.length, 'unsigned contract', 'unsigned contracts')}</li>
        <li>
          {counted(pseudonymizedContractIds.length, 'signed contract', 'signed contracts')} without the person's data
        </li>
        {heldContracts.map(({ contractId, heldUntil }) => (
          <li key={contractId}>
            The signed contract <a href={`/app/contracts/${contractId}`}>{contractId}</a> is held; it loses the person's
            data <Moment at={heldUntil} />.
          </li>
        ))}
      </ul>
      {!isComplete && <p class="fault">There was too much for one request. Erase again.</p>}
    </section>
  );
}
