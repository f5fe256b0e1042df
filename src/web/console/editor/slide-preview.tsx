/** @jsxImportSource preact */
import { BulletList, SlideFace } from '../../player/slide-face.tsx';
import { SpokenText } from '../../player/spoken-text.tsx';
import { Device } from './device.tsx';
import type { DeckFacts, ShownSlide } from './edited-slides.ts';
import { offeredTiers, pricedTiers, TierCards } from './tier-cards.tsx';
import { SampleForm } from './sample-form.tsx';
import type { Fields } from './slide-fields.ts';
import { useListening } from './use-listening.ts';
import type { Sample } from './use-sample.ts';

interface SlidePreviewProps {
  readonly slide: ShownSlide;
  readonly facts: DeckFacts;
  readonly sample: Sample;
  /** Whether the key may read what a homeowner would see. */
  readonly canFillIn: boolean;
}

/** The slide as homeowners see it: as it is written, or filled in for a sample homeowner. */
export function SlidePreview({ slide, facts, sample, canFillIn }: SlidePreviewProps) {
  const { isOn, setOn, preview } = sample;
  const filled = isOn ? preview?.slides.find(({ slideId }) => slideId === slide.slideId) : undefined;
  const listening = useListening(filled);
  const { track, clock } = listening;
  const spoken =
    track === null ? (
      <p class="narration">{slide.fields.narrationScript}</p>
    ) : (
      <SpokenText key={track.key} track={track} clock={clock} onPlay={listening.playFrom} />
    );
  const offer = preview?.pricing.offers.find(({ sourceSlideId }) => sourceSlideId === slide.id);
  const isOffer = slide.fields.slideType === 'PRODUCT_PRICING_V1';
  const shown = filled ?? slide.fields;
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
      {canFillIn && (
        <div class="actions">
          <button type="button" aria-pressed={isOn} onClick={() => setOn(!isOn)}>
            Preview for a homeowner
          </button>
          {track !== null && (
            <button type="button" onClick={listening.toggle}>
              {listening.isPlaying ? 'Pause' : filled?.audioUrl === null ? 'Read along' : 'Play'}
            </button>
          )}
        </div>
      )}
      {isOn && (
        <>
          {filled?.audioUrl === null && (
            <p class="hint">
              The words light up at the pace of the voice. The voice itself is made with a presentation: Present makes
              one.
            </p>
          )}
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

const tiersOf = ({ productData }: Fields) => (productData === null ? [] : offeredTiers(productData));
