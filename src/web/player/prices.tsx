/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import { Deadline } from '../contract/deadline.tsx';
import { AddOns } from '../prices/add-ons.tsx';
import { Features } from '../prices/features.tsx';
import { Monthly } from '../prices/monthly.tsx';
import { PriceLines } from '../prices/price-lines.tsx';
import { TierPrice } from '../prices/tier-price.tsx';
import { type Choice, waitingAddOns, waitingTier } from '../offline/choices.ts';
import type { FinancingPlan, Offer, Tier, TierKey } from '../story/answers.ts';
import { Icon } from './icons.tsx';
import type { Player } from './player.ts';
import { lastNamed, wordAt } from '../story/track.ts';

/** The tiers of an offer. The one that is named lights up; the choice is stored. */
export function Prices({ offer, player }: { readonly offer: Offer; readonly player: Player }) {
  const { state, words, wording, offline } = player;
  const { problem, submit } = useSubmit(player);
  const [picked, setPicked] = useState<TierKey | null>(null);
  const named = useNamed(offer, player);
  const { sourceSlideId, subtitle, disclaimer, isAgreed } = offer;
  const choose = (tier: TierKey): void => {
    setPicked(tier);
    void submit({ kind: 'tier', sourceSlideId, tier });
  };
  const add = (addOns: readonly string[]): Promise<void> => submit({ kind: 'addOns', sourceSlideId, addOns });
  const later = waitingTier(offline.waiting, sourceSlideId);
  const chosen = later ?? offer.selectedTier;
  return (
    <>
      {subtitle !== null && <p class="subtitle">{subtitle}</p>}
      <ul class="tiers">
        {offer.tiers.map((tier, index) => (
          <Card
            key={tier.tier}
            tier={tier}
            before={offer.tiers[index - 1]}
            plans={offer.financing}
            player={player}
            isNamed={named === index}
            isChosen={chosen === tier.tier}
            isSuggested={chosen === null && offer.suggestedTier === tier.tier}
            isPicked={picked === tier.tier}
            isLater={later === tier.tier}
            isAgreed={isAgreed}
            onChoose={() => choose(tier.tier)}
          />
        ))}
      </ul>
      <AddOns
        offer={offer}
        waiting={waitingAddOns(offline.waiting, sourceSlideId) ?? null}
        language={state.presentation.language}
        words={words}
        onSelect={add}
      />
      <p role="status" {...wording}>
        {problem}
      </p>
      {state.presentation.canSign && <ToContract sourceSlideId={sourceSlideId} player={player} />}
      {disclaimer !== null && <p class="small-print">{disclaimer}</p>}
    </>
  );
}

/** Stores a choice, and shows what the server made of it. */
function useSubmit({ words, dispatch, offline }: Player) {
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (choice: Choice): Promise<void> => {
    setProblem(null);
    return offline.submit(choice).then(
      (taken) => taken?.presentation && dispatch({ type: 'shown', presentation: taken.presentation }),
      () => setProblem(words.failed),
    );
  };
  return { problem, submit };
}

/** Links to the contract of an offer, with the end of the time to sign. */
function ToContract({ sourceSlideId, player }: { readonly sourceSlideId: string; readonly player: Player }) {
  const { contracts, words, wording, dispatch } = player;
  return (
    <>
      <Deadline sourceSlideId={sourceSlideId} contracts={contracts} words={words} />
      <button class="primary" type="button" {...wording} onClick={() => dispatch({ type: 'opened', panel: 'sign' })}>
        {words.review}
      </button>
    </>
  );
}

/** The place of the tier that was named last; -1 before the first. */
function useNamed(offer: Offer, { clock, state, track }: Player): number {
  const [named, setNamed] = useState(-1);
  const names = offer.tiers.map(({ name }) => name);
  useEffect(() => {
    if (track === null || state.answer !== null) return;
    const last = lastNamed(names, track.timings);
    return clock.follow((time) => setNamed(last[wordAt(track.timings, time)] ?? -1));
  }, [clock, track?.key, names.join('\n'), state.answer]);
  return state.status === 'playing' ? named : -1;
}

interface CardProps {
  readonly tier: Tier;
  /** The card before it; undefined for the first. */
  readonly before: Tier | undefined;
  readonly plans: readonly FinancingPlan[];
  readonly player: Player;
  readonly isNamed: boolean;
  readonly isChosen: boolean;
  /** Whether the deck suggests it, while nothing is chosen. */
  readonly isSuggested: boolean;
  /** Whether the homeowner has just opened it. */
  readonly isPicked: boolean;
  /** Whether the choice waits for a network. */
  readonly isLater: boolean;
  readonly isAgreed: boolean;
  readonly onChoose: () => void;
}

function Card({ tier, before, plans, player, isNamed, isChosen, isPicked, ...card }: CardProps) {
  const { state, words, wording } = player;
  const { tier: key, name, tagline } = tier;
  const { language } = state.presentation;
  const { isSuggested, isLater, isAgreed, onChoose } = card;
  const chosen = isLater ? words.chosenLater : isAgreed ? words.agreed : words.chosen;
  const choice = (
    <>
      <Icon name="check" />
      <span {...wording}>{chosen}</span>
    </>
  );
  return (
    <li class={`card ${isNamed ? 'is-named' : ''} ${isChosen ? 'is-chosen' : ''}`} data-tier={key}>
      <h2>{name}</h2>
      {isSuggested && (
        <p class="suggested">
          <span {...wording}>{words.suggested}</span>
        </p>
      )}
      <TierPrice tier={tier} language={language} words={words} />
      <Monthly tier={tier} plans={plans} language={language} words={words} />
      {tagline && <p class="tagline">{tagline}</p>}
      <Features tier={tier} before={before} words={words} />
      <PriceLines tier={tier} language={language} words={words} />
      {isAgreed && isChosen && <p class="chosen">{choice}</p>}
      {!isAgreed && (
        // It stays when it was pressed, with the focus.
        <button
          class={isChosen ? 'chosen' : 'secondary'}
          type="button"
          aria-disabled={isChosen}
          onClick={() => isChosen || onChoose()}
        >
          {isChosen ? choice : <span {...wording}>{words.choose(name)}</span>}
        </button>
      )}
      <p class="unseen" role="status" {...wording}>
        {isPicked && isChosen && `${name}: ${chosen}`}
      </p>
    </li>
  );
}
