import { flag, Input, InputObject, oneOf, text, time } from '../../kit/input/index.ts';
import { LinkScope } from './presentation-link.entity.ts';

const name = text({
  max: 200,
  format: 'plain-name',
  description: 'Its purpose or its user.',
  examples: ['Tablet in the kitchen'],
});
const scope = oneOf(LinkScope, { description: 'What it gives.' });

@InputObject('A new link to a presentation.')
export class CreatePresentationLinkInput {
  @Input(name)
  name!: string;

  @Input(scope, { default: LinkScope.VIEW })
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

/** Body of `PUT /api/links/{linkId}` and input of `updatePresentationLink`. */
@InputObject('Changes to a link to a presentation. A field that is absent or null keeps its value.')
export class UpdatePresentationLinkInput {
  @Input(name, { presence: 'kept' })
  name?: string;

  @Input(scope, { presence: 'kept' })
  scope?: LinkScope;

  @Input(
    time({
      description: 'Time of expiry, in ISO 8601, at most 366 days from now.',
      examples: ['2027-01-31T12:00:00Z'],
    }),
    { presence: 'kept' },
  )
  expiresAt?: string;
}
