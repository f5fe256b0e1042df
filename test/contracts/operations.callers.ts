import type { CallerKind } from './operations.expected.ts';

/** The credentials of the kinds of callers in the table. Those of stored keys are missing until there are such keys. */
export class Callers {
  readonly #authorizations: ReadonlyMap<CallerKind, string | undefined>;

  constructor(apiKey: string) {
    this.#authorizations = new Map([
      ['none', undefined],
      ['wrong', `Bearer ${apiKey}-not`],
      ['admin', `Bearer ${apiKey}`],
    ]);
  }

  get kinds(): CallerKind[] {
    return [...this.#authorizations.keys()];
  }

  authorizationOf(kind: CallerKind): string | undefined {
    return this.#authorizations.get(kind);
  }
}
