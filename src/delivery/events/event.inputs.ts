import { registerEnumType } from 'type-graphql';
import { Input, InputObject, json, list, object, text, uuid } from '../../kit/input/index.ts';
import type { Fault } from '../../kit/core/index.ts';

/** The orders of the event log. */
export const EventOrder = { CREATED_ASC: 'created_asc', CREATED_DESC: 'created_desc' } as const;
/** A value of `EventOrder`, as REST names it. */
export type EventOrder = (typeof EventOrder)[keyof typeof EventOrder];
registerEnumType(EventOrder, {
  name: 'EventOrder',
  description: 'The order of events. Their cursors continue in either.',
  valuesConfig: {
    CREATED_ASC: { description: 'Oldest first: the order of the log.' },
    CREATED_DESC: { description: 'Newest first.' },
  },
});

/** What `orderBy` is, in both APIs. @param usual the order without it */
export function eventOrderText(usual: string): string {
  return `The order; by default ${usual}. A cursor continues in either order.`;
}

/** Largest `data` of a published event: bytes of its JSON without spaces, in UTF-8. */
export const maxDataBytes = 65_536;

/** Body of `POST /api/events` and input of `publishEvent`. */
@InputObject('An event from another system.')
export class PublishEventInput {
  @Input(
    text({
      max: 100,
      format: 'event-type',
      description: 'Event type in dotted form. It need not be one of this service.',
      examples: ['contract.signed'],
    }),
  )
  type!: string;

  @Input(uuid({ description: 'Deck that the event is about; null for none.' }), { presence: 'optional' })
  deckId?: string | null;

  @Input(
    json({
      description: `Payload for the receivers: at most ${inFigures(maxDataBytes)} bytes as JSON without spaces. Default: an empty object.`,
      check: sizeFaults,
    }),
    { presence: 'optional' },
  )
  data?: Record<string, unknown> | null;

  @Input(
    uuid({
      description:
        "The sender's own UUID. An event sent twice with the same id is recorded once. It must not be the id of anything else.",
    }),
    {
      presence: 'optional',
    },
  )
  id?: string | null;
}

export const maxBatch = 1_000;

/** Body of `POST /api/events/batch` and input of `publishEvents`. */
@InputObject('Events from another system, which are recorded together or not at all.')
export class PublishEventsInput {
  @Input(
    list(
      object(() => PublishEventInput),
      {
        min: 1,
        max: maxBatch,
        description: 'In the order in which they are recorded. The results have the same order.',
      },
    ),
  )
  events!: PublishEventInput[];
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
