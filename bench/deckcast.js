// Starts Deckcast as its image runs it, and speaks to it. DECKCAST_DIST, of the environment or of the settings of one
// process, names the build of another checkout.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const ownDist = path.join(import.meta.dirname, '..', 'dist');

/** What is loaded into a process replaces parts of single modules, which a bundle does not have. Releases had no bundle. */
function programOf(dist, nodeOptions) {
  const bundle = path.join(dist, 'bundle', 'main.js');
  return nodeOptions.length === 0 && existsSync(bundle) ? bundle : path.join(dist, 'main.js');
}

export function spawnDeckcast(settings, nodeOptions, stdio) {
  const dist = settings.DECKCAST_DIST ?? process.env.DECKCAST_DIST ?? ownDist;
  const child = spawn(process.execPath, ['--max-semi-space-size=16', ...nodeOptions, programOf(dist, nodeOptions)], {
    env: {
      NODE_ENV: 'production',
      PORT: '0',
      LOG_LEVEL: 'error',
      SEED_DEMO: 'off',
      WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
      ...settings,
    },
    stdio,
  });
  return endWithUs(child);
}

/** Ends a child process with this one, also when a measurement fails. @returns the child */
export function endWithUs(child) {
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return child;
}

export async function post(base, route, body) {
  const answer = await fetch(`${base}${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${route}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
