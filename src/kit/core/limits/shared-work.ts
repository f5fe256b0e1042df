import { currentBudget } from './budget.ts';

/**
 * Waits for work that several operations share, such as one statement for many, for no longer than the budget of this
 * one lasts. The work goes on, because the others need it.
 *
 * @param leave called when the budget ends first; false where the work may still do what is asked, so that its result is
 *   waited for
 * @throws the reason of the budget's end, such as AppError `UNAVAILABLE`; and as the work does
 */
export function waitForShared<Result>(work: Promise<Result>, leave: () => boolean = () => true): Promise<Result> {
  const budget = currentBudget();
  if (budget === undefined) return work;
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const endWait = budget.wait();
  const forget = budget.onCancel((reason) => {
    if (leave()) reject(reason);
  });
  const end = (): void => {
    endWait();
    forget();
  };
  work.then(resolve, reject).then(end, end);
  return promise;
}
