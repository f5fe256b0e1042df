import { setFlagsFromString } from 'node:v8';
import { type Logger, pino } from 'pino';
import { type Config, loadConfig } from '../config.ts';
import { type Environment, findMisspelt, FolderInUseError, FolderLock } from '../kit/core/index.ts';

/** What a command works with; it is closed when the command has ended. */
interface Opened {
  close(): Promise<void>;
}

/**
 * Works on the database itself, or by requests while a server has locked the folder of the embedded database.
 *
 * @param open opens the database
 * @param remote does the same by requests to the server
 */
export async function withDatabase<Commands extends Opened, Result>(
  env: Environment,
  open: (config: Config, log: Logger) => Promise<Commands>,
  remote: (config: Config) => Commands,
  work: (commands: Commands) => Promise<Result>,
): Promise<Result> {
  const config = loadConfig(env);
  for (const sentence of findMisspelt(env).doubts) console.error(sentence);
  // To optimise the code of the embedded database takes longer than a command, which runs it once.
  setFlagsFromString('--no-wasm-tier-up --no-wasm-dynamic-tiering');
  const commands = (await isServed(config)) ? remote(config) : await open(config, pino({ level: 'silent' }));
  return work(commands).finally(() => commands.close());
}

/** Whether a server has locked the folder. Before a command opens the database: that loads the modules of a server. */
async function isServed({ database, dataDir }: Config): Promise<boolean> {
  if (database.url !== null || dataDir.startsWith('memory:')) return false;
  try {
    const lock = await FolderLock.take(dataDir);
    await lock.release();
    return false;
  } catch (error) {
    if (error instanceof FolderInUseError) return true;
    throw error;
  }
}
