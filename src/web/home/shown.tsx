/** @jsxImportSource preact */
import { counted } from '../words/counted.ts';
import type { Overview } from './overview.ts';
import { FirstSteps } from './first-steps.tsx';

/** What is here, or what to do first. */
export function Shown({ here: { decks, presentations, contracts } }: { readonly here: Overview }) {
  return (
    <>
      {decks !== null && decks.totalCount === 0 && <FirstSteps />}
      {decks !== null && decks.totalCount > 0 && (
        <section>
          <h2>{counted(decks.totalCount, 'deck', 'decks')}</h2>
          <ul class="card">
            {decks.nodes.map(({ id, name, slideCount }) => (
              <li key={id}>
                <a href={`/app/decks/${id}`}>{name}</a>
                <span class="quiet">{counted(slideCount, 'slide', 'slides')}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {presentations !== null && presentations.nodes.length > 0 && (
        <section>
          <h2>Newest presentations</h2>
          <ul class="card">
            {presentations.nodes.map(({ id, homeowner: { firstName, lastName }, deck, status, playerUrl }) => (
              <li key={id}>
                <span>
                  {`${firstName} ${lastName}`.trim()}
                  {deck !== null && <span class="quiet">, {deck.name}</span>}
                </span>
                <span>
                  <span class="quiet">{status.toLowerCase()}</span>
                  {playerUrl !== null && (
                    <>
                      {' '}
                      <a href={playerUrl}>Open</a>
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {contracts !== null && contracts.totalCount > 0 && (
        <p>{counted(contracts.totalCount, 'contract waits', 'contracts wait')} for a signature.</p>
      )}
    </>
  );
}
