import type { EventPayload } from './channel.ts';

/** What CloudEvents say of their origin. */
export interface CloudEventOrigin {
  /** The log that the events come from: with their id it is unique. */
  readonly source: string;
  /** The URL of the schema that the data of an event fit; null for none. */
  readonly schemaUrlOf: (payload: EventPayload) => string | null;
}

/** The attributes of an event in the binary mode of CloudEvents 1.0 over HTTP, whose body is the event's data. */
export function cloudEventHeaders(
  payload: EventPayload,
  { source, schemaUrlOf }: CloudEventOrigin,
): Record<string, string> {
  const { id, type, timestamp, deckId } = payload;
  const attributes = { id, source, type, time: timestamp, subject: deckId, dataschema: schemaUrlOf(payload) };
  const given = Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== null);
  return {
    'ce-specversion': '1.0',
    ...Object.fromEntries(given.map(([name, value]) => [`ce-${name}`, headerValue(value)])),
  };
}

/** All but visible ASCII, and the quotation mark and the percent sign, are percent-encoded (HTTP binding, 3.1.3.2). */
function headerValue(value: string): string {
  return value.replaceAll(/[^!-~]|["%]/gu, encodeURIComponent);
}
