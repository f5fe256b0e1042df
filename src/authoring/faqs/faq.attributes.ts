import { isAudioUrl } from '../../engines/audio/audio-url.ts';
import { attribute, attributes } from '../../kit/data/index.ts';
import { link, text } from '../../kit/input/index.ts';
import { wordTimings } from '../slides/word-timing.attributes.ts';

export const faqAttributes = attributes({
  userQuestion: attribute(
    text({ max: 2_000, description: 'The question.', examples: ['How long does the work take?'] }),
    { translated: true },
  ),
  cannedAnswer: attribute(text({ max: 20_000, description: 'The answer.', examples: ['Most roofs take two days.'] }), {
    translated: true,
    narrated: true,
  }),
  relatedSlideId: attribute(
    text({ min: 0, max: 128, description: 'The slideId of the slide that the answer belongs to.' }),
    { nullable: true },
  ),
  audioUrl: attribute(link("URL or path of the author's recording of the answer; null without one."), {
    nullable: true,
    output: { isSigned: isAudioUrl },
    copied: {
      description: 'URL of the audio of the answer; null while timing is PENDING or ESTIMATED.',
      drifts: false,
    },
  }),
  wordTimings,
});
