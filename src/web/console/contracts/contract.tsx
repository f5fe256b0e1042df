/** @jsxImportSource preact */
import { useQuery, useSubscription } from '@urql/preact';
import { useRoute } from 'preact-iso';
import { Empty } from '../controls/empty.tsx';
import { Moment } from '../controls/moment.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { useTitle } from '../controls/title.ts';
import { nameOf } from '../presentations/states.tsx';
import { timeText } from '../../words/amounts.ts';
import { ContractActions } from './actions.tsx';
import { ContractChangedDocument, ContractDocument, type ContractQuery } from './contract.graphql.ts';
import { moneyText } from './money.ts';
import { Signers } from './signers.tsx';
import { ContractState } from './states.tsx';
import { Timeline } from './timeline.tsx';

export type ShownContract = NonNullable<ContractQuery['contract']>;

/** One contract as it is now: what it offers, who signs, and what became of it. */
export function ContractScreen() {
  const { params } = useRoute();
  const id = params['id'] ?? '';
  const [{ data, error }, read] = useQuery({ query: ContractDocument, variables: { id } });
  const [{ data: changed, error: streamError }] = useSubscription({
    query: ContractChangedDocument,
    variables: { id },
  });
  const contract = data?.contract ?? undefined;
  useTitle(contract ? `Contract of ${nameOf(contract.document.homeowner)}` : 'Contract');
  if (data?.contract === null || changed?.contractChanged === null) {
    return (
      <Empty title="There is no such contract">
        It was deleted with its presentation, or it never was. <a href="/app/contracts">Go to the contracts</a>.
      </Empty>
    );
  }
  return (
    <>
      <Refusal error={error ?? streamError} retry={() => read({ requestPolicy: 'network-only' })} />
      {contract === undefined && error === undefined && <Skeleton />}
      {contract && <Shown contract={contract} />}
    </>
  );
}

function Shown({ contract }: { readonly contract: ShownContract }) {
  const { id, presentationId, status, createdAt, document, warnings } = contract;
  return (
    <>
      <header class="heading">
        <div class="stack presentations-title">
          <p>
            <a href="/app/contracts">Contracts</a>
          </p>
          <h1>
            {document.offer === null ? 'Contract of' : `${document.offer}:`} {nameOf(document.homeowner)}
          </h1>
          <p class="presentations-facts">
            <span role="status">
              <ContractState status={status} />
            </span>
            <span class="hint">
              drafted <Moment at={createdAt} />
            </span>
          </p>
        </div>
        <p class="actions">
          <a class="button" href={`/app/presentations/${presentationId}`}>
            Open presentation
          </a>
          <a class="button" href={`/api/contracts/${id}/document.pdf`} target="_blank" rel="noopener">
            Open PDF
          </a>
        </p>
      </header>
      {warnings.length > 0 && (
        <ul class="refusal" role="list">
          {warnings.map(({ code, detail }) => (
            <li key={code}>{detail}</li>
          ))}
        </ul>
      )}
      <ContractActions contract={contract} />
      <div class="presentations-columns">
        <div class="stack">
          <Tiers contract={contract} />
          <Timeline contract={contract} />
        </div>
        <div class="stack">
          <Signers contract={contract} />
          <Dates contract={contract} />
        </div>
      </div>
    </>
  );
}

/** What is offered; once signed, which of it. */
function Tiers({ contract: { document, tier: signed } }: { readonly contract: ShownContract }) {
  const money = (amount: string): string => moneyText(amount, document.currency, document.language);
  return (
    <section class="card stack" aria-labelledby="offer">
      <h2 id="offer">Offer</h2>
      <table class="presentations-prices">
        <caption>{document.seller ?? 'Prices'}</caption>
        <tbody>
          {document.tiers.map(({ tier, name, total, deposit, tax }) => (
            <tr key={tier}>
              <th scope="row">
                {name} {tier === signed && <span class="badge good">Signed</span>}
              </th>
              <td>
                {money(total)}
                {deposit !== null && <span class="hint presentations-city">{money(deposit)} on signing</span>}
                {tax !== null && <span class="hint presentations-city">{money(tax)} of it is tax</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The times that count, in the time zone of the contract. */
function Dates({ contract }: { readonly contract: ShownContract }) {
  const { expiresAt, signedAt, rescindableUntil, rescindedAt, heldUntil, pseudonymizedAt, declineReason } = contract;
  const { timeZone } = contract.document;
  const rows = [
    ['Expires', expiresAt],
    ['Signed', signedAt],
    ['Can be canceled until', rescindableUntil],
    ['Canceled', rescindedAt],
    ['Held after the erasure until', heldUntil],
    ['Pseudonymized', pseudonymizedAt],
  ] as const;
  return (
    <section class="card stack" aria-labelledby="dates">
      <h2 id="dates">Dates</h2>
      <dl class="presentations-details">
        {rows.map(
          ([label, at]) =>
            at !== null && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{timeText(at, 'en', timeZone ?? 'UTC')}</dd>
              </div>
            ),
        )}
        {declineReason !== null && (
          <div>
            <dt>Reason for declining</dt>
            <dd class="presentations-words">{declineReason}</dd>
          </div>
        )}
        <div>
          <dt>Time zone</dt>
          <dd>{timeZone ?? 'UTC'}</dd>
        </div>
      </dl>
    </section>
  );
}
