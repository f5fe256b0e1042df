import { Input, InputObject } from '../platform/input/input.ts';
import type { Fault } from '../platform/kernel/errors.ts';
import { json, text, uuid } from '../platform/input/rules.ts';

/** Most bytes of an event's data as JSON without spaces, in UTF-8. Events of this service are far smaller. */
export const maxDataBytes = 65_536;

@InputObject('An event that another system reports.')
export class PublishEventInput {
  @Input(text({ max: 100, format: 'event-type', examples: ['contract.signed'] }))
  type!: string;

  @Input(uuid({ description: 'The deck that it is about.' }), { presence: 'optional' })
  deckId?: string | null;

  @Input(
    json({
      description: `What happened, for those who are told: up to ${inFigures(maxDataBytes)} bytes as JSON without spaces.`,
      check: sizeFaults,
    }),
    { presence: 'optional' },
  )
  data?: Record<string, unknown> | null;

  @Input(
    uuid({
      description: "The sender's own id: an event sent twice under one id is recorded once. Nothing else may have it.",
    }),
    {
      presence: 'optional',
    },
  )
  id?: string | null;
}

function sizeFaults(data: object, pointer: string): Fault[] {
  const bytes = Buffer.byteLength(JSON.stringify(data));
  if (bytes <= maxDataBytes) return [];
  const detail = `data must be at most ${inFigures(maxDataBytes)} bytes as JSON without spaces, and has ${inFigures(bytes)}: keep what is large elsewhere, and send its address.`;
  return [{ pointer, code: 'length', detail }];
}

function inFigures(bytes: number): string {
  return bytes.toLocaleString('en-US');
}
