import { currentBudget } from './budget.ts';
import { turns } from './turns.ts';

/**
 * Called before each piece of long work: lets everything else have its turn first where this one is long.
 * @throws what ended the budget of the work meanwhile
 */
export async function giveWay(): Promise<void> {
  const turn = turns.next();
  if (turn === null) return;
  await turn;
  currentBudget()?.signal.throwIfAborted();
}

/** Does long work piece by piece, and gives way between the pieces. @throws as `giveWay` does */
export async function inTurns<Item, Result>(items: readonly Item[], work: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    await giveWay();
    results.push(work(item));
  }
  return results;
}
