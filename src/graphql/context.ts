import DataLoader from 'dataloader';
import type { Batch } from '../database/reads.ts';
import type { attemptFollower } from '../delivery/attempt-feed.ts';
import type { EventService } from '../events/event.service.ts';
import type { RequestScope } from '../scope.ts';

/** What can be followed live. */
export interface Streams {
  readonly events: EventService['follow'];
  readonly attempts: ReturnType<typeof attemptFollower>;
}

/** What resolvers receive: scopes for the use cases, and reads that are batched per level. One per operation. */
export class GraphQLContext {
  /** For reads. They keep no state in its entity manager, so all fields share it. */
  readonly scope: RequestScope;
  /** Not a #field: Apollo works on a shallow copy of the context, which those do not survive. */
  private readonly loaders = new Map<unknown, DataLoader<unknown, unknown>>();

  constructor(
    private readonly newScope: () => RequestScope,
    /** Where subscription fields, which TypeGraphQL calls without their resolver, get what they stream from. */
    readonly streams: Streams,
  ) {
    this.scope = newScope();
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
      loader = new DataLoader<Key, Value>(async (keys) => batch(this.scope.em, keys));
      this.loaders.set(batch, loader as DataLoader<unknown, unknown>);
    }
    return loader.load(key);
  }

  /** The same rights and identity with nothing loaded: for the next event of a stream. */
  renewed(): GraphQLContext {
    return new GraphQLContext(this.newScope, this.streams);
  }
}
