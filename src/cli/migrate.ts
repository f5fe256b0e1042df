import type { Command } from 'commander';
import { pino } from 'pino';
import { loadConfig } from '../config.ts';
import type { Surroundings } from './surroundings.ts';

interface MigrateOptions {
  readonly check?: boolean;
  readonly json?: boolean;
}

/** Brings the tables up to date before a server starts, or says what a start would do to them. */
export function addMigrate(program: Command, { env }: Surroundings): void {
  program
    .command('migrate')
    .description('Brings the tables of the database up to date, as a start does.')
    .option('--check', 'only names the migrations that are to come; ends with 1 if there are any')
    .option('--json', 'as JSON')
    .action(async ({ check = false, json = false }: MigrateOptions) => {
      const { openMigrations } = await import('../composition/inspection.ts');
      const migrations = await openMigrations(loadConfig(env), pino({ level: 'silent' }));
      try {
        const pending = await migrations.pending();
        if (!check) await migrations.run();
        if (json) console.log(JSON.stringify({ [check ? 'pending' : 'executed']: pending }, null, 2));
        else console.log(pending.length === 0 ? 'The tables are up to date.' : sentence(pending, check));
        if (check && pending.length > 0) process.exitCode = 1;
      } finally {
        await migrations.close();
      }
    });
}

function sentence(names: readonly string[], isCheck: boolean): string {
  const count = names.length === 1 ? '1 migration' : `${names.length} migrations`;
  return [`${count} ${isCheck ? 'to come' : 'executed'}:`, ...names.map((name) => `  ${name}`)].join('\n');
}
