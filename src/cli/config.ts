import type { Command } from 'commander';
import { ConfigError, describeVariables, loadConfig } from '../config.ts';
import { findMisspelt, retiredSettings, type Environment } from '../kit/core/index.ts';
import type { Surroundings } from './surroundings.ts';

/** Names of settings whose value lets its holder in somewhere. */
export const secretName = /(^|_)(API_KEY|SECRET_KEY|ACCESS_KEY|ACCESS_KEY_ID|OTLP_HEADERS)$/;
/** In place of what is secret. */
const mask = '********';

interface Setting {
  readonly name: string;
  /** What counts, with secrets masked; null where there is none. */
  readonly value: string | null;
  readonly from: 'environment' | '.env' | 'default';
}

interface ConfigOptions {
  readonly all?: boolean;
  readonly json?: boolean;
}

/** Shows the settings as a server reads them: what is set, from where, and what is wrong. */
export function addConfig(program: Command, surroundings: Surroundings): void {
  program
    .command('config')
    .description('Shows which settings are set, from where, and what is wrong with them. Secrets are masked.')
    .option('--all', 'also those that have their default')
    .option('--json', 'as JSON')
    .action(({ all = false, json = false }: ConfigOptions) => {
      const settings = readSettings(surroundings).filter(({ from }) => all || from !== 'default');
      const faults = faultsOf(surroundings.env);
      const doubts = [...findMisspelt(surroundings.env).doubts, ...retiredSettings(surroundings.env)];
      if (json) console.log(JSON.stringify({ settings, faults, doubts }, null, 2));
      else {
        for (const { name, value, from } of settings) console.log(`${name}=${value ?? ''}  (${from})`);
        for (const sentence of [...faults, ...doubts]) console.error(sentence);
      }
      if (faults.length > 0) process.exitCode = 1;
    });
}

function readSettings({ env, isFromFile }: Surroundings): Setting[] {
  return [...describeVariables()].map(([name, rule]) => {
    const value = env[name]?.trim() ?? '';
    if (value === '') return { name, value: rule.default, from: 'default' };
    return { name, value: masked(name, value), from: isFromFile(name) ? '.env' : 'environment' };
  });
}

/** A URL keeps all but its password, and the values of its query, which may be one. */
function masked(name: string, value: string): string {
  if (secretName.test(name)) return mask;
  const url = URL.parse(value);
  // What should be a URL and is none may hold a password anywhere.
  if (url === null) return name.endsWith('_URL') ? mask : value;
  if (url.password !== '') url.password = mask;
  for (const key of new Set(url.searchParams.keys())) url.searchParams.set(key, mask);
  return url.password === '' && url.search === '' ? value : url.href;
}

function faultsOf(env: Environment): readonly string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}
