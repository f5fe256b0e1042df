import type { Command } from 'commander';
import { loadConfig } from '../config.ts';
import { askServer } from './running-server.ts';
import type { Surroundings } from './surroundings.ts';

interface ReplayOptions {
  readonly since?: string;
  readonly after?: string;
  readonly until?: string;
  readonly json?: boolean;
}

/** Has a running server deliver again what a subscription has missed. */
export function addReplay(program: Command, { env }: Surroundings): void {
  program
    .command('replay <subscription>')
    .description('Delivers the events that a subscription has missed, by the server that runs at HOST and PORT.')
    .option('--since <time>', 'earliest time, such as 2027-01-31T12:00:00Z')
    .option('--after <cursor>', 'only events behind the one with this cursor, in place of --since')
    .option('--until <time>', 'latest time; now by default')
    .option('--json', 'as JSON')
    .action(async (subscription: string, { json = false, ...body }: ReplayOptions) => {
      const path = `/api/notifications/subscriptions/${encodeURIComponent(subscription)}/recover`;
      const answer = await askServer(loadConfig(env), { method: 'POST', path, body, scope: 'notifications:write' });
      const { recovery } = (await answer.json()) as { recovery: { recoveredCount: number } };
      if (json) console.log(JSON.stringify(recovery, null, 2));
      else console.log(`${recovery.recoveredCount} events are delivered again.`);
    });
}
