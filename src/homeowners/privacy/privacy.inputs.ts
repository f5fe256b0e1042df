import { Input, InputObject, text, uuid } from '../../kit/input/index.ts';

const optional = { presence: 'optional' } as const;

/** Identifies the homeowner. */
@InputObject('A homeowner: exactly one of the members.')
export class HomeownerSelectorInput {
  @Input(
    text({
      max: 254,
      format: 'idn-email',
      description: 'E-mail address, in upper or lower case.',
      examples: ['dana@example.com'],
    }),
    optional,
  )
  email?: string | null;

  @Input(
    text({
      max: 40,
      format: 'phone',
      description: 'Phone number with its country code, in any notation.',
      examples: ['+1 512 555 0123'],
    }),
    optional,
  )
  phone?: string | null;

  @Input(uuid({ description: 'The id of one presentation: others of the same homeowner are unchanged.' }), optional)
  presentationId?: string | null;
}
