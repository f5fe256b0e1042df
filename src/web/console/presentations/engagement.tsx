/** @jsxImportSource preact */
import { Moment } from '../controls/moment.tsx';
import { lengthText } from './states.tsx';
import type { Shown } from './use-presentation.ts';

/** What was watched: sums, and a bar for each slide. */
export function Engagement({ presentation }: { readonly presentation: Shown }) {
  const { engagement, slides } = presentation;
  const bySlide = new Map(engagement.slides.map((one) => [one.sourceSlideId, one]));
  const longest = Math.max(1, ...engagement.slides.map(({ seconds }) => seconds));
  return (
    <section class="card stack" aria-labelledby="watched">
      <h2 id="watched">Watched</h2>
      {engagement.lastViewedAt === null ? (
        <p class="hint">Nobody has opened it yet. What homeowners watch is shown here as they watch.</p>
      ) : (
        <dl class="presentations-sums">
          <Sum label="Viewers" value={engagement.viewerCount} />
          <Sum label="Openings" value={engagement.openCount} />
          <Sum label="Time" value={lengthText(engagement.seconds)} />
          <Sum label="Watched to the end" value={engagement.completedCount} />
          <div>
            <dt>Last</dt>
            <dd>
              <Moment at={engagement.lastViewedAt} />
            </dd>
          </div>
        </dl>
      )}
      <table class="presentations-bars">
        <thead>
          <tr>
            <th scope="col">Slide</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          {slides.map(({ id, sourceSlideId, title }) => {
            const { seconds = 0, completedCount = 0 } = bySlide.get(sourceSlideId) ?? {};
            return (
              <tr key={id}>
                <th scope="row">{title}</th>
                <td>
                  <div class="presentations-watched">
                    <Bar share={seconds / longest} />
                    <span>
                      {seconds === 0 ? '–' : lengthText(seconds)}
                      {completedCount > 0 && <span class="hint"> to the end</span>}
                    </span>
                  </div>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Sum({ label, value }: { readonly label: string; readonly value: string | number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The text beside it has the same value. */
function Bar({ share }: { readonly share: number }) {
  return (
    <svg class="presentations-bar" aria-hidden="true" height="8" width="100%">
      <rect class="track" width="100%" height="8" rx="4" />
      <rect width={`${Math.round(100 * share)}%`} height="8" rx="4" />
    </svg>
  );
}
