import { useEffect, useState } from 'preact/hooks';

/** What the seller's session shows beyond the link. */
interface Whole {
  readonly id: string;
  readonly deckId: string;
  readonly slides: readonly { readonly sourceSlideId: string; readonly slideContext: string | null }[];
}

/** A question of a homeowner. */
export interface Asked {
  readonly id: string;
  readonly question: string;
  readonly slideId: string | null;
  readonly at: string;
}

interface AskedEvent {
  readonly id: string;
  readonly timestamp: string;
  readonly data: { readonly presentationId: string; readonly question: string; readonly slideId: string | null };
}

/** How long after a stream was refused it is asked for again, in milliseconds. */
const reopenMs = 10_000;

/** Most questions that are kept. */
const mostQuestions = 100;

/** What the session of the seller shows. */
export interface SellersView {
  /** Notes by the id of the deck's slide; null while they are not read. */
  readonly notes: ReadonlyMap<string, string> | null;
  /** Newest first; null where the session may not follow events. */
  readonly questions: readonly Asked[] | null;
}

/** Reads the notes, and follows the questions while the window is open. @param version that of the presentation */
export function useSeller(presentationId: string, version: number): SellersView {
  const [whole, setWhole] = useState<Whole | null>(null);
  const [questions, setQuestions] = useState<readonly Asked[] | null>([]);
  useEffect(() => {
    const end = new AbortController();
    fetch(`/api/presentations/${presentationId}`, { signal: end.signal })
      .then(async (response) => {
        if (response.ok) setWhole(((await response.json()) as { presentation: Whole }).presentation);
      })
      .catch(() => undefined);
    return () => end.abort();
  }, [presentationId, version]);
  const deckId = whole?.deckId;
  useEffect(() => {
    if (deckId === undefined) return;
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hear = ({ data }: MessageEvent<string>): void => {
      const { id, timestamp, data: asked } = JSON.parse(data) as AskedEvent;
      if (asked.presentationId !== presentationId) return;
      const fresh = { id, question: asked.question, slideId: asked.slideId, at: timestamp };
      setQuestions((before) => [fresh, ...(before ?? [])].slice(0, mostQuestions));
    };
    // A browser comes back to a stream that was cut, and never to one that was refused, as by a server without time.
    const open = (): void => {
      source = new EventSource(`/api/events/stream?types=question.asked&deckId=${deckId}`);
      source.addEventListener('message', hear);
      source.addEventListener('open', () => setQuestions((before) => before ?? []));
      source.addEventListener('error', () => {
        if (source.readyState !== EventSource.CLOSED) return;
        setQuestions((before) => (before?.length === 0 ? null : before));
        timer = setTimeout(open, reopenMs);
      });
    };
    open();
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [deckId]);
  const notes =
    whole && new Map(whole.slides.map(({ sourceSlideId, slideContext }) => [sourceSlideId, slideContext ?? '']));
  return { notes, questions };
}
