import DataLoader from 'dataloader';
import type { Actor, Client } from '../rights/index.ts';
import type { Account, Batch, Columns, Keyed, Permit, RequestScope, RowBatch } from '../data/index.ts';
import type { Semaphore } from '../core/index.ts';
import type { Streams } from '../live/index.ts';

/** Replaces a credential by another one of the same holder with the same rights. @throws AppError otherwise */
export type Refresh = (authorization: string) => Promise<Actor>;

/** The caller, its address, and the check of the policy for each of its operations. */
export interface Caller {
  readonly client: Client;
  readonly requestId: string;
  /** The holder of its right, as `Actor.key` names it. */
  readonly key: string | null;
  /** What its operation is charged to. */
  readonly account: Account;
  /** Replaces the credential of its socket; absent over HTTP. */
  readonly refresh?: Refresh | undefined;
  permit(operation: string): Permit;
}

/** The context of resolvers: scopes for the use cases, and reads that are batched per level. One per operation. */
export class GraphQLContext {
  private made: RequestScope | null = null;
  private readonly changes = { begun: false };
  private readonly pauses = { open: 0 };
  /** Not a #field: Apollo works on a shallow copy of the context, which those do not survive. */
  private readonly loaders = new Map<unknown, Loader>();

  private permit: Permit | null;
  /** What the mutation field that runs requests under its idempotencyKey. */
  keyed: Keyed | undefined;

  constructor(
    private readonly caller: Caller,
    /** The streams for subscription fields, which TypeGraphQL calls without their resolver. */
    readonly streams: Streams,
    /** Lets a limited number of its reads run at a time, where many contexts share it; null is no limit. */
    private readonly reads: Semaphore | null = null,
    permit: Permit | null = null,
  ) {
    this.permit = permit;
  }

  get client(): Client {
    return this.caller.client;
  }

  get requestId(): string {
    return this.caller.requestId;
  }

  get key(): string | null {
    return this.caller.key;
  }

  get account(): Account {
    return this.caller.account;
  }

  get refresh(): Refresh | undefined {
    return this.caller.refresh;
  }

  /**
   * Checks a field of Query, Mutation or Subscription with the policy: see `guard-fields.ts`.
   *
   * @throws AppError `FORBIDDEN`
   */
  enter(operation: string): void {
    this.keyed = undefined;
    this.permit = this.caller.permit(operation);
  }

  /** @throws AppError `FORBIDDEN` unless the caller holds the scope that the field needs */
  requireScope(scope: string, field: string): void {
    this.entered.requireScope(scope, field);
  }

  private get entered(): Permit {
    if (this.permit === null) throw new Error('A field runs that the policy has not checked');
    return this.permit;
  }

  /** For reads, which all fields share. Made when it is first requested: most subscribers never use theirs. */
  get scope(): RequestScope {
    this.made ??= this.entered.scope();
    return this.made;
  }

  /**
   * A scope of its own for one mutation field: the next field must not flush entities of a failed one.
   * Values loaded before may be outdated afterwards, so their cache is cleared.
   */
  change(): RequestScope {
    this.loaders.clear();
    this.changes.begun = true;
    return this.entered.scope(this.keyed);
  }

  /** Whether a mutation has begun: it is not aborted when its client leaves. */
  get hasChanged(): boolean {
    return this.changes.begun;
  }

  /** Reads a key together with all other keys that this level of the query requests. */
  load<Key, Value>(batch: Batch<Key, Value>, key: Key): Promise<Value>;
  /** The same for rows that are shown and nothing else. @param asked their columns that are shown: see `Asked` */
  load<Key, Value, Parts>(batch: RowBatch<Key, Value, Parts>, key: Key, asked: Columns): Promise<Parts>;
  load<Key>(batch: RowBatch<Key, unknown, unknown>, key: Key, asked: Columns = null): Promise<unknown> {
    let loader = this.loaders.get(batch);
    if (loader === undefined || !loader.admits(asked)) {
      loader = this.loaderOf(batch as RowBatch<unknown, unknown, unknown>);
      this.loaders.set(batch, loader);
    }
    return loader.load(key, asked);
  }

  private loaderOf(batch: RowBatch<unknown, unknown, unknown>): Loader {
    const read = (keys: readonly unknown[], asked: Columns) => batch(this.scope.em, keys, asked);
    return new Loader(
      async (keys, asked) => this.read(() => read(keys, asked)),
      (dispatch) => void Promise.resolve().then(() => process.nextTick(() => this.dispatch(dispatch))),
    );
  }

  /** Reads what is no batch of keys, within the limit that the contexts of streams share. */
  async read<Value>(work: () => Promise<Value>): Promise<Value> {
    return this.reads === null ? work() : this.reads.run(work);
  }

  /** Waits for a turn of the event loop, so that loads of this turn and of the next are read in one batch. */
  async pauseUntil(turn: Promise<void>): Promise<void> {
    this.pauses.open += 1;
    await turn;
    this.pauses.open -= 1;
  }

  private dispatch(dispatch: () => void): void {
    if (this.pauses.open === 0) dispatch();
    else setImmediate(() => this.dispatch(dispatch));
  }

  /** The same rights and identity with nothing loaded: for the next event of a stream. */
  renewed(reads: Semaphore): GraphQLContext {
    return new GraphQLContext(this.caller, this.streams, reads, this.permit);
  }
}

type Read = (keys: readonly unknown[], asked: Columns) => Promise<readonly unknown[]>;

/** Reads the keys of a level in one statement, with the columns that any of its fields requests. */
class Loader {
  readonly #loader: DataLoader<unknown, unknown>;
  #asked: Columns = new Set();
  #hasRead = false;

  constructor(read: Read, schedule: (dispatch: () => void) => void) {
    this.#loader = new DataLoader<unknown, unknown>(
      (keys) => {
        this.#hasRead = true;
        return read(keys, this.#asked);
      },
      { batchScheduleFn: schedule },
    );
  }

  /** Whether what it gives has the columns. Rows that it has read have no more than were requested until then. */
  admits(asked: Columns): boolean {
    return !this.#hasRead || this.#has(asked);
  }

  load(key: unknown, asked: Columns): Promise<unknown> {
    if (!this.#has(asked)) this.#asked = this.#asked === null || asked === null ? null : this.#asked.union(asked);
    return this.#loader.load(key);
  }

  #has(asked: Columns): boolean {
    return this.#asked === null || (asked !== null && asked.isSubsetOf(this.#asked));
  }
}
