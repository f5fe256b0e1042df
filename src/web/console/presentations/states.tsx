/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import type { PresentationRowFragment } from './presentations.graphql.ts';

export type Status = PresentationRowFragment['status'];

/** The states of presentations, as the filter names them. */
export const statusWords: Readonly<Record<Status, string>> = {
  NARRATING: 'Narrating',
  READY: 'Ready',
  FAILED: 'Narration failed',
};
const looks: Readonly<Record<Status, string>> = { NARRATING: 'warn', READY: 'good', FAILED: 'alarm' };

interface Progress {
  readonly doneCount: number;
  readonly totalCount: number;
}

/** The state of a presentation, with the progress of its narration. */
export function PresentationState({
  status,
  narration,
}: {
  readonly status: Status;
  readonly narration: Progress | null;
}) {
  const isUnderWay = status === 'NARRATING' && narration !== null;
  return (
    <span class="presentations-state">
      <span class={`badge ${looks[status]}`}>
        {statusWords[status]}
        {isUnderWay && ` ${narration.doneCount} of ${narration.totalCount}`}
      </span>
      {isUnderWay && (
        <progress max={narration.totalCount} value={narration.doneCount} aria-label="Narration">
          {narration.doneCount} of {narration.totalCount}
        </progress>
      )}
    </span>
  );
}

/** What is known of a presentation that somebody may be watching: pages of homeowners report what was watched every 15 seconds. */
export const watchedLately = 'Watched in the last minute';
const lateMs = 60_000;

/** Whether a page has reported within that minute. Nothing says that it is still open. */
export function useWatchedLately(lastViewedAt: string | null): boolean {
  const isNow = (): boolean => lastViewedAt !== null && Date.now() - Date.parse(lastViewedAt) < lateMs;
  const [, setLook] = useState(0);
  useEffect(() => {
    if (!isNow()) return;
    const timer = setInterval(() => setLook(Date.now), 5_000);
    return () => clearInterval(timer);
  }, [lastViewedAt]);
  return isNow();
}

export const nameOf = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string =>
  `${firstName} ${lastName}`;

/** How long something was watched, such as "2 min 5 s". */
export function lengthText(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
