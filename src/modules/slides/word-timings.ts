import type { Fault } from '../../platform/kernel/errors.ts';
import { labelOf } from '../../platform/input/safe-json.ts';

interface Timing {
  readonly startTime: number;
  readonly endTime: number;
}

/** Faults of word timings: no word ends before it starts, and starts never decrease. */
export function timingFaults(timings: readonly Timing[], pointer: string): Fault[] {
  return timings.flatMap((timing, index) => {
    const previous = timings[index - 1];
    if (timing.endTime < timing.startTime) {
      return [order(`${pointer}/${index}`, 'endTime', 'must not end before it starts')];
    }
    if (previous !== undefined && timing.startTime < previous.startTime) {
      return [order(`${pointer}/${index}`, 'startTime', 'must not start before the word before it')];
    }
    return [];
  });
}

function order(pointer: string, field: keyof Timing, rule: string): Fault {
  return { pointer: `${pointer}/${field}`, code: 'order', detail: `${labelOf(pointer)} ${rule}.` };
}
