import { ObjectType } from 'type-graphql';
import { slideAttributes } from '../../authoring/slides/slide.attributes.ts';
import { answerOf, attributes, copied, shown, view, viewOf } from '../../kit/data/index.ts';
import { languageOfTexts, spoken, warnings } from '../personalisation/presentation.snapshot.ts';

const { audioUrl, wordTimings } = copied(slideAttributes);

const previewAttributes = attributes({
  text: shown(String, 'The text as it is shown, with its placeholders filled in.'),
  language: shown(String, languageOfTexts),
  audioUrl,
  wordTimings,
  ...spoken(''),
  warnings,
});

/** A text as presentations would speak it. */
@ObjectType({
  simpleResolvers: true,
  description: 'How presentations would speak a text. Its audio is kept for a day.',
})
export class SpeechPreview extends answerOf(previewAttributes) {}

export const speechPreviewView = view<SpeechPreview>('SpeechPreview', viewOf(previewAttributes));
