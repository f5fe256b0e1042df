// Remembers the last runs of the suite on this machine, outside of the tree, which a new checkout or `npm ci` empties.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** Runs of a file within which it may be unstable once. */
const window = 10;
/** Runs that are kept: those of single files count for these files alone. */
const mostRuns = 100;

/** @returns the file of the record, one run as JSON in each line */
function recordFile() {
  const { TEST_RUNS_FILE, XDG_CACHE_HOME } = process.env;
  return TEST_RUNS_FILE ?? path.join(XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'deckcast', 'test-runs.jsonl');
}

function readRuns(file) {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean).map(JSON.parse);
  } catch (error) {
    if (error.code !== 'ENOENT') console.error(`The record of test runs ${file} begins anew: ${error.message}`);
    return [];
  }
}

function writeRuns(file, runs) {
  const temporary = `${file}.${process.pid}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(temporary, runs.map((run) => `${JSON.stringify(run)}\n`).join(''));
    renameSync(temporary, file);
  } catch (error) {
    console.error(`The record of test runs ${file} is not written: ${error.message}`);
  }
}

/**
 * Adds a run to the record.
 *
 * @param files the test files that ran
 * @param unstable those of them that failed at first and passed alone
 * @returns a sentence for each of these that was unstable before in the last ten runs that ran it
 */
export function recordRun(files, unstable) {
  const file = recordFile();
  const at = new Date().toISOString();
  const runs = [...readRuns(file), { at, files, unstable }];
  writeRuns(file, runs.slice(-mostRuns));
  return unstable.flatMap((name) => {
    const before = runs
      .filter((run) => run.files.includes(name))
      .slice(-window, -1)
      .findLast((run) => run.unstable.includes(name));
    if (before === undefined) return [];
    return [`${name} was unstable twice in its last ${window} runs, on ${before.at} and on ${at}: mend it.`];
  });
}
