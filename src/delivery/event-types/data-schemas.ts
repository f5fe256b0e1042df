import type { SchemaObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { AppError, nearestName } from '../../kit/core/index.ts';
import type { EventType } from '../../kit/live/index.ts';

/** A type of event with the URL of the JSON Schema of its data. */
export interface ListedEventType extends EventType {
  readonly schemaUrl: string;
}

/** The JSON Schema of the data of each event type, under a URL of its own. Members are added to it, never removed. */
export class DataSchemas {
  readonly #schemas: ReadonlyMap<string, SchemaObject>;
  /** By JSON Schema 2020-12 a format describes and refuses nothing. */
  readonly #ajv = new Ajv2020({ validateFormats: false, validateSchema: false, allowUnionTypes: true });
  readonly #checks = new Map<string, ValidateFunction>();

  /** @param publicUrl where clients reach the server; null leaves URLs relative to it */
  constructor(
    catalogue: readonly EventType[],
    private readonly publicUrl: string | null,
  ) {
    this.#schemas = new Map(catalogue.map((type) => [type.name, this.#schemaOf(type)]));
  }

  /** The types with the URLs of their schemas, as both APIs list them. */
  listed(types: readonly EventType[]): readonly ListedEventType[] {
    return types.map((type) => ({ ...type, schemaUrl: this.urlOf(type.name) }));
  }

  urlOf(type: string): string {
    const path = `/api/notifications/event-types/${type}/schema`;
    return this.publicUrl === null ? path : new URL(path, this.publicUrl).href;
  }

  /** @throws AppError `NOT_FOUND` when the product has no such type */
  read(type: string): SchemaObject {
    const schema = this.#schemas.get(type);
    if (schema === undefined) throw this.#unknown(type);
    return schema;
  }

  /**
   * The URL of the schema that an event's data fit. Null where they fit none: of types that clients invent, of a known type
   * with other data, of a homeowner who was erased; and where the server knows no URL that is absolute.
   */
  urlFitting({ type, data }: { readonly type: string; readonly data: object }): string | null {
    const schema = this.#schemas.get(type);
    if (schema === undefined || this.publicUrl === null) return null;
    const check = this.#checks.get(type) ?? this.#ajv.compile(schema);
    this.#checks.set(type, check);
    return check(data) ? this.urlOf(type) : null;
  }

  #schemaOf({ name, description, schema, sample }: EventType): SchemaObject {
    return {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: this.urlOf(name),
      title: name,
      description,
      ...schema,
      examples: [sample],
    };
  }

  #unknown(type: string): AppError {
    const nearest = nearestName(type, this.#schemas.keys());
    const hint = nearest === null ? '.' : `; did you mean ${nearest}?`;
    const detail = `This service has no event type ${type.slice(0, 100).toWellFormed()}${hint} GET /api/notifications/event-types lists those that subscriptions receive.`;
    return new AppError('not_found', detail);
  }
}
