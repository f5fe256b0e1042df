import 'reflect-metadata';
import { Command } from 'commander';
import { ConfigError } from '../config.ts';
import { productVersion } from '../kit/core/index.ts';
import { addAudit } from './audit.ts';
import { addBackup } from './backup.ts';
import { addCompletion } from './completion/completion.ts';
import { addConfig } from './config.ts';
import { addDemo } from './demo.ts';
import { addDoctor } from './doctor.ts';
import { addKeys } from './keys.ts';
import { addListen } from './listen.ts';
import { addMigrate } from './migrate.ts';
import { addReplay } from './replay.ts';
import { addRestore } from './restore.ts';
import { addSendTest } from './send-test.ts';
import type { Surroundings } from './surroundings.ts';

/** Runs the command that the arguments name, and reports in one line each what is wrong with it. */
export async function runCommandLine(args: readonly string[], surroundings: Surroundings): Promise<void> {
  const program = new Command('deckcast')
    .description('Runs and operates Deckcast. Settings are environment variables, also of the file .env.')
    .version(productVersion)
    .showHelpAfterError()
    .helpCommand('help [command]', 'Describes a command.');
  program
    .command('start')
    .description('Runs the server until it is stopped.')
    .action(() => surroundings.start());
  addMigrate(program, surroundings);
  addConfig(program, surroundings);
  addDoctor(program, surroundings);
  addKeys(program, surroundings);
  addAudit(program, surroundings);
  addBackup(program, surroundings);
  addRestore(program, surroundings);
  addSendTest(program, surroundings);
  addReplay(program, surroundings);
  addListen(program, surroundings);
  addDemo(program, surroundings);
  addCompletion(program);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = 1;
    for (const line of sentencesOf(error)) console.error(line);
  }
}

function sentencesOf(error: unknown): unknown[] {
  if (error instanceof ConfigError) return [error.message, ...error.faults.map((fault) => `  - ${fault}`)];
  return [error instanceof Error ? error.message : error];
}
