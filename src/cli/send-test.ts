import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { type Config, loadConfig } from '../config.ts';
import { askServer } from './running-server.ts';
import type { Surroundings } from './surroundings.ts';

interface Attempt {
  readonly outcome: string;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly durationMs: number;
}

interface Delivery {
  readonly id: string;
  readonly status: string;
  readonly attempts: readonly Attempt[];
}

/** How long the first attempt is waited for, in milliseconds: as long as one may take at most. */
const longestMs = 60_000;
const pauseMs = 250;

/** Has a running server send a test to the receiver of a subscription, and waits for what becomes of it. */
export function addSendTest(program: Command, { env }: Surroundings): void {
  program
    .command('send-test <subscription>')
    .description('Sends a test.ping to the receiver of a subscription, by the server that runs at HOST and PORT.')
    .option('--json', 'as JSON')
    .action(async (subscription: string, { json = false }: { json?: boolean }) => {
      const delivery = await attempted(loadConfig(env), subscription);
      const [attempt] = delivery.attempts;
      if (json) console.log(JSON.stringify(delivery, null, 2));
      else console.log(sentence(attempt));
      if (attempt?.outcome !== 'delivered') process.exitCode = 1;
    });
}

async function attempted(config: Config, subscription: string): Promise<Delivery> {
  const path = `/api/notifications/subscriptions/${encodeURIComponent(subscription)}/test`;
  const sent = await askServer(config, { method: 'POST', path, scope: 'notifications:write' });
  const { id } = ((await sent.json()) as { delivery: Pick<Delivery, 'id'> }).delivery;
  const read = { method: 'GET', path: `/api/notifications/deliveries/${id}`, scope: 'notifications:read' };
  const until = performance.now() + longestMs;
  for (;;) {
    const { delivery } = (await (await askServer(config, read)).json()) as { delivery: Delivery };
    const isWaiting = delivery.attempts.length === 0 && delivery.status === 'pending';
    if (!isWaiting || performance.now() >= until) return delivery;
    await delay(pauseMs);
  }
}

function sentence(attempt: Attempt | undefined): string {
  if (attempt === undefined) return 'No attempt was made yet: does a process with the role worker run?';
  const { outcome, statusCode, error, durationMs } = attempt;
  const status = statusCode === null ? '' : ` with ${statusCode}`;
  if (outcome === 'delivered') return `The receiver has taken it${status} after ${durationMs} ms.`;
  return `The receiver has not taken it. ${error ?? ''}`;
}
