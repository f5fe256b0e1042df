// A release as it was built: its sources of the tag, in a folder of their own beside those of other releases.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { objectOf } from './tags.js';

const root = path.join(import.meta.dirname, '..', '..');

/** The packages of a lockfile, by their folders. */
const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** Whether what runs in a release is installed here in the versions of its lockfile. Ours may have more. */
function runsOnOurPackages(folder) {
  const installed = packagesIn(path.join(root, 'node_modules', '.package-lock.json'));
  return Object.entries(packagesIn(path.join(folder, 'package-lock.json'))).every(
    ([name, { version, dev, optional }]) =>
      name === '' || dev || (optional && !installed[name]) || installed[name]?.version === version,
  );
}

async function build(folder, object) {
  const sources = execFileSync('git', ['archive', object], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: sources });
  const run = (...args) => execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (runsOnOurPackages(folder))
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'dir');
  else run('ci', '--silent');
  run('run', '--silent', 'build:server');
}

/** Builds a release, once for all that need it. @returns its `dist`; undefined where this clone lacks the tag */
export async function releaseDist(tag) {
  const object = objectOf(tag);
  if (object === undefined) return undefined;
  const folder = path.join(os.tmpdir(), `deckcast-release-${tag}-${object.slice(0, 12)}`);
  const dist = path.join(folder, 'dist');
  if (existsSync(dist)) return dist;
  const draft = await mkdtemp(`${folder}.`);
  try {
    await build(draft, object);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(dist)) throw error;
  }
  return dist;
}
