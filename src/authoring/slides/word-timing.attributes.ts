import {
  attribute,
  attributes,
  createOf,
  list as listView,
  nested,
  structureOf,
  view,
  viewOf,
} from '../../kit/data/index.ts';
import { type Fault, listOf } from '../../kit/core/index.ts';
import { decimal, InputObject, labelOf, list, object, text } from '../../kit/input/index.ts';
import { ObjectType } from 'type-graphql';

/** At most a day. */
const timeOfWord = attribute(decimal({ min: 0, max: 86_400, description: 'Seconds from the start of the audio.' }));

const timingAttributes = attributes({
  word: attribute(text({ max: 200, description: 'The word as it is shown.' })),
  startTime: timeOfWord,
  endTime: timeOfWord,
});

/** The time span of one word in the audio, in seconds, for highlighting and captions. */
@ObjectType({ simpleResolvers: true, description: 'Time span of one word in the audio.' })
export class WordTiming extends structureOf(timingAttributes) {}

@InputObject('When one word is spoken.')
class WordTimingInput extends createOf(timingAttributes) {}

const timingView = view<WordTiming>('WordTiming', viewOf(timingAttributes));

/** The word timings of a recording, of a slide or FAQ. */
export const wordTimings = attribute(
  list(
    object(() => WordTimingInput),
    {
      max: 20_000,
      check: timingFaults,
      description:
        'When each word of the recording is spoken, in the order of their starts; empty without a recording.',
    },
  ),
  {
    empty: [],
    guestsSee: true,
    output: { graphql: () => [WordTiming], view: listView(nested(timingView)), complexity: listOf(50) },
    copied: {
      description:
        'When each word of the shown text is spoken, or read where there is no audio; empty while timing is PENDING.',
      drifts: false,
    },
  },
);

/** Faults of word timings: no word ends before it starts, and starts never decrease. */
function timingFaults(timings: readonly WordTiming[], pointer: string): Fault[] {
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

function order(pointer: string, field: keyof WordTiming, rule: string): Fault {
  return { pointer: `${pointer}/${field}`, code: 'order', detail: `${labelOf(pointer)} ${rule}.` };
}
