import path from 'node:path';
import type { Command } from 'commander';
import { loadConfig } from '../config.ts';
import { interruptible } from '../composition/backup/interruptible.ts';
import type { Surroundings } from './surroundings.ts';

interface BackupOptions {
  readonly to?: string;
  readonly json?: boolean;
}

/** Makes an archive of everything, while servers run. */
export function addBackup(program: Command, { env }: Surroundings): void {
  program
    .command('backup')
    .description('Writes the database, the audio and the images into one archive with checksums. Servers may run.')
    .option(
      '--to <file>',
      'the archive; by default one with the time in its name, in BACKUP_FOLDER or the current folder',
    )
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      '\nThe archive holds secrets and the data of homeowners: only its owner may read it. Keep it as you keep the database.',
    )
    .action(async ({ to, json = false }: BackupOptions) => {
      const config = loadConfig(env);
      const { archiveName, backup } = await import('../composition/backup/backup.ts');
      const file = to ?? path.join(config.backup.folder ?? '', archiveName(new Date()));
      const made = await interruptible('The backup', (signal) => backup(config, file, signal));
      const { file: written, bytes, ms, manifest } = made;
      if (json) return console.log(JSON.stringify(made, null, 2));
      const { audio, images } = manifest.files;
      console.log(
        `${written} holds the database, ${audio} files of audio and ${images} of images: ${(bytes / 1e6).toFixed(1)} MB in ${(ms / 1e3).toFixed(1)} s.`,
      );
    });
}
