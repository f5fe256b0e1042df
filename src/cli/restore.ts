import type { Command } from 'commander';
import { pino } from 'pino';
import { loadConfig } from '../config.ts';
import { showFindings } from './findings.ts';
import { interruptible } from '../composition/backup/interruptible.ts';
import type { Surroundings } from './surroundings.ts';

interface RestoreChoices {
  readonly verify?: boolean;
  readonly replace?: boolean;
  readonly json?: boolean;
}

/** Makes a database of an archive, or only proves that it can be made. */
export function addRestore(program: Command, { env }: Surroundings): void {
  program
    .command('restore <file>')
    .description(
      'Restores an archive of deckcast backup into an empty database, and proves it: rows, contracts, audit log, cursors. Ends with 1 after a fault.',
    )
    .option('--verify', 'proves it in a database that is dropped afterwards, and writes nothing else')
    .option('--replace', 'puts aside what the database holds, in place of a refusal')
    .option('--json', 'as JSON')
    .action(async (file: string, { verify = false, replace = false, json = false }: RestoreChoices) => {
      const config = loadConfig(env);
      const { proveArchive, restore } = await import('../composition/backup/restore.ts');
      const log = pino({ level: 'silent' });
      const report = await interruptible('The restore', (signal) =>
        (verify ? proveArchive : restore)(config, { file, replaces: replace, log, signal }),
      );
      const { manifest, findings, putAside } = report;
      const isWhole = findings.every(({ state }) => state !== 'fault');
      if (!isWhole) process.exitCode = 1;
      if (json) return console.log(JSON.stringify({ isWhole, ...report }, null, 2));
      showFindings(findings);
      const of = `the archive of ${manifest.createdAt}`;
      if (!isWhole) console.error(`What was made of ${of} is not what it was: take another archive.`);
      else
        console.log(
          verify ? `A database can be made of ${of}; nothing else was written.` : `The database is that of ${of}.`,
        );
      if (putAside.length > 0)
        console.log(`What was there is kept in ${putAside.join(' and ')}: remove it when you no longer need it.`);
    });
}
