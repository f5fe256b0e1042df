import { useQuery, useSubscription } from '@urql/preact';
import { useEffect } from 'preact/hooks';
import { useMay } from '../visitor.ts';
import {
  AskedQuestionsDocument,
  PresentationChangedDocument,
  PresentationDocument,
  PresentationEventsDocument,
  type PresentationEventsSubscription,
  type PresentationQuery,
} from './presentation.graphql.ts';

export type Shown = NonNullable<PresentationQuery['presentation']>;

/** A question of the homeowner. */
export interface Asked {
  readonly id: string;
  readonly question: string;
  readonly askedAt: string;
  readonly sourceSlideId: string | null;
}

interface Happened {
  readonly questions: readonly Asked[];
  readonly contractEventCount: number;
}

const nothing: Happened = { questions: [], contractEventCount: 0 };

/** A presentation and what homeowners ask of it, kept current while it is shown. */
export function usePresentation(id: string) {
  const may = useMay();
  const parts = { isWriter: may('presentations:write'), withDecks: may('decks:read') };
  const [{ data, error }, execute] = useQuery({
    query: PresentationDocument,
    variables: { id, ...parts, withContracts: may('contracts:read') },
  });
  const [{ data: changed, error: streamError }] = useSubscription({
    query: PresentationChangedDocument,
    variables: { id, ...parts },
  });
  const read = (): void => execute({ requestPolicy: 'network-only' });
  const presentation = data?.presentation ?? undefined;
  // An update may have added slides, which the stream has not.
  const shownSlides = presentation?.slides.length;
  const slideCount = presentation?.slideCount;
  useEffect(() => {
    if (shownSlides !== undefined && shownSlides !== slideCount) read();
  }, [slideCount]);
  const { questions, contractEventCount } = useHappenings(id, presentation?.deckId, presentation?.createdAt);
  useEffect(() => {
    if (contractEventCount > 0) read();
  }, [contractEventCount]);
  return {
    presentation,
    isGone: data?.presentation === null || changed?.presentationChanged === null,
    questions,
    error: error ?? streamError,
    read,
  };
}

/** The questions of the homeowner, null for a visitor who may not read events; and how many contracts have changed meanwhile. */
function useHappenings(presentationId: string, deckId = '', since = '') {
  const may = useMay();
  const mayFollow = may('events:read');
  const mayRead = mayFollow && may('notifications:read');
  const [{ data: asked }] = useQuery({
    query: AskedQuestionsDocument,
    variables: { deckId, since, filter: { 'data.presentationId': presentationId } },
    pause: !mayRead || deckId === '',
  });
  const [{ data: happened = nothing }] = useSubscription<PresentationEventsSubscription, Happened>(
    { query: PresentationEventsDocument, variables: { deckId }, pause: !mayFollow || deckId === '' },
    (before = nothing, { events: event }) => {
      if (event.payload['presentationId'] !== presentationId) return before;
      if (event.type !== 'question.asked') return { ...before, contractEventCount: before.contractEventCount + 1 };
      return { ...before, questions: [questionOf(event), ...before.questions] };
    },
  );
  const read = (asked?.tryFilter?.matches ?? []).map(questionOf).toReversed();
  const known = new Set(read.map(({ id }) => id));
  return {
    questions: mayFollow ? [...happened.questions.filter(({ id }) => !known.has(id)), ...read] : null,
    contractEventCount: happened.contractEventCount,
  };
}

/** The payload is what an event of this type has, unless a client has published one of the same type. */
function questionOf({
  id,
  timestamp,
  payload,
}: {
  readonly id: string;
  readonly timestamp: string;
  readonly payload: Record<string, unknown>;
}): Asked {
  const { question, sourceSlideId } = payload;
  return {
    id,
    askedAt: timestamp,
    question: typeof question === 'string' ? question : '',
    sourceSlideId: typeof sourceSlideId === 'string' ? sourceSlideId : null,
  };
}
