// Removes what the embedded database and its server keep in DATA_DIR, so that the next start makes fresh demo data.
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { loadConfig } from '../dist/config.js';
import { FolderLock } from '../dist/kit/core/folder-lock.js';

/** Everything that Deckcast keeps there, but for the lock. The folder may hold files of others, so it stays. */
const kept = ['database', 'outbox', 'audio'];

try {
  await reset(loadConfig(process.env));
} catch (error) {
  for (const line of [error.message, ...(error.faults ?? [])]) console.error(line);
  process.exitCode = 1;
}

async function reset({ database, dataDir }) {
  if (database.url !== null) {
    throw new Error(
      'DATABASE_URL is set: reset removes the data of the embedded database alone. Unset DATABASE_URL, in .env as well, or drop and create the PostgreSQL database yourself.',
    );
  }
  const folders = kept.map((name) => path.resolve(dataDir, name)).filter((folder) => existsSync(folder));
  if (folders.length === 0) {
    console.log(`There is nothing to remove in ${path.resolve(dataDir)}.`);
    return;
  }
  const lock = await FolderLock.take(dataDir);
  try {
    for (const folder of folders) {
      rmSync(folder, { recursive: true });
      console.log(`Removed ${folder}`);
    }
  } finally {
    await lock.release();
  }
}
