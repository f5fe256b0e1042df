// The tags of releases, as git has them.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'inherit'] });
}

/** @returns the newest tag of a version in the history of this commit: a release comes after its candidates */
export function newestTag() {
  if (!existsSync('.git')) return undefined;
  const order = ['-c', 'versionsort.suffix=-', 'tag', '--sort=-version:refname'];
  return git(...order, '--merged', 'HEAD', '--list', 'v[0-9]*')
    .split('\n')
    .find(Boolean);
}

/** @returns what a tag points at; undefined where this clone does not have the tag, as shallow ones do not */
export function objectOf(tag) {
  if (!existsSync('.git')) return undefined;
  return git('for-each-ref', '--format=%(objectname)', `refs/tags/${tag}`).trim() || undefined;
}
