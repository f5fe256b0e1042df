/** @jsxImportSource preact */
import type { Tier } from '../story/answers.ts';
import type { Words } from '../words/english.ts';
import { written } from '../words/language.ts';
import { contentsOf } from './contents.ts';

interface FeaturesProps {
  readonly tier: Tier;
  /** The tier that stands before it; undefined for the first. */
  readonly before: Tier | undefined;
  readonly words: Words;
  /** On paper nothing is on demand. */
  readonly isPrinted?: boolean;
}

/** What a tier contains: what it adds to the tier before it, and on demand what both contain. */
export function Features({ tier, before, words, isPrinted = false }: FeaturesProps) {
  const { added, shared, beyond } = contentsOf(tier, before);
  const sharedText = beyond === null ? '' : words.shared(beyond, shared.length);
  return (
    <>
      {beyond !== null && added.length > 0 && <Label text={words.beyond(beyond)} words={words} />}
      <FeatureList texts={added} kind={beyond === null ? '' : 'is-more'} />
      {isPrinted && shared.length > 0 && <Label text={sharedText} words={words} />}
      {isPrinted && <FeatureList texts={shared} />}
      {!isPrinted && shared.length > 0 && (
        <details class="made">
          <summary aria-label={`${sharedText}: ${tier.name}`}>
            <span {...written(words.tag)}>{sharedText}</span>
          </summary>
          <FeatureList texts={shared} />
        </details>
      )}
    </>
  );
}

/** Words of the page stand among those of the slide, which may be written the other way. */
export function Label({ text, words }: { readonly text: string; readonly words: Words }) {
  return (
    <p class="hint">
      <span {...written(words.tag)}>{text}</span>
    </p>
  );
}

export function FeatureList({ texts, kind = '' }: { readonly texts: readonly string[]; readonly kind?: string }) {
  if (texts.length === 0) return null;
  return (
    <ul class={`features ${kind}`}>
      {texts.map((text, index) => (
        <li key={index}>{text}</li>
      ))}
    </ul>
  );
}
