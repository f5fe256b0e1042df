/** @jsxImportSource preact */
import { useMutation, useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { reasonOf } from '../api/problems.ts';
import { Empty } from '../controls/empty.tsx';
import { Moment } from '../controls/moment.tsx';
import { type Page, Pages } from '../controls/pages.tsx';
import { useTitle } from '../controls/title.ts';
import { toast } from '../controls/toasts.tsx';
import { useMay } from '../visitor.ts';
import { DeadJobsDocument, type DeadJobsQuery, RetryDeadJobDocument } from './failed-jobs.graphql.ts';

type Job = NonNullable<DeadJobsQuery['deadJobs']>['nodes'][number];

const pageLength = 50;

function usePage(after: string | null): Page<Job> {
  const [{ data, error }, read] = useQuery({ query: DeadJobsDocument, variables: { first: pageLength, after } });
  return { page: data?.deadJobs, error, read };
}

/** Work that was given up: jobs here, deliveries among those of the live screen. */
export function FailedJobs() {
  useTitle('Failed jobs');
  const may = useMay();
  return (
    <>
      <h1>Failed jobs</h1>
      <p>
        Work in the background that was given up after ten tries: it is kept for 90 days and can be done again.
        {may('notifications:read') && (
          <>
            {' '}
            Deliveries that were given up are among the <a href="/app/live/deliveries?status=DEAD">dead deliveries</a>.
          </>
        )}
        {may('events:read') && (
          <>
            {' '}
            Events of which not all deliveries could be made are named by{' '}
            <a href="/app/live?types=fan_out.dead">reports among the events</a>.
          </>
        )}
      </p>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">Job</th>
            <th scope="col">Reason</th>
            <th scope="col" class="number">
              Tries
            </th>
            <th scope="col">Given up</th>
            <td />
          </tr>
        </thead>
        <Pages
          usePage={usePage}
          columns={5}
          row={(job) => <Row key={job.id} job={job} />}
          empty={
            <Empty title="Nothing has failed">
              Narrations, expiries and other work in the background are all done.
            </Empty>
          }
        />
      </table>
    </>
  );
}

/** Kinds of jobs, as people say them: narrate-presentation is "Narrate presentation". */
function kindInWords(kind: string): string {
  const words = kind.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function Row({ job: { id, kind, reason, attemptCount, createdAt, data } }: { readonly job: Job }) {
  const may = useMay();
  const [isRetried, setRetried] = useState(false);
  const [{ fetching }, retry] = useMutation(RetryDeadJobDocument);
  const doAgain = async (): Promise<void> => {
    if (fetching || isRetried) return;
    const { error } = await retry({ id });
    if (error === undefined) setRetried(true);
    toast(error === undefined ? `${kindInWords(kind)}: it is tried again now.` : reasonOf(error));
  };
  return (
    <tr>
      <th scope="row">
        {kindInWords(kind)}
        <details>
          <summary>Details</summary>
          <dl class="facts">
            <dt>Id</dt>
            <dd>{id}</dd>
            {Object.entries(data).map(([name, value]) => (
              <>
                <dt key={name}>{name}</dt>
                <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
              </>
            ))}
          </dl>
        </details>
      </th>
      <td data-label="Reason">{reason}</td>
      <td class="number" data-label="Tries">
        {attemptCount}
      </td>
      <td data-label="Given up">
        <Moment at={createdAt} />
      </td>
      <td>
        {may('admin') && (
          <button type="button" aria-disabled={fetching || isRetried} onClick={() => void doAgain()}>
            {isRetried ? 'Tried again' : 'Retry'}
          </button>
        )}
      </td>
    </tr>
  );
}
