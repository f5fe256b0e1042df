// What the commands that work on stored data share: their words, where they work, and how they fail.
import { parseArgs } from 'node:util';
import { ConfigError, loadConfig } from '../dist/config.js';
import { findMisspelt } from '../dist/kit/core/configuration/misspelt.js';
import { FolderInUseError } from '../dist/kit/core/folder-lock.js';

/** What the user did wrong: the command line, and not the server. */
export class UsageError extends Error {}

/** Reads the command line. @returns null where the user requests help */
function readWords(options) {
  try {
    const parsed = parseArgs({ options: { ...options, help: { type: 'boolean' } }, allowPositionals: true });
    return parsed.values.help === true || parsed.positionals[0] === 'help' ? null : parsed;
  } catch (error) {
    throw new UsageError(error.message);
  }
}

/**
 * Runs the command that the command line names, and reports in one line each what is wrong with it.
 *
 * @param usage printed on request, or after a mistake
 * @param readCommand finds the command for values and positionals. @throws UsageError
 */
export async function runCommand({ usage, options, readCommand }) {
  try {
    const words = readWords(options);
    if (words === null) console.log(usage);
    else await readCommand(words)();
  } catch (error) {
    for (const line of [error.message, ...(error instanceof ConfigError ? error.faults : [])]) console.error(line);
    if (error instanceof UsageError) console.error(`\n${usage}`);
    process.exitCode = 1;
  }
}

/**
 * Runs commands of `composition/commands.ts` on the database itself, or over HTTP while a server has locked the folder.
 *
 * @param open the name of the function that opens them
 * @param remote makes the same commands over HTTP
 */
export async function withCommands(open, remote, work) {
  const config = loadConfig(process.env);
  for (const sentence of findMisspelt(process.env).doubts) console.error(sentence);
  // Loaded here: whoever has mistyped a command need not wait for the whole server.
  const [onDatabase, { pino }] = await Promise.all([import('../dist/composition/commands.js'), import('pino')]);
  const commands = await onDatabase[open](config, pino({ level: 'silent' })).catch((error) => {
    if (error instanceof FolderInUseError) return remote(config);
    throw error;
  });
  return work(commands).finally(() => commands.close());
}
