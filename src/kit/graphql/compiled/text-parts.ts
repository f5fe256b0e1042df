/** JSON text, or the promise of it. */
export type Written = string | Promise<string>;

/** The text of an object or a list, of which parts may come later. */
export class TextParts {
  #text = '';
  #later: { readonly texts: string[]; readonly parts: Promise<string>[] } | null = null;

  /** Adds what stands next. */
  add(part: Written): void {
    if (typeof part === 'string') {
      this.#text += part;
      return;
    }
    this.#later ??= { texts: [], parts: [] };
    this.#later.texts.push(this.#text);
    this.#later.parts.push(part);
    this.#text = '';
  }

  /** The whole text. Rejects as the first part does. */
  end(): Written {
    if (this.#later === null) return this.#text;
    const { texts, parts } = this.#later;
    return Promise.all(parts).then((written) => {
      let text = '';
      for (const [at, before] of texts.entries()) text += before + written[at];
      return text + this.#text;
    });
  }

  /** Fails once the parts that are under way have ended: none may go on behind the answer. @throws the error at once where there are none */
  fail(error: unknown): Promise<never> {
    if (this.#later === null) throw error;
    return rejectedAfter(this.#later.parts, error);
  }
}

async function rejectedAfter(parts: readonly Promise<string>[], error: unknown): Promise<never> {
  await Promise.allSettled(parts);
  throw error;
}
