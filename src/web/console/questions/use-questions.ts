import type { CombinedError, OperationResult } from '@urql/core';
import { useClient } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import {
  UnansweredQuestionsDocument,
  type UnansweredQuestionsQuery,
  QuestionDecksDocument,
  type QuestionDecksQuery,
} from './questions.graphql.ts';

/** What homeowners ask of one deck in vain. */
export interface DeckQuestions {
  readonly id: string;
  readonly name: string;
  readonly questions: NonNullable<UnansweredQuestionsQuery['unansweredQuestions']>;
}

interface Read {
  readonly decks: readonly DeckQuestions[];
  readonly isWhole: boolean;
  readonly error: CombinedError | undefined;
}

const pageLength = 50;
const nothing: Read = { decks: [], isWhole: false, error: undefined };

/** Reads what is asked of a deck, or of all decks one after the other: the API ranks questions by deck. */
export function useQuestions(deckId: string, since: string | null): Read & { readonly read: () => void } {
  const client = useClient();
  const [shown, setShown] = useState(nothing);
  const [edition, setEdition] = useState(0);
  useEffect(() => {
    let isOver = false;
    const fail = (error: CombinedError | undefined): void => {
      if (!isOver) setShown((before) => ({ ...before, error, isWhole: true }));
    };
    const readAll = async (): Promise<void> => {
      let after: string | null = null;
      do {
        const page: OperationResult<QuestionDecksQuery> = await client
          .query(QuestionDecksDocument, { first: pageLength, after })
          .toPromise();
        if (!page.data?.decks) return fail(page.error);
        const { nodes, pageInfo } = page.data.decks;
        for (const { id, name } of nodes) {
          if (isOver) return;
          if (deckId !== '' && id !== deckId) continue;
          const variables = { deckId: id, since };
          const { data, error } = await client
            .query(UnansweredQuestionsDocument, variables, { requestPolicy: 'network-only' })
            .toPromise();
          if (!data?.unansweredQuestions) return fail(error);
          const questions = data.unansweredQuestions;
          if (!isOver && questions.length > 0) {
            setShown((before) => ({ ...before, decks: [...before.decks, { id, name, questions }] }));
          }
        }
        after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
      } while (after !== null);
      if (!isOver) setShown((before) => ({ ...before, isWhole: true }));
    };
    setShown(nothing);
    void readAll();
    return () => {
      isOver = true;
    };
  }, [client, deckId, since, edition]);
  return { ...shown, read: () => setEdition((before) => before + 1) };
}
