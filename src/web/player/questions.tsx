/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { Faq } from '../story/api.ts';
import { Panel } from './panels.tsx';
import type { Player } from './player.ts';
import { slideOf } from '../story/state.ts';

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

interface Found {
  readonly faq: Faq;
  readonly index: number;
}

/** The FAQs that have a word of the search, best first; all without a search. */
function found(faqs: readonly Faq[], search: string): Found[] {
  const words = plain(search).match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  // A hit in the question counts more than one in the answer; short words say little.
  const scoreOf = ({ userQuestion, cannedAnswer }: Faq): number =>
    words.reduce((sum, word) => {
      const hits = (plain(userQuestion).includes(word) ? 3 : 0) + (plain(cannedAnswer).includes(word) ? 1 : 0);
      return sum + hits * Math.max(0, word.length - 2);
    }, 0);
  return faqs
    .map((faq, index) => ({ faq, index, score: scoreOf(faq) }))
    .filter(({ score }) => words.length === 0 || score > 0)
    .toSorted((left, right) => right.score - left.score);
}

/** Answers a question by what the seller has prepared, or passes it on. */
export function Questions({ player }: { readonly player: Player }) {
  const { api, state, words } = player;
  const [search, setSearch] = useState('');
  const [outcome, setOutcome] = useState<string | null>(null);
  const answers = found(state.presentation.faqs, search);
  const send = (): void => {
    const sourceSlideId = slideOf(state)?.sourceSlideId ?? null;
    api.ask(search.trim(), sourceSlideId).then(
      () => {
        setSearch('');
        setOutcome(words.sent);
      },
      () => setOutcome(words.failed),
    );
  };
  return (
    <Panel title={words.question} player={player}>
      <input
        class="field"
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        maxLength={1_000}
        value={search}
        onInput={({ currentTarget }) => {
          setSearch(currentTarget.value);
          setOutcome(null);
        }}
      />
      <Answers answers={answers} player={player} />
      {answers.length === 0 && search.trim() !== '' && <p class="hint">{words.noAnswer}</p>}
      {search.trim() !== '' && (
        <button class={answers.length === 0 ? 'primary' : 'secondary'} type="button" onClick={send}>
          {words.send}
        </button>
      )}
      <p role="status">{outcome}</p>
    </Panel>
  );
}

function Answers({ answers, player }: { readonly answers: readonly Found[]; readonly player: Player }) {
  const { clock, dispatch } = player;
  return (
    <ul class="answers">
      {answers.map(({ faq, index }) => (
        <li key={index}>
          <button
            type="button"
            lang={faq.language}
            onClick={() => dispatch({ type: 'asked', faq: index, at: clock.time })}
          >
            {faq.userQuestion}
          </button>
        </li>
      ))}
    </ul>
  );
}
