/** @jsxImportSource preact */
import { useRoute } from 'preact-iso';
import { Empty } from '../controls/empty.tsx';
import { Moment } from '../controls/moment.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { useTitle } from '../controls/title.ts';
import { useMay } from '../visitor.ts';
import { ChosenPrices } from './chosen-prices.tsx';
import { Contracts } from './contracts.tsx';
import { Engagement } from './engagement.tsx';
import { EraseActions } from './erase.tsx';
import { Links } from './links.tsx';
import { NarrationFailures } from './narration.tsx';
import { Questions } from './questions.tsx';
import { nameOf, PresentationState, useWatchedLately, watchedLately } from './states.tsx';
import { PlayerLink } from './player-link.tsx';
import { Updates } from './updates.tsx';
import { type Shown, usePresentation } from './use-presentation.ts';
import { HomeownerCard } from './homeowner.tsx';

/** One presentation as it is now: what the homeowner watches, chooses, asks and signs. */
export function Presentation() {
  const { params } = useRoute();
  const { presentation, isGone, questions, error, read } = usePresentation(params['id'] ?? '');
  useTitle(presentation ? nameOf(presentation.homeowner) : 'Presentation');
  if (isGone) {
    return (
      <Empty title="There is no such presentation">
        It was deleted, or it never was. <a href="/app/presentations">Go to the presentations</a>.
      </Empty>
    );
  }
  return (
    <>
      <Refusal error={error} retry={read} />
      {presentation === undefined && error === undefined && <Skeleton />}
      {presentation && (
        <>
          <Heading presentation={presentation} />
          <div class="presentations-columns">
            <div class="stack">
              <Engagement presentation={presentation} />
              <ChosenPrices offers={presentation.pricing.offers} />
              <Questions questions={questions} deckId={presentation.deckId} />
            </div>
            <div class="stack">
              <PlayerLink presentation={presentation} />
              <Contracts presentation={presentation} onChange={read} />
              <Links presentation={presentation} />
              <HomeownerCard presentation={presentation} />
              <Updates presentation={presentation} />
              <EraseActions presentation={presentation} />
            </div>
          </div>
        </>
      )}
    </>
  );
}

function Heading({ presentation }: { readonly presentation: Shown }) {
  const { homeowner, status, narration, deck, deckId, createdAt, engagement, playerUrl } = presentation;
  const isWatchedLately = useWatchedLately(engagement.lastViewedAt);
  const may = useMay();
  return (
    <>
      <header class="heading">
        <div class="stack presentations-title">
          <p>
            <a href="/app/presentations">Presentations</a>
          </p>
          <h1>{nameOf(homeowner)}</h1>
          <p class="presentations-facts">
            <PresentationState status={status} narration={narration} />
            <span role="status">{isWatchedLately && <span class="badge good">{watchedLately}</span>}</span>
            <span class="hint">
              {deck && (
                <>
                  <a href={`/app/decks/${deckId}`}>{deck.name}</a>,{' '}
                </>
              )}
              made <Moment at={createdAt} />
            </span>
          </p>
        </div>
        {may('presentations:write') && typeof playerUrl === 'string' && (
          <a class="button primary" href={`${playerUrl}?present`} target="_blank" rel="noopener">
            Present
          </a>
        )}
      </header>
      <NarrationFailures presentation={presentation} />
    </>
  );
}
