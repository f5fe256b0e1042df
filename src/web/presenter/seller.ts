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
    const source = new EventSource(`/api/events/stream?types=question.asked&deckId=${deckId}`);
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const { id, timestamp, data: asked } = JSON.parse(data) as AskedEvent;
      if (asked.presentationId !== presentationId) return;
      const fresh = { id, question: asked.question, slideId: asked.slideId, at: timestamp };
      setQuestions((before) => [fresh, ...(before ?? [])].slice(0, mostQuestions));
    });
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) setQuestions((before) => (before?.length === 0 ? null : before));
    });
    return () => source.close();
  }, [deckId]);
  const notes =
    whole && new Map(whole.slides.map(({ sourceSlideId, slideContext }) => [sourceSlideId, slideContext ?? '']));
  return { notes, questions };
}
