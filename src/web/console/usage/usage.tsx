/** @jsxImportSource preact */
import { useQuery } from '@urql/preact';
import type { QuotaName } from '../api/schema.graphql.ts';
import { Empty } from '../controls/empty.tsx';
import { Moment } from '../controls/moment.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { useTitle } from '../controls/title.ts';
import { UsageDocument } from './usage.graphql.ts';

const words: Readonly<Record<QuotaName, string>> = {
  EVENTS: 'Published events',
  MAIL_RECIPIENTS: 'Recipients of e-mail',
  SPEECH_CHARACTERS: 'Spoken characters',
  STORED_BYTES: 'Stored bytes',
  SUBSCRIPTIONS: 'Subscriptions',
  WEBHOOK_ATTEMPTS: 'Attempts of webhooks',
};
const figures = new Intl.NumberFormat();

/** How much of each quota each key has used. */
export function Usage() {
  useTitle('Usage');
  const [{ data, error }, read] = useQuery({ query: UsageDocument });
  const rows = data?.usage;
  return (
    <>
      <h1>Usage</h1>
      <Refusal error={error} retry={() => read({ requestPolicy: 'network-only' })} />
      {rows === undefined && error === undefined && <Skeleton />}
      {rows?.length === 0 && (
        <Empty title="No quota is set, or none is in use">
          The variables that begin with QUOTA_ say how much a key may use a day; docs/configuration.md lists them.
        </Empty>
      )}
      {rows && rows.length > 0 && (
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">Key</th>
              <th scope="col">Quota</th>
              <th scope="col">Used</th>
              <th scope="col">Counted anew</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, quota, used, limit, resetsAt }) => (
              <tr key={`${key} ${quota}`}>
                <th scope="row">{key}</th>
                <td data-label="Quota">{words[quota]}</td>
                <td data-label="Used">
                  <meter value={used} max={limit} high={limit * 0.9} aria-label={`${words[quota]} used`} />{' '}
                  {figures.format(used)} of {figures.format(limit)}
                </td>
                <td data-label="Counted anew">{resetsAt === null ? 'never' : <Moment at={resetsAt} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
