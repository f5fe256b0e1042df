/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import { Deadline } from '../contract/deadline.tsx';
import { AddOns } from '../prices/add-ons.tsx';
import { Monthly } from '../prices/monthly.tsx';
import { PriceLines } from '../prices/price-lines.tsx';
import { TierPrice } from '../prices/tier-price.tsx';
import type { FinancingPlan, Offer, Presentation, Tier } from '../story/answers.ts';
import { Icon } from './icons.tsx';
import type { Player } from './player.ts';
import { lastNamed, wordAt } from '../story/track.ts';

/** The tiers of an offer. The one that is named lights up; the choice is stored. */
export function Prices({ offer, player }: { readonly offer: Offer; readonly player: Player }) {
  const { api, state, words, dispatch } = player;
  const [problem, setProblem] = useState<string | null>(null);
  const named = useNamed(offer, player);
  const show = (answer: Promise<Presentation>): Promise<void> => {
    setProblem(null);
    return answer.then(
      (presentation) => dispatch({ type: 'shown', presentation }),
      () => setProblem(words.failed),
    );
  };
  const choose = ({ tier }: Tier): void => void show(api.selectTier(offer.slideId, tier));
  const add = (keys: readonly string[]): Promise<void> => show(api.selectAddOns(offer.slideId, keys));
  const { subtitle, disclaimer, isAgreed } = offer;
  return (
    <>
      {subtitle !== null && <p class="subtitle">{subtitle}</p>}
      <ul class="tiers">
        {offer.tiers.map((tier, index) => (
          <Card
            key={tier.tier}
            tier={tier}
            plans={offer.financing}
            player={player}
            isNamed={named === index}
            isChosen={offer.selectedTier === tier.tier}
            isAgreed={isAgreed}
            onChoose={() => choose(tier)}
          />
        ))}
      </ul>
      <AddOns offer={offer} language={state.presentation.language} words={words} onSelect={add} />
      <p role="status">{problem}</p>
      {state.presentation.maySign && (
        <>
          <Deadline slideId={offer.slideId} panel={state.panel} load={() => api.contracts()} words={words} />
          <button class="primary" type="button" onClick={() => dispatch({ type: 'opened', panel: 'sign' })}>
            {words.review}
          </button>
        </>
      )}
      {disclaimer !== null && <p class="small-print">{disclaimer}</p>}
    </>
  );
}

/** The place of the tier that was named last; -1 before the first. */
function useNamed(offer: Offer, { clock, state, track }: Player): number {
  const [named, setNamed] = useState(-1);
  useEffect(() => {
    if (track === null || state.answer !== null) return;
    const names = offer.tiers.map(({ name }) => name);
    return clock.follow((time) => setNamed(lastNamed(names, track.timings, wordAt(track.timings, time))));
  }, [clock, track?.key, offer, state.answer]);
  return state.status === 'playing' ? named : -1;
}

interface CardProps {
  readonly tier: Tier;
  readonly plans: readonly FinancingPlan[];
  readonly player: Player;
  readonly isNamed: boolean;
  readonly isChosen: boolean;
  readonly isAgreed: boolean;
  readonly onChoose: () => void;
}

function Card({ tier, plans, player: { state, words }, isNamed, isChosen, isAgreed, onChoose }: CardProps) {
  const { tier: key, name } = tier;
  const { language } = state.presentation;
  return (
    <li class={`card ${isNamed ? 'is-named' : ''} ${isChosen ? 'is-chosen' : ''}`} data-tier={key}>
      <h2>{name}</h2>
      <TierPrice tier={tier} language={language} words={words} />
      <Monthly tier={tier} plans={plans} language={language} words={words} />
      <PriceLines tier={tier} language={language} words={words} />
      {isChosen ? (
        <p class="chosen">
          <Icon name="check" />
          {isAgreed ? words.agreed : words.chosen}
        </p>
      ) : (
        !isAgreed && (
          <button class="secondary" type="button" onClick={onChoose}>
            {words.choose(name)}
          </button>
        )
      )}
    </li>
  );
}
