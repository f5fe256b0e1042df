import type { Actor, Authenticator } from '../../rights/index.ts';
import { AppError } from '../../core/index.ts';
import type { Misses } from './misses.ts';

/**
 * Lets clients in, and throttles addresses that send wrong credentials. Beyond their misses no further guess is looked
 * up, while a credential that may count is still checked: others behind the same address keep working.
 */
export class Gate {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly misses: Misses,
  ) {}

  /**
   * @param address of the client
   * @throws AppError `UNAUTHENTICATED`, or `TOO_MANY_REQUESTS` for a wrong credential of an address with too many of them
   */
  async authenticate(authorization: string | undefined, address: string | null): Promise<Actor> {
    // A request without a credential guesses none.
    if (authorization === undefined) return this.authenticator.authenticate(authorization);
    const refusal = this.misses.refusal(address);
    if (refusal !== null && !(await this.authenticator.mayCount(authorization))) throw refusal;
    return this.counted(address, () => this.authenticator.authenticate(authorization));
  }

  /** Counts a refusal of what was shown as a miss of the address. */
  async counted(address: string | null, authenticate: () => Promise<Actor>): Promise<Actor> {
    try {
      return await authenticate();
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED') await this.misses.count(address);
      throw error;
    }
  }
}
