import type { Fault } from '../../errors.ts';

interface Timing {
  readonly startTime: number;
  readonly endTime: number;
}

/** Words are spoken one after the other: no word ends before it starts, none starts before the one before it. */
export function timingFaults(timings: readonly Timing[]): Fault[] {
  return timings.flatMap((timing, index) => {
    const previous = timings[index - 1];
    if (timing.endTime < timing.startTime) {
      return [order(`/${index}/endTime`, `wordTimings.${index} must not end before it starts.`)];
    }
    if (previous !== undefined && timing.startTime < previous.startTime) {
      return [order(`/${index}/startTime`, `wordTimings.${index} must not start before the word before it.`)];
    }
    return [];
  });
}

function order(pointer: string, detail: string): Fault {
  return { pointer, code: 'order', detail };
}
