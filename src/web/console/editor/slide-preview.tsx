/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { BulletList, SlideFace } from '../../player/slide-face.tsx';
import { Device } from './device.tsx';
import type { Fields } from './slide-fields.ts';

interface SlidePreviewProps {
  readonly slide: Fields;
  /** BCP 47 tag. */
  readonly language: string;
  /** The color of the brand. */
  readonly color: string | null;
}

/** The slide as homeowners see it, while it is written. */
export function SlidePreview({ slide, language, color }: SlidePreviewProps) {
  const isOffer = slide.slideType === 'PRODUCT_PRICING_V1';
  return (
    <Device color={color}>
      <div class="page">
        <SlideFace
          slide={slide}
          language={language}
          isOffer={isOffer}
          spoken={<p class="narration">{slide.narrationScript}</p>}
        >
          {isOffer ? (
            <Tiers offer={slide.productData} />
          ) : (
            <BulletList bullets={slide.bullets.filter((one) => one.trim() !== '')} passed={0} />
          )}
        </SlideFace>
      </div>
    </Device>
  );
}

const tiers = ['good', 'better', 'best'] as const;

/** What the tiers of an offer contain. */
function Tiers({ offer }: { readonly offer: Fields['productData'] }): ComponentChildren {
  if (offer === null) return null;
  return (
    <>
      {typeof offer.subtitle === 'string' && <p class="subtitle">{offer.subtitle}</p>}
      <ul class="tiers">
        {tiers.map((tier) => {
          const stored = offer[tier];
          if (stored === null || stored === undefined) return null;
          const { name, tagline, features } = stored;
          return (
            <li key={tier} class="card">
              <h2>{typeof name === 'string' ? name : tier}</h2>
              {typeof tagline === 'string' && <p class="tagline">{tagline}</p>}
              <ul class="features">
                {Array.isArray(features) && features.map((feature, at) => <li key={at}>{String(feature)}</li>)}
              </ul>
            </li>
          );
        })}
      </ul>
    </>
  );
}
