/** @jsxImportSource preact */
import type { AttemptOutcome, AttemptPhase } from '../api/schema.graphql.ts';
import { Moment } from '../controls/moment.tsx';

interface Attempt {
  readonly id: string;
  readonly number: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly outcome: AttemptOutcome;
  readonly phase: AttemptPhase;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly response: string | null;
}

/** How far an attempt came, for people. */
const phases: Readonly<Record<Exclude<AttemptPhase, 'ANSWERED'>, string>> = {
  INTERRUPTED: 'It ended while it was sent or waited for the answer: the receiver may have the message.',
  NOT_SENT: 'Nothing was sent.',
};

/** The attempts of a delivery, the newest first. */
export function Attempts({ attempts }: { readonly attempts: readonly Attempt[] }) {
  return (
    <section class="stack" aria-label="Attempts">
      <h3>Attempts</h3>
      {attempts.length === 0 && <p class="hint">None was made yet.</p>}
      <ol class="live-attempts">
        {attempts
          .toReversed()
          .map(({ id, number, startedAt, durationMs, outcome, phase, statusCode, error, response }) => (
            <li key={id}>
              <p class="live-attempt">
                <strong>Attempt {number}</strong>
                <span class={`badge ${outcome === 'DELIVERED' ? 'good' : 'alarm'}`}>
                  {outcome === 'DELIVERED' ? 'Accepted' : 'Failed'}
                  {statusCode !== null && ` with ${statusCode}`}
                </span>
                <span class="hint">
                  {durationMs.toLocaleString()} ms, <Moment at={startedAt} />
                </span>
              </p>
              {error !== null && <p>{error}</p>}
              {outcome === 'FAILED' && phase !== 'ANSWERED' && <p class="hint">{phases[phase]}</p>}
              {response !== null && (
                <details>
                  <summary>Answer of the receiver</summary>
                  <pre class="code" tabIndex={0} aria-label={`Answer to attempt ${number}`}>
                    {response}
                  </pre>
                </details>
              )}
            </li>
          ))}
      </ol>
    </section>
  );
}
