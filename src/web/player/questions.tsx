/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import { SendButton } from '../contract/send-button.tsx';
import type { FaqMatch } from '../story/answers.ts';
import { Panel } from './panels.tsx';
import type { Player } from './player.ts';
import { slideOf } from '../story/state.ts';
import { written } from '../words/language.ts';

/** How long after the last letter a search begins, in milliseconds. */
const pauseMs = 200;

/** A keyboard on the screen would cover the list of questions before it was read. */
const hasKeyboard = matchMedia('(pointer: fine)').matches;

const longestSearch = 200;

/** What a search has come to. */
interface Search {
  readonly text: string;
  /** Null while there is no answer yet. */
  readonly matches: readonly FaqMatch[] | null;
}

/** Queries the server for the FAQs that answer what is typed. The answers to the text before stay until then. */
function useSearch(
  text: string,
  { api, words, offline: { isOffline } }: Player,
  onProblem: (problem: string) => void,
): Search {
  const [search, setSearch] = useState<Search>({ text: '', matches: null });
  useEffect(() => {
    // Without a network all answers are listed.
    if (text.length < 2 || isOffline) {
      setSearch({ text, matches: null });
      return;
    }
    const end = new AbortController();
    const find = (): void => {
      api.findFaqs(text, end.signal).then(
        (matches) => setSearch({ text, matches }),
        () => {
          if (!end.signal.aborted) onProblem(words.failed);
        },
      );
    };
    const timer = setTimeout(find, pauseMs);
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [text, isOffline]);
  return search;
}

/** Answers a question by what the seller has prepared, or passes it on. */
export function Questions({ player }: { readonly player: Player }) {
  const { state, words, dispatch, offline } = player;
  const [typed, setTyped] = useState('');
  const [outcome, setOutcome] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  // Two clicks may come before the page is drawn again.
  const awaited = useRef(false);
  const text = typed.trim();
  const wanted = [...text].slice(0, longestSearch).join('');
  const { text: searched, matches } = useSearch(wanted, player, setOutcome);
  const isUnanswered = text !== '' && searched === wanted && matches?.length === 0;
  const send = (): void => {
    if (awaited.current) return;
    awaited.current = true;
    setSending(true);
    const sourceSlideId = slideOf(state)?.sourceSlideId ?? null;
    const end = (result: string): void => {
      awaited.current = false;
      setSending(false);
      setOutcome(result);
    };
    offline.submit({ kind: 'question', sourceSlideId, question: text }).then(
      (taken) => {
        setTyped((now) => (now === typed ? '' : now));
        end(taken === null ? words.sentLater : words.sent);
      },
      () => end(words.failed),
    );
  };
  return (
    <Panel title={words.question} player={player}>
      <input
        class="field"
        type="search"
        autofocus={hasKeyboard}
        aria-label={words.search}
        placeholder={words.search}
        maxLength={1_000}
        value={typed}
        onKeyDown={({ key }) => {
          // Safari clears the field by this key, and does not close the dialog.
          if (key === 'Escape' && typed === '') dispatch({ type: 'opened', panel: null });
        }}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setOutcome(null);
        }}
      />
      <AskedBefore shown={matches?.map(({ position }) => position) ?? null} player={player} />
      <p class="hint" role="status">
        {isUnanswered && words.noAnswer}
      </p>
      {text !== '' && (
        <SendButton class={isUnanswered ? 'primary' : 'secondary'} isSending={isSending} onClick={send}>
          {words.send}
        </SendButton>
      )}
      <p role="status">{outcome}</p>
    </Panel>
  );
}

interface AskedBeforeProps {
  /** Places of FAQs, best first; null for all in their own order. */
  readonly shown: readonly number[] | null;
  readonly player: Player;
}

function AskedBefore({ shown, player: { clock, state, dispatch } }: AskedBeforeProps) {
  const asked = state.presentation.faqs.map(({ userQuestion, language }, index) => (
    <li key={index}>
      <button
        type="button"
        {...written(language)}
        onClick={() => dispatch({ type: 'asked', faq: index, at: clock.time })}
      >
        {userQuestion}
      </button>
    </li>
  ));
  return <ul class="answers">{shown?.map((index) => asked[index]) ?? asked}</ul>;
}
