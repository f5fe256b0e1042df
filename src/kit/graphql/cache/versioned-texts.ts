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
    return this.find(name, version) ?? this.#anew(name, version, write);
  }

  /** @param version as for `of` */
  find(name: string, version: string): JsonText | undefined {
    return this.cache.find(name, this.#stamp(version));
  }

  /** @param version of what the text shows, and no later one */
  keep(name: string, version: string, text: JsonText): void {
    this.cache.keep(name, this.#stamp(version), text);
  }

  #stamp(version: string): string {
    return `${version} ${this.signing.period()}`;
  }

  async #anew(name: string, version: string, write: () => Promise<string>): Promise<JsonText> {
    const stamp = this.#stamp(version);
    const text = new JsonText(await write());
    this.cache.keep(name, stamp, text);
    return text;
  }
}
