import type { Command } from 'commander';
import { pino } from 'pino';
import { loadConfig } from '../config.ts';
import { showFindings } from './findings.ts';
import type { Surroundings } from './surroundings.ts';

/** Looks at what a server needs outside of its process. */
export function addDoctor(program: Command, { env }: Surroundings): void {
  program
    .command('doctor')
    .description(
      'Tries what a server needs: folder, database, its replica, rights, clock, receivers, mail, speech, storage, backups. Ends with 1 after a fault.',
    )
    .option('--json', 'as JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      const config = loadConfig(env);
      const { inspect } = await import('../composition/inspection.ts');
      const findings = await inspect(config, pino({ level: 'silent' }));
      if (json) console.log(JSON.stringify(findings, null, 2));
      else showFindings(findings);
      if (findings.some(({ state }) => state === 'fault')) process.exitCode = 1;
    });
}
