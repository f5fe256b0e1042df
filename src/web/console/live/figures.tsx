/** @jsxImportSource preact */
import { useQuery } from '@urql/preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { StatisticsPeriod } from '../api/schema.graphql.ts';
import { Choice } from '../controls/field.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { useSearch } from '../controls/search.ts';
import { Skeleton } from '../controls/skeleton.tsx';
import { Chart, type Line } from './chart.tsx';
import { SubscriptionNamesDocument } from './deliveries.graphql.ts';
import { StatisticsDocument, type StatisticsQuery } from './figures.graphql.ts';
import { Live } from './live.tsx';

const periods: Readonly<Record<StatisticsPeriod, string>> = {
  HOUR: 'Last hour',
  DAY: 'Last day',
  MONTH: 'Last 30 days',
};

/** Time between two reads, in milliseconds. The server counts about a second after the fact. */
const pauseMs = 5_000;

/** What became of events and deliveries, by time. */
export function Figures() {
  const { query, set } = useSearch();
  const period = (Object.keys(periods) as StatisticsPeriod[]).find((one) => one === query['period']) ?? 'HOUR';
  const subscriptionId = query['subscription'] ?? null;
  const [{ data: names }] = useQuery({ query: SubscriptionNamesDocument });
  const [{ data, error }, read] = useQuery({ query: StatisticsDocument, variables: { period, subscriptionId } });
  const again = (): void => read({ requestPolicy: 'network-only' });
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && again(), pauseMs);
    return () => clearInterval(timer);
  }, [period, subscriptionId]);
  const statistics = data?.deliveryStatistics;
  return (
    <Live title="Live figures">
      <div class="live-choices">
        <Choice label="Period" value={period} onChange={({ currentTarget: { value } }) => set({ period: value })}>
          {Object.entries(periods).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </Choice>
        <Choice
          label="Subscription"
          value={subscriptionId ?? ''}
          onChange={({ currentTarget: { value } }) => set({ subscription: value })}
        >
          <option value="">All subscriptions</option>
          {names?.subscriptions?.nodes.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
      </div>
      <Refusal error={error} retry={again} />
      {statistics === undefined && error === undefined && <Skeleton rows={4} />}
      {statistics && <Charts statistics={statistics} isOfOne={subscriptionId !== null} />}
    </Live>
  );
}

interface ChartsProps {
  readonly statistics: NonNullable<StatisticsQuery['deliveryStatistics']>;
  readonly isOfOne: boolean;
}

function Charts({ statistics: { bucketSeconds, buckets }, isOfOne }: ChartsProps) {
  const times = useMemo(() => buckets.map(({ start }) => Date.parse(start) / 1_000), [buckets]);
  const minutes = bucketSeconds / 60;
  const lines = useMemo(
    () => ({
      events: [
        { label: 'Events', color: 'accent', values: buckets.map(({ eventCount }) => perMinute(eventCount, minutes)) },
      ] satisfies Line[],
      attempts: [
        { label: 'Accepted', color: 'good', values: buckets.map(({ deliveredCount }) => deliveredCount) },
        { label: 'Failed', color: 'alarm', values: buckets.map(({ failedAttemptCount }) => failedAttemptCount) },
        { label: 'Given up', color: 'warn', values: buckets.map(({ deadCount }) => deadCount) },
      ] satisfies Line[],
      latency: [
        { label: 'Half of them', color: 'accent', values: buckets.map(({ latencyMs }) => latencyMs?.p50 ?? null) },
        { label: '95 of 100', color: 'warn', values: buckets.map(({ latencyMs }) => latencyMs?.p95 ?? null) },
      ] satisfies Line[],
      backlog: [
        { label: 'Waiting', color: 'accent', values: buckets.map(({ backlogCount }) => backlogCount) },
      ] satisfies Line[],
    }),
    [buckets, minutes],
  );
  return (
    <div class="figures">
      <Chart
        title={isOfOne ? 'Events a minute, by their first attempt' : 'Events a minute'}
        times={times}
        lines={lines.events}
      />
      <Chart title="Attempts" times={times} lines={lines.attempts} />
      <Chart title="Latency" times={times} lines={lines.latency} unit=" ms" />
      <Chart title="Backlog" times={times} lines={lines.backlog} />
    </div>
  );
}

const perMinute = (count: number, minutes: number): number => Math.round((count / minutes) * 100) / 100;
