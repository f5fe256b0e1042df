import { type Command, InvalidArgumentError } from 'commander';
import type { Config } from '../config.ts';
import { knownScopes } from '../trust/keys/scopes.ts';
import { withDatabase } from './on-database.ts';
import { askServer } from './running-server.ts';
import type { Surroundings } from './surroundings.ts';

/** A time as the database or as an answer has it. */
type Time = Date | string;

interface ListedKey {
  readonly id: string;
  readonly prefix: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly deckIds: readonly string[] | null;
  readonly expiresAt: Time | null;
  readonly revokedAt: Time | null;
  readonly lastUsedAt: Time | null;
}

interface MadeKey {
  readonly apiKey: { readonly id: string; readonly name: string; readonly previousUntil: Time | null };
  readonly token: string;
}

/** The use cases of keys, on the database or over HTTP. */
interface KeyCommands {
  create(input: object): Promise<MadeKey>;
  list(): Promise<readonly ListedKey[]>;
  rotate(id: string, input: object): Promise<MadeKey>;
  revoke(id: string): Promise<void>;
  close(): Promise<void>;
}

interface CreateOptions {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly decks?: readonly string[];
  readonly expires?: string;
}

/** Makes, lists, rotates and revokes keys. */
export function addKeys(program: Command, { env }: Surroundings): void {
  const onKeys = (work: (commands: KeyCommands) => Promise<void>): Promise<void> =>
    withDatabase<KeyCommands, void>(
      env,
      // Loaded here: who has mistyped a command need not wait for the whole server.
      async (config, log) => (await import('../composition/commands.ts')).openKeyCommands(config, log),
      remoteKeys,
      work,
    );
  const keys = program.command('keys').description('Makes, lists, rotates and revokes keys.');
  keys.addHelpText(
    'after',
    '\ncreate and rotate print the value of the key to standard output, and nothing else there. Nothing shows it again.\nWhile a server runs on the embedded database, it is asked: API_KEY must be a key with the scope admin then.',
  );
  keys
    .command('create')
    .description('Makes a key.')
    .requiredOption('--name <name>', 'who holds it')
    .requiredOption('--scopes <scope,...>', `of ${knownScopes.join(', ')}`, listed)
    .option('--decks <id,...>', 'outside of which its holder sees and changes nothing', listed)
    .option('--expires <time>', 'when it ends, such as 2027-01-31T12:00:00Z')
    .action(({ name, scopes, decks, expires }: CreateOptions) =>
      onKeys(async (commands) => {
        const limits = {
          ...(decks === undefined ? {} : { deckIds: decks }),
          ...(expires === undefined ? {} : { expiresAt: expires }),
        };
        show(await commands.create({ name, scopes, ...limits }), 'made');
      }),
    );
  keys
    .command('list')
    .description('Lists all keys, oldest first.')
    .option('--json', 'as JSON')
    .action(({ json = false }: { json?: boolean }) =>
      onKeys(async (commands) => {
        const all = await commands.list();
        if (json) console.log(JSON.stringify(all.map(withoutInternals), null, 2));
        else for (const key of all) console.log(lineOf(key));
      }),
    );
  keys
    .command('rotate <id>')
    .description('Gives a key a new value.')
    .option('--overlap <seconds>', 'for which the old value also counts; one day by default', seconds)
    .action((id: string, { overlap }: { overlap?: number }) =>
      onKeys(async (commands) => {
        show(await commands.rotate(id, overlap === undefined ? {} : { overlapSeconds: overlap }), 'rotated');
      }),
    );
  keys
    .command('revoke <id>')
    .description('Ends a key for ever.')
    .action((id: string) =>
      onKeys(async (commands) => {
        await commands.revoke(id);
        console.error(`The key ${id} is revoked: within a second it counts nowhere.`);
      }),
    );
}

function listed(text: string): string[] {
  return text.split(',').map((item) => item.trim());
}

function seconds(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a number of seconds.');
  return Number(text);
}

function show({ apiKey: { id, name, previousUntil }, token }: MadeKey, done: string): void {
  const until = previousUntil === null ? '' : ` The old value counts until ${iso(previousUntil)}.`;
  console.error(`The key ${id} (${name}) is ${done}. Keep its value, which nothing shows again.${until}`);
  console.log(token);
}

function lineOf({ id, prefix, name, scopes, deckIds, expiresAt, revokedAt, lastUsedAt }: ListedKey): string {
  const isExpired = expiresAt !== null && new Date(expiresAt) <= new Date();
  const ended = isExpired ? 'expired' : 'counts';
  const state = revokedAt === null ? ended : 'revoked';
  const ends = expiresAt === null ? '' : `, ends ${iso(expiresAt)}`;
  const used = lastUsedAt === null ? 'never used' : `used ${iso(lastUsedAt)}`;
  const of = deckIds === null ? '' : ` of ${deckIds.length === 1 ? 'the deck' : 'the decks'} ${deckIds.join(', ')}`;
  return `${id}  dc_${prefix}_…  ${state}${ends}, ${used}  ${scopes.join(',')}${of}  ${name}`;
}

/** What is shown of a key: never the digests of its values. */
function withoutInternals({
  id,
  prefix,
  name,
  scopes,
  deckIds,
  expiresAt,
  revokedAt,
  lastUsedAt,
}: ListedKey): ListedKey {
  return { id, prefix, name, scopes, deckIds, expiresAt, revokedAt, lastUsedAt };
}

function iso(time: Time): string {
  return new Date(time).toISOString();
}

function remoteKeys(config: Config): KeyCommands {
  const send = (method: string, path: string, body?: object): Promise<Response> =>
    askServer(config, { method, path: `/api/keys${path}`, body, scope: 'admin' });
  const made = async (answer: Promise<Response>): Promise<MadeKey> => (await (await answer).json()) as MadeKey;
  return {
    create: (input) => made(send('POST', '', input)),
    list: async () => {
      const all: ListedKey[] = [];
      for (let after: string | undefined = ''; after !== undefined;) {
        const answer: Response = await send('GET', `?limit=200${after === '' ? '' : `&after=${after}`}`);
        all.push(...((await answer.json()) as { apiKeys: ListedKey[] }).apiKeys);
        after = /after=([^&>]+)[^>]*>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
      }
      return all;
    },
    rotate: (id, input) => made(send('POST', `/${encodeURIComponent(id)}/rotate`, input)),
    revoke: async (id) => void (await send('DELETE', `/${encodeURIComponent(id)}`)),
    close: async () => undefined,
  };
}
