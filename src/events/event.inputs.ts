import { Input, InputObject } from '../input/input.ts';
import { json, text, uuid } from '../input/rules.ts';

@InputObject('An event that another system reports.')
export class PublishEventInput {
  @Input(text({ max: 100, format: 'event-type', example: 'contract.signed' }))
  type!: string;

  @Input(uuid({ description: 'The deck that it is about.' }), { presence: 'optional' })
  deckId?: string | null;

  @Input(json({ description: 'What happened, for those who are told.' }), { presence: 'optional' })
  data?: Record<string, unknown> | null;

  @Input(uuid({ description: "The sender's own id: an event sent twice under one id is recorded once." }), {
    presence: 'optional',
  })
  id?: string | null;
}
