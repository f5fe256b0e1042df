// Keeps what a release leaves behind, for the tests of the releases after it: runs the release of a tag on an empty database,
// uses it as users do, then dumps the database, its files, and the answers of its reads, into test/releases/<tag>/.
// Usage: npm run release-fixture -- v1.2.3
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { dumpEmbedded } from '../dist/kit/data/backup/embedded-dump.js';
import { EmbeddedDatabase } from '../dist/kit/data/connections/embedded-database.js';
import { spawnDeckcast } from '../bench/deckcast.js';
import { until } from './releases/client.js';
import { takeReads } from './releases/reads.js';
import { leaveUnfinished, live } from './releases/story.js';
import { git } from './releases/tags.js';
import { releaseDist } from './releases/tree.js';

const [tag = ''] = process.argv.slice(2);
const dist = tag === '' ? undefined : await releaseDist(tag);
if (dist === undefined) throw new Error(`There is no tag ${tag || 'in the arguments'}: git fetch --tags --unshallow.`);

/** What the release runs with, and the next one, too. They are in the repository: they open nothing else. */
const settings = {
  API_KEY: 'the-key-of-a-release-that-is-kept',
  SECRET_KEY: Buffer.from('of a release that is kept here!!').toString('hex'),
};
const folder = await mkdtemp(path.join(os.tmpdir(), 'deckcast-release-fixture-'));

/** Runs the release for the time of some work. */
async function withRelease(roles, work) {
  const environment = { DATA_DIR: folder, ROLES: roles, DECKCAST_DIST: dist, ...settings };
  const child = spawnDeckcast(environment, [], ['ignore', 'pipe', 'inherit']);
  let said = '';
  child.stdout.on('data', (chunk) => (said += chunk));
  try {
    return await work(await until('The start', () => /REST +(\S+?)\/api/.exec(said)?.[1]));
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
}

/** A receiver that takes what comes to /arrives alone. */
async function withReceiver(work) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(request.url === '/arrives' ? 204 : 503).end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await work(`http://127.0.0.1:${server.address().port}`);
  } finally {
    server.close();
  }
}

/** Links live for a year at most. The kept one outlives all tests. */
async function prolongLinks() {
  const database = await EmbeddedDatabase.open({ dataDir: path.join(folder, 'database') });
  await database.exec(`update presentation_link set expires_at = '2099-01-31T12:00:00Z'`);
  const { rows } = await database.query('select name from mikro_orm_migrations order by id');
  await database.close();
  return rows.map(({ name }) => name);
}

const ofTag = (file) => git('show', `${tag}:${file}`);
const kept = path.join(import.meta.dirname, '..', 'test', 'releases', tag);
try {
  const lived = await withReceiver((target) =>
    withRelease('web,worker', (base) => live(base, settings.API_KEY, target)),
  );
  const migrations = await prolongLinks();
  const { facts, reads } = await withRelease('web', async (base) => {
    const unfinished = await leaveUnfinished(base, settings.API_KEY, lived);
    const known = { ...unfinished, until: new Date().toISOString() };
    const openapi = JSON.parse(ofTag('openapi.json'));
    const asked = { openapi, schema: ofTag('schema.graphql'), apiKey: settings.API_KEY, facts: known };
    return { facts: known, reads: await takeReads(base, asked) };
  });
  await rm(kept, { recursive: true, force: true });
  await mkdir(kept, { recursive: true });
  await dumpEmbedded(path.join(folder, 'database'), kept, async () => null);
  await cp(path.join(folder, 'audio'), path.join(kept, 'audio'), { recursive: true });
  const file = path.join(kept, 'facts.json');
  await writeFile(file, JSON.stringify({ settings, migrations, ...facts }));
  execFileSync(path.join('node_modules', '.bin', 'oxfmt'), [file]);
  await writeFile(path.join(kept, 'reads.json.gz'), gzipSync(JSON.stringify(reads)));
  console.log(`${reads.length} reads and the database of ${tag} are in ${path.relative('.', kept)}.`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
