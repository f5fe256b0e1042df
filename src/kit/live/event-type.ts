import type { SchemaObject } from 'ajv';

/** A type of event that this product records. The same description serves people, OpenAPI and GraphQL. */
export interface EventType<Data extends object = object> {
  /** `entity.action` in the past tense. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the event's data. */
  readonly schema: SchemaObject;
  /** Data as it may look, for receivers to try themselves on. */
  readonly sample: Data;
  /** The member of the data that names the presentation, where its homeowner follows these events. */
  readonly presentationIn?: string;
}

/**
 * Declares an event type. Each module keeps its own in `*.events.ts` and lists them in its `*.module.ts`.
 *
 * @param properties JSON Schema of each member of the data; all are required, and more may come in later versions
 * @param presentationIn the member that names the presentation, where its homeowner follows these events
 */
export function eventType<Data extends object>(
  name: string,
  description: string,
  properties: { readonly [Member in keyof Data]: SchemaObject },
  sample: Data,
  presentationIn?: keyof Data & string,
): EventType<Data> {
  return {
    name,
    description,
    sample,
    schema: { type: 'object', properties, required: Object.keys(properties) },
    ...(presentationIn === undefined ? {} : { presentationIn }),
  };
}

/** Schemas that many event types use. */
export const eventData = {
  id: { type: 'string', format: 'uuid' },
  text: { type: 'string' },
  time: { type: 'string', format: 'date-time' },
  changed: { type: 'array', items: { type: 'string' }, description: 'The properties that changed.' },
} as const satisfies Record<string, SchemaObject>;

export const sampleId = '01900000-0000-7000-8000-00000000002a';
