import { NameFinder, nearestName } from '../nearest-name.ts';
import { configurationGuide } from './configuration-guide.ts';
import type { Environment } from './environment-reader.ts';

/** A replaced letter makes another word of a shorter name: `APP_KEY` is no misspelt `API_KEY`, and `POST` no `PORT`. */
const fewestLettersToReplace = 7;

/** Two slips in a shorter name make a name that may be any other. */
const fewestLettersForTwo = 10;

/** What settings alone begin with. `WEBHOOK_`, `JWT_` and others are not among it: other programs use them as well. */
const ownBeginnings = [
  'AUDIO_S3_',
  'BACKUP_',
  'QUOTA_',
  'RATE_PER_',
  'REQUESTS_PER_',
  'SOCKETS_PER_',
  'WEBHOOK_ALLOW_',
];

/** What Kubernetes and Docker set for each service that a container can reach: a service may be named `quota`. */
const ofServices = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT(_\d+_(TCP|UDP|SCTP)(_\w+)?)?$/;

/** Sentences about variables that are perhaps misspelt settings, such as `API_KYE`. */
export interface Misspelt {
  /** Those that refuse a start. */
  readonly faults: readonly string[];
  /** Those of single words: too many programs have a `ROLE` or `HOSTS` of their own. */
  readonly doubts: readonly string[];
}

/**
 * Finds misspelt settings. The environment also has variables of other programs, so only a name counts whose setting is not
 * there, not even empty, and that is one edit away from it, with as many words (`DB_PORT` is no `PORT`), or two edits if it
 * is long (`DATABSE_ULR`), or has other singulars and plurals (`TRUSTED_PROXY`), or begins as settings alone do
 * (`AUDIO_S3_BUCKET`): decision 0158.
 */
export function findMisspelt(env: Environment): Misspelt {
  const settings = Object.values(configurationGuide).flatMap((group) => Object.keys(group));
  const known = new Set(settings);
  const bySingular = new Map(settings.map((setting) => [singularOf(setting), setting]));
  const [one, two] = [new NameFinder(settings, 1), new NameFinder(settings, 2)];
  const meant = (name: string): string | null => {
    const plural = bySingular.get(singularOf(name.toUpperCase())) ?? null;
    if (plural !== null) return plural;
    const near = one.nearest(name);
    if (near !== null) return isSlip(name, near) ? near : null;
    const farther = two.nearest(name);
    return farther !== null && areSlips(name, farther) ? farther : null;
  };
  const faults: string[] = [];
  const doubts: string[] = [];
  for (const name of Object.keys(env)) {
    if (known.has(name)) continue;
    const setting = meant(name);
    const beginning = ownBeginnings.find((it) => name.toUpperCase().startsWith(it));
    if (setting !== null && env[setting] === undefined) {
      (name.includes('_') ? faults : doubts).push(
        `${name} is no setting, but ${setting} is, and has no value: correct the name, remove the variable, or set ${setting}= to nothing if another program needs this one.`,
      );
    } else if (beginning !== undefined && !ofServices.test(name)) {
      const nearest = setting ?? nearestName(name, settings);
      const family = settings.filter((it) => it.startsWith(beginning)).join(', ');
      faults.push(
        `${name} is no setting: ${nearest === null ? `those that begin with ${beginning} are ${family}` : `the nearest one is ${nearest}`}. Correct the name, or remove the variable.`,
      );
    }
  }
  return { faults, doubts };
}

/** Each of its words, as if it were a singular. */
function singularOf(name: string): string {
  const words = name.split('_').map((word) => word.replace(/IES$/, 'Y').replace(/(?<=..)S$/, ''));
  return words.join('_');
}

/** Whether two edits are slips: each word is still the same one. `DATABASE_SSL` is no `DATABASE_URL`. */
function areSlips(name: string, setting: string): boolean {
  const [words, meant] = [name.split('_'), setting.split('_')];
  if (words.length !== meant.length || lettersOf(name).length < fewestLettersForTwo) return false;
  return words.every((word, at) => {
    const other = meant[at] ?? '';
    return word.toUpperCase() === other || nearestName(word, [other]) !== null;
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
