import cluster from 'node:cluster';
import { AppError, type Metrics, type Readiness } from '../../kit/core/index.ts';
import type { Answers, ChildRequest, Question, Started, ChildMessage } from './messages.ts';

/** What the supervisor receives. */
interface Observed {
  readonly readiness: Readiness;
  /** Null where nobody reads them. */
  readonly metrics: Metrics | null;
}

/** Answers the supervisor that started this process. */
export class Supervised {
  /** @param number names this process in its log; a replacement has a new one */
  private constructor(readonly number: number) {}

  /** Null in a process that no supervisor has started. */
  static find(): Supervised | null {
    return cluster.worker === undefined ? null : new Supervised(cluster.worker.id);
  }

  started(started: Started): void {
    send({ started });
  }

  answerFor({ readiness, metrics }: Observed): void {
    const answers: { readonly [Q in Question]: () => Answers[Q] | Promise<Answers[Q]> } = {
      life: () => true,
      readiness: () => readiness.prove().catch(refusalOf),
      metrics: async () => (await metrics?.values()) ?? [],
    };
    process.on('message', async (message: ChildRequest | string) => {
      if (typeof message === 'string') return;
      const { id, question } = message;
      send({ id, answer: await answers[question]() });
    });
  }
}

/** The channel closes when the supervisor ends, and Node ends this process then. */
function send(message: ChildMessage): void {
  process.send?.(message, undefined, undefined, () => undefined);
}

function refusalOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  throw error;
}
