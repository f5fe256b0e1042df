import { type Kysely, sql } from 'kysely';

/** A lock over all processes that one holds, on a connection of its own, until it lets go of it or dies. */
export class SessionLock {
  #letGo: (() => void) | null = null;
  #session: Promise<void> = Promise.resolve();

  constructor(
    private readonly kysely: Kysely<unknown>,
    /** The number of an advisory lock that nothing else uses. */
    private readonly key: number,
  ) {}

  /** @returns whether it is held by this process, now or since an earlier call */
  async tryTake(): Promise<boolean> {
    if (this.#letGo !== null) return true;
    const [taken, over] = [Promise.withResolvers<boolean>(), Promise.withResolvers<void>()];
    this.#session = this.kysely
      .connection()
      .execute(async (session) => {
        const { rows } = await sql<{ isMine: boolean }>`
          select pg_try_advisory_lock(${this.key}) as "isMine"`.execute(session);
        const isMine = rows[0]?.isMine === true;
        this.#letGo = isMine ? over.resolve : null;
        taken.resolve(isMine);
        if (!isMine) return;
        await over.promise;
        await sql`select pg_advisory_unlock(${this.key})`.execute(session);
      })
      // A connection that is lost has lost the lock as well.
      .catch(taken.reject);
    return taken.promise;
  }

  async release(): Promise<void> {
    this.#letGo?.();
    this.#letGo = null;
    await this.#session;
  }
}
