/** @jsxImportSource preact */
import { useMutation, useQuery } from '@urql/preact';
import { useLocation } from 'preact-iso';
import { Refusal } from '../controls/refusal.tsx';
import { ContractState } from '../contracts/states.tsx';
import { moneyText } from '../contracts/money.ts';
import { More, type Page } from '../controls/pages.tsx';
import { useMay } from '../visitor.ts';
import { useIdempotencyKey } from './once.ts';
import { type ContractLineFragment, CreateContractDocument, MoreContractsDocument } from './presentation.graphql.ts';
import type { Shown } from './use-presentation.ts';

interface ContractsProps {
  readonly presentation: Shown;
  /** Reads the presentation again. */
  readonly onChange: () => void;
}

const current: ReadonlySet<string> = new Set(['DRAFT', 'SENT', 'VIEWED', 'SIGNED']);

/** The contracts of the presentation, the newest first, and a draft for an offer that has none. */
export function Contracts({ presentation: { id, contracts, pricing }, onChange }: ContractsProps) {
  const may = useMay();
  const { route } = useLocation();
  const [{ fetching, error }, createContract] = useMutation(CreateContractDocument);
  const keyOf = useIdempotencyKey();
  if (contracts === undefined) return null;
  // An offer has one open or signed contract at most.
  const taken = new Set(
    contracts.nodes.filter(({ status }) => current.has(status)).map(({ sourceSlideId }) => sourceSlideId),
  );
  const free = pricing.offers.filter(({ sourceSlideId }) => !taken.has(sourceSlideId));
  const draft = async (sourceSlideId: string): Promise<void> => {
    if (fetching) return;
    const request = { presentationId: id, input: { sourceSlideId } };
    const { data } = await createContract({
      ...request,
      idempotencyKey: keyOf({ ...request, newest: contracts.nodes[0]?.id }),
    });
    if (!data?.createContract) return;
    onChange();
    route(`/app/contracts/${data.createContract.contract.id}`);
  };
  return (
    <section class="card stack" aria-labelledby="contracts-of">
      <h2 id="contracts-of">Contracts</h2>
      {contracts.nodes.length === 0 && (
        <p class="hint">
          {pricing.offers.length === 0
            ? 'The deck has no prices: there is nothing to sign.'
            : 'None yet. Draft one, send it, and the homeowner signs it at the presentation.'}
        </p>
      )}
      <ul class="presentations-links">
        {contracts.nodes.map(contractLine)}
        <More behind={contracts.pageInfo} usePage={(after) => useMoreContracts(id, after)} row={contractLine} />
      </ul>
      <Refusal error={error} />
      {may('contracts:write') && free.length > 0 && (
        <p class="actions">
          {free.map(({ sourceSlideId, title }) => (
            <button
              key={sourceSlideId}
              type="button"
              aria-disabled={fetching}
              onClick={() => void draft(sourceSlideId)}
            >
              {pricing.offers.length === 1 ? 'Draft contract' : `Draft contract for ${title ?? 'the offer'}`}
            </button>
          ))}
        </p>
      )}
    </section>
  );
}

const contractLine = ({ id, status, total, currency, document }: ContractLineFragment) => (
  <li key={id}>
    <p>
      <a href={`/app/contracts/${id}`}>{document.offer ?? 'Contract'}</a>{' '}
      {total !== null && currency !== null && moneyText(total, currency, document.language)}
    </p>
    <ContractState status={status} />
  </li>
);

function useMoreContracts(id: string, after: string | null): Page<ContractLineFragment> {
  const [{ data, error }, read] = useQuery({ query: MoreContractsDocument, variables: { id, after: after ?? '' } });
  return { page: data?.presentation?.contracts, error, read };
}
