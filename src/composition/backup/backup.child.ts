import { backup, type BackupSource, type MadeBackup } from './backup.ts';
import { interruptible } from './interruptible.ts';

/** What a server requests of this process: a dump takes seconds of the processor, which its event loop has not. */
export interface BackupRequest {
  readonly source: BackupSource;
  readonly file: string;
}

/** What was made, or why nothing was. */
export type BackupAnswer = { readonly made: Omit<MadeBackup, 'manifest'> } | { readonly fault: string };

process.once('message', (request: BackupRequest) => {
  void answer(request).then((message) => process.send?.(message, () => process.disconnect()));
});

async function answer({ source, file }: BackupRequest): Promise<BackupAnswer> {
  try {
    const { manifest: _, ...made } = await interruptible('The backup', (signal) => backup(source, file, signal));
    return { made };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
