import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import type { Observable } from '@graphiql/toolkit';
import type { ExecutionResult } from 'graphql';
import { useEffect } from 'react';
import type { Sink } from './result.ts';

const maxResults = 50;

/**
 * Keeps subscriptions running across tabs. GraphiQL ends a subscription when another tab is opened; here it runs until
 * it is stopped or its tab is closed, and results that arrive meanwhile are shown on return.
 */
export class LiveOperations {
  #operations = new Map<string, LiveOperation>();
  #tab = '';
  #returning: LiveOperation | undefined;

  /** Starts a subscription in the current tab. */
  open(start: (sink: Sink) => () => void): Observable<ExecutionResult> {
    const tab = this.#tab;
    this.#operations.get(tab)?.end();
    const operation = new LiveOperation(start);
    this.#operations.set(tab, operation);
    return this.#observe(operation, tab);
  }

  /** Called when the current tab changes or a tab is closed. `play` and `stop` are those of GraphiQL. */
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

  /** The subscription that the current run resumes instead of sending a request. */
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
            // The stop button keeps the current tab; a change of tab does not.
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

  /** Shows the newest result, with the earlier ones below it. */
  #publish(): void {
    const [newest, ...earlier] = this.#results;
    if (newest) this.#sink?.next(earlier.length ? Object.assign({}, newest, { earlier }) : newest);
  }
}

/** Reports the current tab to the live operations. */
export function KeepLive({ live }: { live: LiveOperations }) {
  const { run, stop } = useGraphiQLActions();
  const tab = useGraphiQL((state) => state.tabs[state.activeTabIndex]?.id ?? '');
  const openTabs = useGraphiQL((state) => state.tabs.map(({ id }) => id).join(' '));
  useEffect(() => live.show(tab, openTabs.split(' '), () => run(), stop), [live, tab, openTabs, run, stop]);
  return null;
}
