import { useEffect, useRef, useState } from 'preact/hooks';
import { useVisible } from '../live/live.ts';
import type { Schemas } from '../story/answers.ts';

type QuestionAsked = Schemas['QuestionAskedEvent'];

/** About how long after a stream was refused it is requested again, in milliseconds. */
const reopenMs = 10_000;

const mostQuestions = 100;

/** What the session of the seller shows. */
export interface SellersView {
  /** Notes by the id of the deck's slide; null while they are not read. */
  readonly notes: ReadonlyMap<string, string> | null;
  /** Newest first; null where the session may not follow events. */
  readonly questions: readonly QuestionAsked[] | null;
}

/**
 * Reads the notes, and follows the questions while the window can be seen: in the background it gives its connection back, as
 * pages of homeowners do, and reads what was asked meanwhile once it is seen again.
 *
 * @param version that of the presentation
 */
export function useSeller(presentationId: string, version: number): SellersView {
  const [whole, setWhole] = useState<Schemas['Presentation'] | null>(null);
  const [questions, setQuestions] = useState<readonly QuestionAsked[] | null>([]);
  useEffect(() => {
    const end = new AbortController();
    fetch(`/api/presentations/${presentationId}`, { signal: end.signal })
      .then(async (response) => {
        if (response.ok) setWhole(((await response.json()) as { presentation: Schemas['Presentation'] }).presentation);
      })
      .catch(() => undefined);
    return () => end.abort();
  }, [presentationId, version]);
  const deckId = whole?.deckId;
  const isVisible = useVisible();
  /** The cursor behind which the next stream begins; null before the first one. */
  const after = useRef<string | null>(null);
  useEffect(() => {
    if (deckId === undefined || !isVisible) return;
    const end = new AbortController();
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const receive = ({ data, lastEventId }: MessageEvent<string>): void => {
      after.current = lastEventId;
      const asked = JSON.parse(data) as QuestionAsked;
      if (asked.data.presentationId !== presentationId) return;
      setQuestions((before) => [asked, ...(before ?? [])].slice(0, mostQuestions));
    };
    // A browser comes back to a stream that was cut, and never to one that was refused, as by a server without time.
    const open = async (): Promise<void> => {
      after.current ??= await latestCursor(end.signal);
      if (end.signal.aborted) return;
      if (after.current === null) return reopenLater();
      const stream = new EventSource(`/api/events/stream?types=question.asked&deckId=${deckId}&after=${after.current}`);
      source = stream;
      stream.addEventListener('message', receive);
      stream.addEventListener('open', () => setQuestions((before) => before ?? []));
      stream.addEventListener('error', () => {
        if (stream.readyState === EventSource.CLOSED) reopenLater();
      });
    };
    const reopen = async (): Promise<void> => {
      if (after.current !== null && (await isExpired(after.current, end.signal))) after.current = null;
      await open();
    };
    const reopenLater = (): void => {
      setQuestions((before) => (before?.length === 0 ? null : before));
      // Windows that were refused together do not all come back at once.
      timer = setTimeout(() => void reopen(), reopenMs * (0.5 + Math.random()));
    };
    void open();
    return () => {
      end.abort();
      clearTimeout(timer);
      source?.close();
    };
  }, [deckId, isVisible]);
  const notes =
    whole && new Map(whole.slides.map(({ sourceSlideId, slideContext }) => [sourceSlideId, slideContext ?? '']));
  return { notes, questions };
}

/** The cursor of the last event: a stream that begins behind it misses none of those that come before it is open. */
async function latestCursor(signal: AbortSignal): Promise<string | null> {
  const response = await fetch('/api/events/latest-cursor', { signal }).catch(() => null);
  if (response?.ok !== true) return null;
  const body = (await response.json().catch(() => null)) as { latestCursor: Schemas['LatestCursor'] } | null;
  return body?.latestCursor.cursor ?? null;
}

/** Whether the log no longer has the event of a cursor. A stream that is refused does not show why. */
async function isExpired(cursor: string, signal: AbortSignal): Promise<boolean> {
  const response = await fetch(`/api/events?limit=1&after=${cursor}`, { signal }).catch(() => null);
  return response?.status === 410;
}
