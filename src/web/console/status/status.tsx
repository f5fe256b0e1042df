/** @jsxImportSource preact */
import { useQuery } from '@urql/preact';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Moment } from '../controls/moment.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { useTitle } from '../controls/title.ts';
import { StatusDocument, type StatusQuery } from './status.graphql.ts';

/** How often the screen reads the status again, in milliseconds. */
const intervalMs = 5_000;
const figures = new Intl.NumberFormat();

/** What an operator looks at first. It is read again while the page can be seen. */
export function Status() {
  useTitle('Status');
  const [{ data, error }, read] = useQuery({ query: StatusDocument });
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) read({ requestPolicy: 'network-only' });
    }, intervalMs);
    return () => clearInterval(timer);
  }, [read]);
  return (
    <>
      <h1>Status</h1>
      <Refusal error={error} />
      {data === undefined && error === undefined && <Skeleton />}
      {data?.status && <Facts status={data.status} />}
    </>
  );
}

function Facts({ status }: { readonly status: NonNullable<StatusQuery['status']> }) {
  const { databaseKind, databaseVersion, databaseLatencyMs, databaseBytes } = status;
  return (
    <div class="status">
      <Group title="Backlog">
        <Fact name="Deliveries due" isAlarming={status.oldestDueAt !== null && isLate(status.oldestDueAt)}>
          {figures.format(status.dueDeliveryCount)}
          {status.oldestDueAt !== null && (
            <>
              , the oldest since <Moment at={status.oldestDueAt} />
            </>
          )}
        </Fact>
        <Fact name="Events without deliveries yet">{figures.format(status.fanOutPendingCount)}</Fact>
        <Fact name="Failing fan-outs" isAlarming={status.fanOutFailingCount > 0}>
          {figures.format(status.fanOutFailingCount)}
        </Fact>
        <Fact name="Failed jobs" isAlarming={status.deadJobCount > 0}>
          {figures.format(status.deadJobCount)}
        </Fact>
      </Group>
      <Group title="Database">
        <Fact name="Kind">
          {databaseKind === 'PGLITE' ? 'PGlite' : 'PostgreSQL'} {databaseVersion}
        </Fact>
        <Fact name="Answers in">{databaseLatencyMs} ms</Fact>
        <Fact name="Size">{megabytes(databaseBytes)}</Fact>
      </Group>
      <Group title="Process">
        <Fact name="Version">{status.version}</Fact>
        <Fact name="Started">
          <Moment at={status.startedAt} />
        </Fact>
        <Fact name="Memory">{megabytes(status.memoryBytes)}</Fact>
        <Fact name="Processes in all">{figures.format(status.processCount)}</Fact>
        <Fact name="Free on the disk" isAlarming={status.diskFreeBytes < lowDiskBytes}>
          {megabytes(status.diskFreeBytes)}
        </Fact>
      </Group>
      <section class="card">
        <h2>Last errors of this process</h2>
        {status.recentErrors.length === 0 ? (
          <p class="hint">None since it started.</p>
        ) : (
          <dl>
            {status.recentErrors.map(({ at, sentence }) => (
              <Fact key={`${at} ${sentence}`} name={sentence}>
                <Moment at={at} />
              </Fact>
            ))}
          </dl>
        )}
      </section>
    </div>
  );
}

/** Below it, files of audio, images and PGlite may not be written soon. */
const lowDiskBytes = 500_000_000;
const lateAfterMs = 60_000;
const isLate = (at: string): boolean => Date.now() - new Date(at).getTime() > lateAfterMs;
const megabytes = (bytes: number): string => `${figures.format(Math.round(bytes / 1_000_000))} MB`;

function Group({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section class="card">
      <h2>{title}</h2>
      <dl>{children}</dl>
    </section>
  );
}

interface FactProps {
  readonly name: string;
  readonly isAlarming?: boolean;
  readonly children: ComponentChildren;
}

function Fact({ name, isAlarming = false, children }: FactProps) {
  return (
    <div class={isAlarming ? 'status-alarm' : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
