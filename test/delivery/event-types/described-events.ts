import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** The repository. */
export const root = path.join(import.meta.dirname, '..', '..', '..');
/** The committed AsyncAPI document. */
export const asyncApiText = readFileSync(path.join(root, 'asyncapi.json'), 'utf8');

interface Message {
  readonly headers?: object;
  readonly payload: object;
}

interface Document {
  readonly channels: Readonly<Record<string, { readonly messages: Readonly<Record<string, Message>> }>>;
  readonly components: object;
}

/** Checks what arrives against the committed document. */
export class DescribedEvents {
  readonly #document = JSON.parse(asyncApiText) as Document;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });

  constructor() {
    formats.default(this.#ajv);
    this.#ajv.addSchema({ $id: 'asyncapi', components: this.#document.components });
  }

  /** The names of the messages of a channel. */
  namesOf(channel: string): string[] {
    return Object.keys(this.#document.channels[channel]?.messages ?? {});
  }

  /** What of a message breaks its schemas. */
  faultsOf(channel: string, name: string, given: { headers?: object; payload: unknown }): string[] {
    const message = this.#document.channels[channel]?.messages[name];
    if (message === undefined) return [`${channel} has no message ${name}`];
    return [
      ...(message.headers === undefined ? [] : this.#faults(message.headers, given.headers)),
      ...this.#faults(message.payload, given.payload),
    ];
  }

  #faults(schema: object, value: unknown): string[] {
    const own = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"asyncapi#/components')) as object;
    return this.#ajv.validate(own, value) ? [] : [this.#ajv.errorsText()];
  }
}
