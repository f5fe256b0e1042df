/** @jsxImportSource preact */
import type { CombinedError } from '@urql/core';
import { Refusal } from '../controls/refusal.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import type { PreviewPresentationQuery } from './new-presentation.graphql.ts';
import { hasFieldFault } from './details-form.tsx';

type Previewed = NonNullable<PreviewPresentationQuery['previewPresentation']>;

interface PreviewProps {
  readonly preview: Previewed | null | undefined;
  readonly error: CombinedError | undefined;
  /** Why there is none yet. */
  readonly waitsFor: string | null;
}

/** What the presentation would be: prices, texts, and what its deck lacks. */
export function Preview({ preview, error, waitsFor }: PreviewProps) {
  // The prices show what is needed.
  const warnings = preview?.warnings.filter(({ code }) => code !== 'needs_input') ?? [];
  return (
    <section class="card stack presentations-preview" aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      {waitsFor !== null && <p class="hint">{waitsFor}</p>}
      {waitsFor === null && preview === undefined && error === undefined && <Skeleton rows={3} />}
      {waitsFor === null &&
        (hasFieldFault(error) ? <p class="hint">A field has a mistake.</p> : <Refusal error={error} />)}
      {waitsFor === null && preview && (
        <>
          <Prices offers={preview.pricing.offers} />
          {warnings.length > 0 && (
            <ul class="stack">
              {warnings.map(({ code, detail }, at) => (
                <li key={at}>
                  <span class="badge warn">{code.replaceAll('_', ' ')}</span> {detail}
                </li>
              ))}
            </ul>
          )}
          <Texts slides={preview.slides} />
        </>
      )}
    </section>
  );
}

function Prices({ offers }: { readonly offers: Previewed['pricing']['offers'] }) {
  if (offers.length === 0) return <p class="hint">The deck has no prices.</p>;
  return (
    <>
      {offers.map(({ sourceSlideId, title, tiers, suggestedTier }) => (
        <table key={sourceSlideId} class="presentations-prices">
          <caption>{title ?? 'Prices'}</caption>
          <tbody>
            {tiers.map(({ tier, name, totalText, status, missing }) => (
              <tr key={tier}>
                <th scope="row">
                  {name} {tier === suggestedTier && <span class="badge">Suggested</span>}
                </th>
                <td>
                  {totalText ??
                    (status === 'NEEDS_INPUT' ? `Needs ${missing.map(measureName).join(' and ')}` : 'No price')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </>
  );
}

/** Measurements as the API names what is missing, in the words of the form. */
export const measureName = (name: string): string =>
  ({ roofSquares: 'the roof area', systemSizeKw: 'the size of the system' })[camelCase(name)] ?? name;

/** `price_inputs.roof_squares` and `roofSquares` are the same. */
export const camelCase = (name: string): string =>
  (name.split('.').at(-1) ?? name).replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function Texts({ slides }: { readonly slides: Previewed['slides'] }) {
  return (
    <ol class="presentations-texts">
      {slides.map(({ id, title, bullets, narrationScript }) => (
        <li key={id}>
          <details>
            <summary>{title}</summary>
            {bullets.length > 0 && (
              <ul>
                {bullets.map((bullet) => (
                  <li key={bullet}>{bullet}</li>
                ))}
              </ul>
            )}
            <p>{narrationScript}</p>
          </details>
        </li>
      ))}
    </ol>
  );
}
