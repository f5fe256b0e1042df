import { Input, InputObject, text, uuid } from '../../kit/input/index.ts';

@InputObject('What the guest typed.')
export class SearchGuestFaqsInput {
  @Input(text({ max: 200, description: 'What to find an answer to.', examples: ['are gutters included'] }))
  text!: string;
}

@InputObject('A question of the guest.')
export class AskGuestQuestionInput {
  @Input(
    text({
      max: 1_000,
      format: 'plain-text',
      description: 'The question. Event receivers get it.',
      examples: ['Is the gutter part of it?'],
    }),
  )
  question!: string;

  @Input(uuid({ description: 'The sourceSlideId of the slide that it was asked at.' }), { presence: 'optional' })
  sourceSlideId?: string | null;
}
