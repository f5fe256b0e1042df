/** @jsxImportSource preact */
import { Features } from '../prices/features.tsx';
import { Plans } from '../prices/monthly.tsx';
import { PriceTable } from '../prices/price-lines.tsx';
import type { Offer, Slide, Tier } from '../story/answers.ts';
import { amountText, inOnePiece } from '../words/amounts.ts';
import type { Words } from '../words/english.ts';
import { written } from '../words/language.ts';
import type { PresenterWords } from './words.ts';
import { filesOfPicture } from '../story/picture-files.ts';

interface SlideCardProps {
  readonly title: string;
  readonly slide: Slide;
  /** What the slide offers; undefined for a slide without prices. */
  readonly offer: Offer | undefined;
  /** BCP 47 tag of the presentation. */
  readonly language: string;
  readonly words: PresenterWords;
  /** The words of the page, in the language of the presenter. */
  readonly pageWords: Words;
  /** Whether it is the slide that is shown, with all that homeowners see of it. */
  readonly isShown?: boolean;
}

/** A slide, small. */
export function SlideCard({ title, slide, offer, language, isShown = false, ...said }: SlideCardProps) {
  return (
    <section class={`slide-card ${isShown ? 'is-shown' : ''}`} aria-label={title}>
      <h2>{title}</h2>
      <div {...written(slide.language)}>
        <h3>{slide.title}</h3>
        {slide.heroImg !== null && (
          <img src={slide.heroImg} srcset={filesOfPicture(slide.heroImg)} sizes="20rem" alt="" />
        )}
        {offer === undefined ? (
          <ul class="bullets">
            {slide.bullets.map((bullet, index) => (
              <li key={index}>{bullet}</li>
            ))}
          </ul>
        ) : (
          <ul class="offered">
            {offer.tiers.map((tier, index, tiers) => (
              <OfferedTier
                key={tier.tier}
                offer={offer}
                tier={tier}
                before={tiers[index - 1]}
                language={language}
                isShown={isShown}
                {...said}
              />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

interface OfferedTierProps extends Pick<SlideCardProps, 'language' | 'words' | 'pageWords' | 'isShown'> {
  readonly offer: Offer;
  readonly tier: Tier;
  /** The tier before it; undefined for the first. */
  readonly before: Tier | undefined;
}

/** A tier with its price. On the slide that is shown it shows on demand what it contains and how its price is made. */
function OfferedTier({ offer, tier, before, language, words, pageWords, isShown }: OfferedTierProps) {
  const { financing, selectedTier, suggestedTier, isAgreed } = offer;
  const { name, tagline, total, totalText, currency } = tier;
  const isChosen = tier.tier === selectedTier;
  const isSuggested = selectedTier === null && tier.tier === suggestedTier;
  const shared = { tier, language, words: pageWords };
  return (
    <li class={isChosen ? 'is-chosen' : ''}>
      <h4>
        {name}
        {isChosen && <Mark text={isAgreed ? words.signed : words.chosen} tag={pageWords.tag} />}
        {isSuggested && <Mark text={words.suggestedMark} tag={pageWords.tag} />}
      </h4>
      <p class="price">{totalText === null ? amountText(total, currency, language) : inOnePiece(totalText)}</p>
      {isShown && (
        <details class="made">
          <summary aria-label={`${words.contains}: ${name}`}>
            <span {...written(pageWords.tag)}>{words.contains}</span>
          </summary>
          {tagline && <p class="tagline">{tagline}</p>}
          <Features tier={tier} before={before} words={pageWords} isPrinted />
          <PriceTable {...shared} />
          <Plans {...shared} plans={financing} currency={currency} />
        </details>
      )}
    </li>
  );
}

/** What stands beside the name of a tier. */
function Mark({ text, tag }: { readonly text: string; readonly tag: string }) {
  return (
    <span class="mark" {...written(tag)}>
      <span class="unseen">: </span>
      {text}
    </span>
  );
}
