import { flag, Input, InputObject, oneOf, text, time } from '../../kit/input/index.ts';
import { LinkScope } from './presentation-link.entity.ts';

/** Body of `createPresentationLink`. */
@InputObject('A new link to a presentation.')
export class CreatePresentationLinkInput {
  @Input(
    text({
      max: 200,
      format: 'plain-name',
      description: 'Whom or what it is for.',
      examples: ['Tablet in the kitchen'],
    }),
  )
  name!: string;

  @Input(oneOf(LinkScope, { description: 'What it gives.' }), { default: LinkScope.VIEW })
  scope!: LinkScope;

  @Input(
    time({
      description: 'When it ends to count, in ISO 8601, at most 366 days from now; by default 30 days from now.',
      examples: ['2027-01-31T12:00:00Z'],
    }),
    { presence: 'optional' },
  )
  expiresAt?: string | null;

  @Input(flag({ description: 'Whether it opens for the first browser alone.' }), { default: false })
  isOneTime!: boolean;
}
