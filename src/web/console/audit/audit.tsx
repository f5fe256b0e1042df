/** @jsxImportSource preact */
import { useQuery } from '@urql/preact';
import type { TargetedSubmitEvent } from 'preact';
import { useLocation } from 'preact-iso';
import { useMemo } from 'preact/hooks';
import type { AuditResult } from '../api/schema.graphql.ts';
import { Empty } from '../controls/empty.tsx';
import { Choice, Field } from '../controls/field.tsx';
import { Moment } from '../controls/moment.tsx';
import { type Page, Pages } from '../controls/pages.tsx';
import { useTitle } from '../controls/title.ts';
import { AuditEntriesDocument, type AuditEntriesQuery, AuditHeadDocument } from './audit.graphql.ts';

type Entry = NonNullable<AuditEntriesQuery['auditEntries']>['nodes'][number];

const filters = ['operation', 'key', 'objectId', 'result'] as const;

/** Who did what, the newest first. The filters are in the URL. */
export function Audit() {
  useTitle('Audit log');
  const { query, route } = useLocation();
  const [operation, key, objectId, result] = filters.map((name) => query[name] || null);
  const usePage = useMemo(
    () =>
      function useEntries(after: string | null): Page<Entry> {
        const variables = { first: 50, after, operation, key, objectId, result: result as AuditResult | null };
        const [{ data, error }, read] = useQuery({ query: AuditEntriesDocument, variables });
        return { page: data?.auditEntries, error, read };
      },
    [operation, key, objectId, result],
  );
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = filters
      .map((name) => [name, form.get(name)])
      .filter(([, value]) => typeof value === 'string' && value !== '');
    route(`/app/audit?${new URLSearchParams(given as [string, string][]).toString()}`);
  };
  return (
    <>
      <header class="heading">
        <h1>Audit log</h1>
        <a class="button" href="/api/audit.jsonl" download="audit.jsonl">
          Export
        </a>
      </header>
      <Head />
      <form class="filters" onSubmit={submit}>
        <Field label="Operation" name="operation" value={operation ?? ''} placeholder="createDeck" />
        <Field label="Key" name="key" value={key ?? ''} />
        <Field label="Object" name="objectId" value={objectId ?? ''} />
        <Choice label="Result" name="result" value={result ?? ''}>
          <option value="">All</option>
          <option value="DONE">Done</option>
          <option value="REFUSED">Refused</option>
        </Choice>
        <button type="submit">Filter</button>
      </form>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Operation</th>
            <th scope="col">Who</th>
            <th scope="col">What</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <Pages
          key={[operation, key, objectId, result].join(' ')}
          usePage={usePage}
          columns={5}
          empty={<Empty title="No entry">Nothing that was done or refused matches these filters.</Empty>}
          row={(entry) => <EntryRow key={entry.id} entry={entry} />}
        />
      </table>
    </>
  );
}

function EntryRow({ entry }: { readonly entry: Entry }) {
  const { createdAt, operation, actor, key, address, result, reason, requestId, objectCount, objects } = entry;
  return (
    <tr>
      <td data-label="When">
        <Moment at={createdAt} />
      </td>
      <th scope="row">
        {operation}
        <span class="hint"> {requestId}</span>
      </th>
      <td data-label="Who">
        {key ?? actor.toLowerCase()}
        {address !== null && <span class="hint"> from {address}</span>}
      </td>
      <td data-label="What">
        {objects.map(({ objectId, objectType, change, fields }) => (
          <p key={objectId}>
            {change.toLowerCase()} {objectType} <a href={`/app/audit?objectId=${objectId}`}>{objectId}</a>
            {fields.length > 0 && <span class="hint"> {fields.join(', ')}</span>}
          </p>
        ))}
        {objectCount > objects.length && <p class="hint">and {objectCount - objects.length} more</p>}
      </td>
      <td data-label="Result">
        <span class={result === 'DONE' ? 'badge good' : 'badge alarm'}>{result.toLowerCase()}</span>
        {reason !== null && <span class="hint"> {reason}</span>}
      </td>
    </tr>
  );
}

/** The end of the chain: whoever keeps its hash elsewhere can prove later that no entry before it was changed. */
function Head() {
  const [{ data }] = useQuery({ query: AuditHeadDocument });
  const head = data?.auditHead;
  if (!head) return null;
  return (
    <p class="hint">
      {head.number} entries in the chain{head.pendingCount > 0 && `, ${head.pendingCount} pending`}. Hash of the last
      one: <code>{head.hash}</code>
    </p>
  );
}
