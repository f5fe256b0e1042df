/** @jsxImportSource preact */
import type { Tier } from '../story/answers.ts';
import type { Words } from '../words/english.ts';
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
      {beyond !== null && added.length > 0 && <Label text={words.beyond(beyond)} />}
      <List texts={added} kind={beyond === null ? '' : 'is-more'} />
      {isPrinted && shared.length > 0 && <Label text={sharedText} />}
      {isPrinted && <List texts={shared} />}
      {!isPrinted && shared.length > 0 && (
        <details class="made">
          <summary aria-label={`${sharedText}: ${tier.name}`}>
            <bdi>{sharedText}</bdi>
          </summary>
          <List texts={shared} />
        </details>
      )}
    </>
  );
}

/** Words of the page stand among those of the slide, which may be written the other way. */
function Label({ text }: { readonly text: string }) {
  return (
    <p class="hint">
      <bdi>{text}</bdi>
    </p>
  );
}

function List({ texts, kind = '' }: { readonly texts: readonly string[]; readonly kind?: string }) {
  if (texts.length === 0) return null;
  return (
    <ul class={`features ${kind}`}>
      {texts.map((text, index) => (
        <li key={index}>{text}</li>
      ))}
    </ul>
  );
}
