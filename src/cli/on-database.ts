import { type Logger, pino } from 'pino';
import { type Config, loadConfig } from '../config.ts';
import { type Environment, findMisspelt, FolderInUseError } from '../kit/core/index.ts';

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
  const commands = await open(config, pino({ level: 'silent' })).catch((error: unknown) => {
    if (error instanceof FolderInUseError) return remote(config);
    throw error;
  });
  return work(commands).finally(() => commands.close());
}
