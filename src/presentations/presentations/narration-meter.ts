import type { Count, Metrics } from '../../kit/core/index.ts';

/** Counts the narrations that have ended. */
export type NarrationCount = Count<'part' | 'outcome'>;

/** Makes the count of narrations. */
export function countNarrations(metrics: Metrics): NarrationCount {
  return metrics.count({
    name: 'deckcast_narrations_total',
    help: 'Narrations of presentations that have ended, by what was spoken, slides or the answers of FAQs, and outcome: finished or failed.',
    labels: { part: ['slides', 'answers'], outcome: ['finished', 'failed'] },
  });
}
