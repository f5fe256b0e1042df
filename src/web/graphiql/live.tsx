import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import type { Observable } from '@graphiql/toolkit';
import type { ExecutionResult } from 'graphql';
import { useEffect } from 'react';
import type { Sink } from './result.ts';

const maxResults = 50;

/**
 * GraphiQL ends a subscription when another tab is opened, so that nobody could make an event in one tab
 * and see it arrive in the other. Here a subscription goes on until it is stopped or its tab is closed:
 * what arrives in between is shown on return.
 */
export class LiveOperations {
  #operations = new Map<string, LiveOperation>();
  #tab = '';
  #returning: LiveOperation | undefined;

  /** Begins a subscription in the tab on view. */
  open(start: (sink: Sink) => () => void): Observable<ExecutionResult> {
    const tab = this.#tab;
    this.#operations.get(tab)?.end();
    const operation = new LiveOperation(start);
    this.#operations.set(tab, operation);
    return this.#observe(operation, tab);
  }

  /** Another tab came on view, or a tab was closed. `play` and `stop` are GraphiQL's own. */
  show(tab: string, openTabs: string[], play: () => void, stop: () => void): void {
    for (const [id, operation] of this.#operations) {
      if (!openTabs.includes(id)) this.#forget(operation, id);
    }
    if (tab === this.#tab) return;
    const left = this.#operations.get(this.#tab);
    this.#tab = tab;
    if (left?.isAttached) stop(); // a new tab, unlike a change of tab, leaves it running in the new one
    this.#returning = this.#operations.get(tab);
    if (this.#returning) play();
    this.#returning = undefined;
  }

  /** The subscription which the present run is to pick up again instead of sending a request. */
  takeReturning(): Observable<ExecutionResult> | undefined {
    const operation = this.#returning;
    this.#returning = undefined;
    return operation && this.#observe(operation, this.#tab);
  }

  #observe(operation: LiveOperation, tab: string): Observable<ExecutionResult> {
    return {
      subscribe: (observer: unknown) => {
        const sink = observer as Sink; // of the three forms it may come in, GraphiQL uses this one
        operation.attach(sink);
        return {
          unsubscribe: () => {
            operation.detach(sink);
            // The stop button leaves the tab on view; a change of tab does not.
            setTimeout(() => {
              if (this.#tab === tab && !operation.isAttached) this.#forget(operation, tab);
            });
          },
        };
      },
    };
  }

  #forget(operation: LiveOperation, tab: string): void {
    operation.end();
    if (this.#operations.get(tab) === operation) this.#operations.delete(tab);
  }
}

class LiveOperation {
  #results: ExecutionResult[] = [];
  #isComplete = false;
  #sink: Sink | undefined;
  readonly end: () => void;

  constructor(start: (sink: Sink) => () => void) {
    this.end = start({
      next: (result) => {
        this.#results = [result, ...this.#results].slice(0, maxResults);
        this.#publish();
      },
      complete: () => {
        this.#isComplete = true;
        this.#sink?.complete();
      },
    });
  }

  get isAttached(): boolean {
    return this.#sink !== undefined;
  }

  attach(sink: Sink): void {
    this.#sink = sink;
    if (this.#results.length) this.#publish();
    if (this.#isComplete) sink.complete();
  }

  detach(sink: Sink): void {
    if (this.#sink === sink) this.#sink = undefined;
  }

  /** The newest result as it came, and below it those that it would otherwise have replaced. */
  #publish(): void {
    const [newest, ...earlier] = this.#results;
    if (newest) this.#sink?.next(earlier.length ? Object.assign({}, newest, { earlier }) : newest);
  }
}

/** Tells the live operations which tab is on view. */
export function KeepLive({ live }: { live: LiveOperations }) {
  const { run, stop } = useGraphiQLActions();
  const tab = useGraphiQL((state) => state.tabs[state.activeTabIndex]?.id ?? '');
  const openTabs = useGraphiQL((state) => state.tabs.map(({ id }) => id).join(' '));
  useEffect(() => live.show(tab, openTabs.split(' '), () => run(), stop), [live, tab, openTabs, run, stop]);
  return null;
}
