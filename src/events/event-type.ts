/** A type of event that this product records: its name, what it means, and (as a type only) what its data holds. */
export interface EventType<Data extends object> {
  /** `entity.action` in the past tense. */
  readonly name: string;
  readonly description: string;
  /** Never set: it ties the type to its data at compile time. */
  readonly data?: Data;
}

/** Declares an event type. Each module keeps its own in `*.events.ts`. */
export function eventType<Data extends object>(name: string, description: string): EventType<Data> {
  return { name, description };
}
