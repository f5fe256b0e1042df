// Makes, lists, rotates and revokes keys. Works on PostgreSQL itself, and on the embedded database itself while no server
// runs; a server that runs has locked its folder, and gets a request over HTTP.
import 'reflect-metadata';
import { knownScopes } from '../dist/trust/keys/scopes.js';
import { withCommands, runCommand, UsageError } from './command.js';
import { askServer } from './running-server.js';

const usage = `Usage:
  npm run keys -- create --name NAME --scopes SCOPE,... [--decks ID,...] [--expires TIME]
  npm run keys -- list
  npm run keys -- rotate ID [--overlap SECONDS]
  npm run keys -- revoke ID

create and rotate print the value of the key to standard output, and nothing else there. Nothing shows it again.
  --scopes   of ${knownScopes.join(', ')}
  --decks    outside of which its holder sees and changes nothing; no such limit by default
  --expires  when the key ends, such as 2027-01-31T12:00:00Z; never by default
  --overlap  seconds for which the old value also counts; one day by default

DATABASE_URL, DATA_DIR, HOST, PORT and API_KEY are read as the server reads them, also from .env. While a server runs on
the embedded database, API_KEY must be a key with the scope admin, unless no key was ever made.`;

const options = {
  name: { type: 'string' },
  scopes: { type: 'string' },
  decks: { type: 'string' },
  expires: { type: 'string' },
  overlap: { type: 'string' },
};

/** What each command takes beside its id, and does. */
const commands = {
  create: {
    takes: ['name', 'scopes', 'decks', 'expires'],
    needs: ['name', 'scopes'],
    run: async (keys, _id, { name, scopes, decks, expires }) => {
      const input = { name, scopes: listed(scopes) };
      const limits = {
        ...(decks === undefined ? {} : { deckIds: listed(decks) }),
        ...(expires === undefined ? {} : { expiresAt: expires }),
      };
      show(await keys.create({ ...input, ...limits }), 'made');
    },
  },
  list: { takes: [], needs: [], run: async (keys) => (await keys.list()).forEach((key) => console.log(lineOf(key))) },
  rotate: {
    takes: ['overlap'],
    needs: ['id'],
    run: async (keys, id, { overlap }) => {
      if (!/^\d+$/.test(overlap ?? '0')) throw new UsageError('--overlap must be a number of seconds.');
      show(await keys.rotate(id, overlap === undefined ? {} : { overlapSeconds: Number(overlap) }), 'rotated');
    },
  },
  revoke: {
    takes: [],
    needs: ['id'],
    run: async (keys, id) => {
      await keys.revoke(id);
      console.error(`The key ${id} is revoked: within a second it counts nowhere.`);
    },
  },
};

const listed = (text) => text.split(',').map((item) => item.trim());

function show({ apiKey: { id, name, previousUntil }, token }, done) {
  const until = previousUntil === null ? '' : ` The old value counts until ${iso(previousUntil)}.`;
  console.error(`The key ${id} (${name}) is ${done}. Keep its value, which nothing shows again.${until}`);
  console.log(token);
}

function lineOf({ id, prefix, name, scopes, deckIds, expiresAt, revokedAt, lastUsedAt }) {
  const isExpired = expiresAt !== null && new Date(expiresAt) <= new Date();
  const state = revokedAt !== null ? 'revoked' : isExpired ? 'expired' : 'counts';
  const ends = expiresAt === null ? '' : `, ends ${iso(expiresAt)}`;
  const used = lastUsedAt === null ? 'never used' : `used ${iso(lastUsedAt)}`;
  const of = deckIds === null ? '' : ` of ${deckIds.length === 1 ? 'the deck' : 'the decks'} ${deckIds.join(', ')}`;
  return `${id}  dc_${prefix}_…  ${state}${ends}, ${used}  ${scopes.join(',')}${of}  ${name}`;
}

const iso = (time) => new Date(time).toISOString();

/** The same commands over HTTP. */
function remoteCommands(config) {
  const send = async (method, path, body) => {
    const answer = await askServer(config, 'admin', method, `/api/keys${path}`, body);
    const text = await answer.text();
    const next = /after=([^&>]+)[^>]*>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    return { result: text === '' ? null : JSON.parse(text), next };
  };
  return {
    create: async (input) => (await send('POST', '', input)).result,
    list: async () => {
      const all = [];
      let after;
      do {
        const { result, next } = await send('GET', `?limit=200${after === undefined ? '' : `&after=${after}`}`);
        all.push(...result.apiKeys);
        after = next;
      } while (after !== undefined);
      return all;
    },
    rotate: async (id, input) => (await send('POST', `/${encodeURIComponent(id)}/rotate`, input)).result,
    revoke: async (id) => void (await send('DELETE', `/${encodeURIComponent(id)}`)),
    close: async () => undefined,
  };
}

function readCommand({ values, positionals }) {
  const [name, id, ...more] = positionals;
  if (!Object.hasOwn(commands, name ?? '')) {
    throw new UsageError(name === undefined ? 'Name a command.' : `There is no command ${name}.`);
  }
  const { takes, needs, run } = commands[name];
  const given = { ...values, ...(id === undefined ? {} : { id }) };
  const missing = needs.find((one) => given[one] === undefined);
  if (missing !== undefined)
    throw new UsageError(`${name} needs ${missing === 'id' ? 'the ID of a key' : `--${missing}`}.`);
  const unknown = Object.keys(values).find((one) => !takes.includes(one));
  if (unknown !== undefined) throw new UsageError(`${name} takes no --${unknown}.`);
  if (more.length > 0 || (id !== undefined && !needs.includes('id')))
    throw new UsageError(`${name} takes no more words.`);
  return () => withCommands('openKeyCommands', remoteCommands, (keys) => run(keys, id, values));
}

await runCommand({ usage, options, readCommand });
