import type { Environment } from './environment-reader.ts';

/** Settings of older versions, with the reason why none is needed now. */
const retired: Readonly<Record<string, string>> = {
  LOG_HOLDER_LIMIT_SECONDS: 'no open transaction delays readers of events any longer',
};

/** Sentences about settings that no longer have an effect. */
export function retiredSettings(env: Environment): string[] {
  return Object.entries(retired)
    .filter(([name]) => env[name] !== undefined)
    .map(([name, why]) => `${name} is no longer a setting: ${why}. Remove the variable.`);
}
