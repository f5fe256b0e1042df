import type { SignFor } from '../../rights/index.ts';
import { JsonText } from '../../core/index.ts';
import type { TextCache } from './text-cache.ts';

/** How links in texts are signed. */
interface Signing {
  readonly signFor: SignFor;
  /** Changes when links are signed anew. */
  readonly period: () => string;
}

/**
 * JSON texts of what belongs to one version of an object. The caller has read the version just before, and may
 * read what the text shows.
 */
export class VersionedTexts {
  readonly signFor: SignFor;

  constructor(
    private readonly cache: TextCache,
    private readonly signing: Signing,
  ) {
    this.signFor = signing.signFor;
  }

  get isOff(): boolean {
    return this.cache.isOff;
  }

  /**
   * @param name of what is shown, with the id of the object
   * @param version of the object: changes with each change of what is shown
   * @param write makes the text, from rows that are read after the version
   */
  of(name: string, version: string, write: () => Promise<string>): JsonText | Promise<JsonText> {
    const stamp = `${version} ${this.signing.period()}`;
    return this.cache.find(name, stamp) ?? this.#anew(name, stamp, write);
  }

  async #anew(name: string, stamp: string, write: () => Promise<string>): Promise<JsonText> {
    const text = new JsonText(await write());
    this.cache.keep(name, stamp, text);
    return text;
  }
}
