/**
 * Names something that subscription fields follow, with the type of the function that begins to follow it. TypeGraphQL
 * calls such fields without their resolver, so they ask the context for it.
 */
export class StreamKey<Follow> {
  /** Never set: it ties the key to its function at compile time. */
  declare readonly follow?: Follow;

  constructor(readonly name: string) {}
}

/** The registered live streams. Modules declare keys, and the composition root registers the functions. */
export class Streams {
  readonly #byKey = new Map<StreamKey<unknown>, unknown>();

  set<Follow>(key: StreamKey<Follow>, follow: Follow): void {
    this.#byKey.set(key, follow);
  }

  of<Follow>(key: StreamKey<Follow>): Follow {
    if (!this.#byKey.has(key)) throw new Error(`The stream "${key.name}" is not set up: list it in its module.`);
    return this.#byKey.get(key) as Follow;
  }
}
