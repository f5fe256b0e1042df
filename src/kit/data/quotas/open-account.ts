import type { Context } from 'koa';
import type { Account, Rates } from './rates.ts';

/** Opens the account that a request is charged to, and sends its state to the client in headers. */
export function openAccount(rates: Rates) {
  return (context: Context & { state: { account: Account } }, next: () => Promise<void>): Promise<void> => {
    const account = rates.account();
    context.state.account = account;
    return next().finally(() => {
      for (const [name, value] of Object.entries(account.headers)) context.set(name, value);
    });
  };
}
