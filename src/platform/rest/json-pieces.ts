import { operationLimits, withinLimits } from '../budget/budget.ts';

/** An item of a list, as it is written. */
export type Item = Readonly<Record<string, unknown>>;

/**
 * Writes one JSON object whose members are lists, item by item. Each item has the budget of an operation, as the rows of
 * a stream have. It ends with its client, and breaks off at an error.
 */
export async function* jsonPieces(
  lists: Readonly<Record<string, AsyncIterator<Item, void>>>,
): AsyncGenerator<string, void> {
  let before = '{';
  for (const [name, items] of Object.entries(lists)) {
    yield `${before}${JSON.stringify(name)}:[`;
    let between = '';
    for (;;) {
      const { done, value } = await withinLimits(operationLimits, () => items.next());
      if (done === true) break;
      yield between + JSON.stringify(value);
      between = ',';
    }
    yield ']';
    before = ',';
  }
  yield '}';
}
