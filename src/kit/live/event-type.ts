import type { SchemaObject } from 'ajv';
import { componentName } from '../core/index.ts';

/** A type of event that this product records. The same description serves people, OpenAPI and GraphQL. */
export interface EventType<Data extends object = object> {
  /** `entity.action` in the past tense. */
  readonly name: string;
  readonly description: string;
  /**
   * What has happened, for people: mails begin with it. Its placeholders are `homeowner.full_name`, `deck.name` and
   * `data.` with a member of the data.
   */
  readonly sentence: string;
  /** JSON Schema of the event's data. */
  readonly schema: SchemaObject;
  /** Data as it may look, for receivers to try themselves on. */
  readonly sample: Data;
  /** Whether the homeowner of its presentation follows these events; their data have a `presentationId`. */
  readonly isForHomeowner: boolean;
}

/**
 * Declares an event type. Each module keeps its own in `*.events.ts` and lists them in its `*.module.ts`.
 *
 * @param properties JSON Schema of each member of the data; all are required, and more may come in later versions
 * @param audience who follows these events: `homeowner` requires that the data have a `presentationId`
 */
export function eventType<Data extends object>(
  name: string,
  description: string,
  sentence: string,
  properties: { readonly [Member in keyof Data]: SchemaObject },
  sample: Data,
  audience: Data extends { presentationId: string } ? 'sellers' | 'homeowner' : 'sellers' = 'sellers',
): EventType<Data> {
  return {
    name,
    description,
    sentence,
    sample,
    schema: { type: 'object', properties, required: Object.keys(properties) },
    isForHomeowner: audience === 'homeowner',
  };
}

/** The name of a type in the contracts: `contract.signed` becomes `ContractSignedEvent`. */
export function eventTypeName(type: string): string {
  return `${componentName(type)}Event`;
}

/** Schemas that many event types use. */
export const eventData = {
  id: { type: 'string', format: 'uuid' },
  text: { type: 'string' },
  time: { type: 'string', format: 'date-time' },
  changed: { type: 'array', items: { type: 'string' }, description: 'The properties that changed.' },
} as const satisfies Record<string, SchemaObject>;

export const sampleId = '01900000-0000-7000-8000-00000000002a';
