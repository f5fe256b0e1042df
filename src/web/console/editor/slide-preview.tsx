/** @jsxImportSource preact */
import { BulletList, SlideFace } from '../../player/slide-face.tsx';
import { SpokenText } from '../../player/spoken-text.tsx';
import { ListenButton, ListenState } from '../listening/listen.tsx';
import { type Audible, useListening } from '../listening/use-listening.ts';
import { Device } from './device.tsx';
import type { DeckFacts, ShownSlide } from './edited-slides.ts';
import { offeredTiers, pricedTiers, TierCards } from './tier-cards.tsx';
import { SampleForm } from './sample-form.tsx';
import { readable } from './placeholder-names.ts';
import type { Fields } from './slide-fields.ts';
import { inputOf, type Preview, type Sample } from './use-sample.ts';

interface SlidePreviewProps {
  readonly deckId: string;
  readonly slide: ShownSlide;
  readonly facts: DeckFacts;
  readonly sample: Sample;
  /** Whether the key may read what a homeowner would see. */
  readonly canFillIn: boolean;
  /** Whether it may let the slide be spoken. */
  readonly canListen: boolean;
}

/** The texts of a slide with its placeholders as people say them. */
function asSaid(fields: Fields): Fields {
  const { title, bullets, narrationScript } = fields;
  return {
    ...fields,
    title: readable(title),
    bullets: bullets.map(readable),
    narrationScript: readable(narrationScript),
  };
}

/** The slide as homeowners see it: as it is written, or filled in for a sample homeowner. */
export function SlidePreview({ deckId, slide, facts, sample, canFillIn, canListen }: SlidePreviewProps) {
  const { isOn, setOn, preview } = sample;
  const filled = isOn ? preview?.slides.find(({ slideId }) => slideId === slide.slideId) : undefined;
  const listening = useListening(audibleOf(deckId, slide, facts, sample, filled));
  const { track, clock } = listening;
  const shown = filled ?? asSaid(slide.fields);
  const spoken =
    track === null ? (
      <p class="narration">{shown.narrationScript}</p>
    ) : (
      <SpokenText key={track.key} track={track} clock={clock} onPlay={listening.playFrom} />
    );
  const offer = preview?.pricing.offers.find(({ sourceSlideId }) => sourceSlideId === slide.id);
  const isOffer = slide.fields.slideType === 'PRODUCT_PRICING_V1';
  const warnings = isOn ? (preview?.warnings.filter(({ sourceSlideId }) => sourceSlideId === slide.id) ?? []) : [];
  return (
    <>
      <Device color={facts.color}>
        <div class="page">
          <SlideFace slide={shown} language={filled?.language ?? facts.language} isOffer={isOffer} spoken={spoken}>
            {isOffer ? (
              <TierCards
                subtitle={shown.productData?.subtitle ?? null}
                tiers={filled !== undefined && offer !== undefined ? pricedTiers(offer) : tiersOf(slide.fields)}
              />
            ) : (
              <BulletList bullets={shown.bullets.filter((one) => one.trim() !== '')} passed={0} />
            )}
          </SlideFace>
        </div>
      </Device>
      <div class="actions">
        {canFillIn && (
          <button type="button" aria-pressed={isOn} onClick={() => setOn(!isOn)}>
            Preview for a homeowner
          </button>
        )}
        {canListen && slide.fields.narrationScript.trim() !== '' && (
          <ListenButton listening={listening} onListen={() => setOn(canFillIn)} />
        )}
      </div>
      <ListenState listening={listening} />
      {isOn && (
        <>
          {warnings.map(({ code, detail }) => (
            <p key={detail} class="editor-unknown" data-code={code}>
              {detail}
            </p>
          ))}
          <SampleForm sample={sample} languages={facts.languages} />
        </>
      )}
    </>
  );
}

/** A draft is in the language of the deck: homeowners of another one get the stored translation. */
function audibleOf(
  deckId: string,
  { id, fields: { narrationScript } }: ShownSlide,
  { version, language }: DeckFacts,
  { isOn, homeowner, error }: Sample,
  filled: Preview['slides'][number] | undefined,
): Audible {
  const isDraft = homeowner.language === '' || id === null;
  const { languageSettings, ...who } = inputOf(homeowner);
  const input = { ...who, slideId: id, ...(isDraft ? { text: narrationScript } : { languageSettings }) };
  const shown = filled ?? (isOn && error === undefined ? null : { narrationScript, language });
  return {
    variables: { deckId, input },
    version,
    silent: shown && { text: shown.narrationScript, language: shown.language },
  };
}

const tiersOf = ({ productData }: Fields) => (productData === null ? [] : offeredTiers(productData));
