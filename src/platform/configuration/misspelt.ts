import { NameFinder } from '../kernel/nearest-name.ts';
import { configurationGuide } from './configuration-guide.ts';
import type { Environment } from './environment-reader.ts';

/** A replaced letter makes another word of a shorter name: `APP_KEY` is no misspelt `API_KEY`, and `POST` no `PORT`. */
const fewestLettersToReplace = 7;

/**
 * Sentences about variables that are perhaps misspelt settings, such as `API_KYE`. The environment also has variables of
 * other programs, so only a name counts that is one edit away from a setting, has as many words (`DB_PORT` is no `PORT`),
 * and whose setting has no value.
 */
export function misspelt(env: Environment): string[] {
  const settings = Object.values(configurationGuide).flatMap((group) => Object.keys(group));
  const known = new Set(settings);
  const finder = new NameFinder(settings, 1);
  return Object.keys(env).flatMap((name) => {
    if (known.has(name)) return [];
    const setting = finder.nearest(name);
    if (setting === null || env[setting] !== undefined || !isSlip(name, setting)) return [];
    return [`${name} is no setting: ${setting} is, and has no value. Correct the name, or remove the variable.`];
  });
}

function isSlip(name: string, setting: string): boolean {
  const [given, meant] = [lettersOf(name), lettersOf(setting)];
  if (given === meant) return true;
  if (name.split('_').length !== setting.split('_').length) return false;
  const isReplaced = given.length === meant.length && sorted(given) !== sorted(meant);
  return !isReplaced || given.length >= fewestLettersToReplace;
}

function lettersOf(name: string): string {
  return name.toUpperCase().replaceAll('_', '');
}

function sorted(letters: string): string {
  return [...letters].toSorted().join('');
}
