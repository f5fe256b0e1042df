/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { Faq, Offer, Presentation, Slide } from '../story/answers.ts';
import type { SellersView } from './seller.ts';
import { written } from '../words/language.ts';
import type { PresenterWords } from './words.ts';

interface ChosenTiersProps {
  readonly presentation: Presentation;
  readonly words: PresenterWords;
}

/** What the homeowner has chosen of each offer, as it is now, and what the deck suggests before anything is chosen. */
export function ChosenTiers({ presentation: { offers }, words }: ChosenTiersProps) {
  return (
    <section class="choice" aria-label={words.choice}>
      <h2>{words.choice}</h2>
      {offers.length === 0 && <p class="hint">{words.noChoice}</p>}
      {offers.map((offer) => (
        <ChosenOffer key={offer.sourceSlideId} offer={offer} words={words} />
      ))}
    </section>
  );
}

function ChosenOffer({ offer, words }: { readonly offer: Offer; readonly words: PresenterWords }) {
  const { title, tiers, selectedTier, suggestedTier, addOns, isAgreed } = offer;
  const tier = tiers.find((one) => one.tier === selectedTier);
  const suggested = tiers.find((one) => one.tier === suggestedTier);
  const added = addOns.filter(({ isSelected }) => isSelected).map(({ label }) => label);
  return (
    <div>
      <h3>{title}</h3>
      <p>
        {tier === undefined ? words.none : `${tier.name}, ${tier.totalText ?? `${tier.total} ${tier.currency}`}`}
        {isAgreed && ` (${words.signed})`}
      </p>
      {tier === undefined && suggested !== undefined && <p class="hint">{`${words.suggested}: ${suggested.name}`}</p>}
      {added.length > 0 && <p>{`${words.addOns}: ${added.join(', ')}`}</p>}
    </div>
  );
}

interface QuestionsProps extends Pick<SellersView, 'questions'> {
  readonly slides: readonly Slide[];
  readonly words: PresenterWords;
}

/** What the homeowner asks, as it is asked. */
export function Questions({ questions, slides, words }: QuestionsProps) {
  return (
    <section class="asked" aria-label={words.questions}>
      <h2>{words.questions}</h2>
      {questions === null && <p class="hint">{words.noRight}</p>}
      {questions?.length === 0 && <p class="hint">{words.noQuestions}</p>}
      <ul aria-live="polite">
        {questions?.map(({ id, timestamp, data: { question, sourceSlideId } }) => (
          <li key={id}>
            {question}
            <span class="hint">
              {[
                new Date(timestamp).toLocaleTimeString(),
                slides.find((slide) => slide.sourceSlideId === sourceSlideId)?.title,
              ]
                .filter((part) => part !== undefined)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** The FAQs in which every word that is searched begins a word. */
function found(faqs: readonly Faq[], searched: string): readonly Faq[] {
  const wanted = plain(searched).split(/\s+/).filter(Boolean);
  return faqs.filter(({ userQuestion, cannedAnswer }) => {
    const words = plain(`${userQuestion} ${cannedAnswer}`).split(/[^\p{L}\p{N}]+/u);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  });
}

export function PreparedAnswers({ faqs, words }: { readonly faqs: readonly Faq[]; readonly words: PresenterWords }) {
  const [searched, setSearched] = useState('');
  if (faqs.length === 0) return null;
  return (
    <section class="answers" aria-label={words.answers}>
      <h2>{words.answers}</h2>
      <input
        class="field"
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        maxLength={200}
        value={searched}
        onInput={({ currentTarget }) => setSearched(currentTarget.value)}
      />
      {found(faqs, searched).map(({ userQuestion, cannedAnswer, language }) => (
        <details key={userQuestion} {...written(language)}>
          <summary>{userQuestion}</summary>
          <p>{cannedAnswer}</p>
        </details>
      ))}
    </section>
  );
}
