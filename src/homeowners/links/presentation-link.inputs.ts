import { flag, Input, InputObject, oneOf, text, time } from '../../kit/input/index.ts';
import { LinkScope } from './presentation-link.entity.ts';

@InputObject('A new link to a presentation.')
export class CreatePresentationLinkInput {
  @Input(
    text({
      max: 200,
      format: 'plain-name',
      description: 'Its purpose or its user.',
      examples: ['Tablet in the kitchen'],
    }),
  )
  name!: string;

  @Input(oneOf(LinkScope, { description: 'What it gives.' }), { default: LinkScope.VIEW })
  scope!: LinkScope;

  @Input(
    time({
      description: 'Time of expiry, in ISO 8601, at most 366 days from now; by default 30 days from now.',
      examples: ['2027-01-31T12:00:00Z'],
    }),
    { presence: 'optional' },
  )
  expiresAt?: string | null;

  @Input(flag({ description: 'Whether only the first browser can open it.' }), { default: false })
  isOneTime!: boolean;
}
