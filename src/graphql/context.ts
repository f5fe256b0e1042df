import DataLoader from 'dataloader';
import type { Client } from '../access/client.ts';
import type { Batch } from '../database/reads.ts';
import type { attemptFollower } from '../delivery/attempt-feed.ts';
import type { EventService } from '../events/event.service.ts';
import type { deckFollower } from '../modules/decks/deck.stream.ts';
import type { presentationFollower } from '../modules/presentations/presentation.stream.ts';
import type { RequestScope } from '../scope.ts';
import type { Semaphore } from '../semaphore.ts';

/** What can be followed live. */
export interface Streams {
  readonly events: EventService['follow'];
  readonly attempts: ReturnType<typeof attemptFollower>;
  readonly deck: ReturnType<typeof deckFollower>;
  readonly presentation: ReturnType<typeof presentationFollower>;
}

/** What resolvers receive: scopes for the use cases, and reads that are batched per level. One per operation. */
export class GraphQLContext {
  private made: RequestScope | null = null;
  /** Not a #field: Apollo works on a shallow copy of the context, which those do not survive. */
  private readonly loaders = new Map<unknown, DataLoader<unknown, unknown>>();

  constructor(
    private readonly newScope: () => RequestScope,
    /** Where subscription fields, which TypeGraphQL calls without their resolver, get what they stream from. */
    readonly streams: Streams,
    readonly client: Client,
    /** Lets a limited number of its reads run at a time, where many contexts share it; null is no limit. */
    private readonly reads: Semaphore | null = null,
  ) {}

  /**
   * For reads. They keep no state in its entity manager, so all fields share it. Made when it is first asked for: most
   * of what a subscriber holds would otherwise be an entity manager that it never uses.
   */
  get scope(): RequestScope {
    this.made ??= this.newScope();
    return this.made;
  }

  /**
   * A scope of its own for one mutation field: what a failed field left behind must not be flushed by the next one.
   * What was loaded before may be outdated afterwards, and is forgotten.
   */
  change(): RequestScope {
    this.loaders.clear();
    return this.newScope();
  }

  /** Reads a key together with all other keys that this level of the query asks for. */
  load<Key, Value>(batch: Batch<Key, Value>, key: Key): Promise<Value> {
    let loader = this.loaders.get(batch) as DataLoader<Key, Value> | undefined;
    if (loader === undefined) {
      const read = (keys: readonly Key[]): Promise<readonly Value[]> => batch(this.scope.em, keys);
      loader = new DataLoader<Key, Value>(async (keys) => this.reads?.run(() => read(keys)) ?? read(keys));
      this.loaders.set(batch, loader as DataLoader<unknown, unknown>);
    }
    return loader.load(key);
  }

  /** The same rights and identity with nothing loaded: for the next event of a stream. */
  renewed(reads: Semaphore): GraphQLContext {
    return new GraphQLContext(this.newScope, this.streams, this.client, reads);
  }
}
