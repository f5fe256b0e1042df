/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { filesOfPicture, sizesOfHero } from '../story/picture-files.ts';
import { written } from '../words/language.ts';
import { Icon } from './icons.tsx';

interface SlideFaceProps {
  readonly slide: { readonly title: string; readonly heroImg: string | null };
  /** BCP 47 tag of its texts. */
  readonly language: string;
  readonly isOffer: boolean;
  /** What stands below the title. */
  readonly children: ComponentChildren;
  readonly spoken: ComponentChildren;
}

/** What a slide looks like, for those who watch it and those who write it. */
export function SlideFace({ slide: { title, heroImg }, language, isOffer, children, spoken }: SlideFaceProps) {
  const form = isOffer ? 'wide' : heroImg === null ? 'plain' : 'pictured';
  return (
    <main class={`stage ${form}`} {...written(language)}>
      {heroImg !== null && <Hero url={heroImg} />}
      <div class="narrated">
        <h1>{title}</h1>
        {children}
      </div>
      <div class="spoken">{spoken}</div>
    </main>
  );
}

/** The image of the slide. One that cannot be shown takes no room. */
function Hero({ url }: { readonly url: string }) {
  const [isBroken, setBroken] = useState(false);
  useEffect(() => setBroken(false), [url]);
  if (isBroken) return null;
  return (
    <img
      class="hero"
      src={url}
      srcset={filesOfPicture(url)}
      sizes={sizesOfHero}
      alt=""
      fetchpriority="high"
      onError={() => setBroken(true)}
    />
  );
}

/** The bullets, of which the first ones have been spoken. */
export function BulletList({ bullets, passed }: { readonly bullets: readonly string[]; readonly passed: number }) {
  if (bullets.length === 0) return null;
  return (
    <ul class="bullets">
      {bullets.map((bullet, index) => (
        <li key={index} class={index < passed ? 'is-passed' : ''}>
          <Icon name="check" />
          {bullet}
        </li>
      ))}
    </ul>
  );
}
