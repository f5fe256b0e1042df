/** @jsxImportSource preact */
import { Mark } from '../brand/mark.tsx';
import { AddOnText } from '../prices/add-ons.tsx';
import { Features } from '../prices/features.tsx';
import { Plans } from '../prices/monthly.tsx';
import { PriceTable } from '../prices/price-lines.tsx';
import { TierPrice } from '../prices/tier-price.tsx';
import type { Faq, Offer, Presentation, Slide } from '../story/answers.ts';
import type { Words } from '../words/english.ts';
import { written } from '../words/language.ts';

interface HandoutProps {
  readonly presentation: Presentation;
  readonly words: Words;
}

/** All of the presentation on paper. On screen it is neither shown nor read out, and loads no image. */
export function Handout({ presentation, words }: HandoutProps) {
  const { brand, brandName, title, homeownerName, language, slides, faqs, offers } = presentation;
  return (
    <article class="handout" {...written(language)}>
      {(brandName !== null || typeof brand?.logo === 'string') && (
        <Mark brand={brand} name={brandName ?? title} language={language} />
      )}
      <h1>{title}</h1>
      <p class="subtitle">
        <span {...written(words.tag)}>{words.preparedFor(homeownerName)}</span>
      </p>
      {slides.map((slide) => (
        <Sheet
          key={slide.slideId}
          slide={slide}
          offer={offers.find(({ sourceSlideId }) => sourceSlideId === slide.sourceSlideId)}
          language={language}
          words={words}
        />
      ))}
      {faqs.length > 0 && <PrintedAnswers faqs={faqs} words={words} />}
    </article>
  );
}

interface SheetProps {
  readonly slide: Slide;
  readonly offer: Offer | undefined;
  /** BCP 47 tag of the presentation. */
  readonly language: string;
  readonly words: Words;
}

function Sheet({ slide, offer, language, words }: SheetProps) {
  const { title, bullets, heroImg, narrationScript } = slide;
  return (
    <section {...written(slide.language)}>
      <h2>{title}</h2>
      {heroImg !== null && <img src={heroImg} alt="" loading="lazy" />}
      {offer === undefined && bullets.length > 0 && (
        <ul>
          {bullets.map((bullet, index) => (
            <li key={index}>{bullet}</li>
          ))}
        </ul>
      )}
      <p class="text">{narrationScript}</p>
      {offer !== undefined && <PrintedOffer offer={offer} language={language} words={words} />}
    </section>
  );
}

interface OfferProps extends Pick<SheetProps, 'language' | 'words'> {
  readonly offer: Offer;
}

/** The prices of all tiers with their lines, what may be added to them, and what they cost by the month. */
function PrintedOffer({ offer, language, words }: OfferProps) {
  const { subtitle, tiers, addOns, financing, disclaimer, selectedTier, suggestedTier, isAgreed } = offer;
  const currency = tiers[0]?.currency ?? '';
  return (
    <>
      {subtitle !== null && <p class="subtitle">{subtitle}</p>}
      <ul class="tiers">
        {tiers.map((tier, index) => (
          <li class={`card made ${tier.tier === selectedTier ? 'is-chosen' : ''}`} key={tier.tier}>
            <h3>{tier.name}</h3>
            {selectedTier === null && tier.tier === suggestedTier && (
              <p class="suggested">
                <span {...written(words.tag)}>{words.suggested}</span>
              </p>
            )}
            <TierPrice tier={tier} language={language} words={words} />
            {tier.tagline && <p class="tagline">{tier.tagline}</p>}
            <Features tier={tier} before={tiers[index - 1]} words={words} isPrinted />
            <PriceTable tier={tier} language={language} words={words} />
            <Plans tier={tier} plans={financing} currency={currency} language={language} words={words} />
            {tier.tier === selectedTier && (
              <p class="chosen">
                <span {...written(words.tag)}>{isAgreed ? words.agreed : words.chosen}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
      {financing.length > 0 && (
        <p class="small-print" {...written(words.tag)}>
          {words.monthlyRule}
        </p>
      )}
      {addOns.length > 0 && (
        <div class="add-ons">
          <h3>
            <span {...written(words.tag)}>{words.addOns}</span>
          </h3>
          {addOns.map((addOn) => (
            <p class={addOn.isSelected ? 'check is-selected' : 'check'} key={addOn.key}>
              <AddOnText addOn={addOn} offer={offer} currency={currency} language={language} words={words} />
            </p>
          ))}
        </div>
      )}
      {disclaimer !== null && <p class="small-print">{disclaimer}</p>}
    </>
  );
}

function PrintedAnswers({ faqs, words }: { readonly faqs: readonly Faq[]; readonly words: Words }) {
  return (
    <section class="faqs">
      <h2>
        <span {...written(words.tag)}>{words.questions}</span>
      </h2>
      {faqs.map(({ userQuestion, cannedAnswer, language }, index) => (
        <div key={index} {...written(language)}>
          <h3>{userQuestion}</h3>
          <p class="text">{cannedAnswer}</p>
        </div>
      ))}
    </section>
  );
}
