import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { S3Files } from '../engines/files/s3-files.ts';
import { FolderInUseError, freeBytes, StartupError } from '../kit/core/index.ts';
import { migrate, openDatabase, openOrm, pendingMigrations } from '../kit/data/index.ts';
import { archiveMoment } from './backup/backup.ts';
import { backupTarget } from './backup/backup-target.ts';
import { chooseSpeaker } from './choose-speaker.ts';
import type { Finding } from './finding.ts';
import { inspectCollector } from './inspect-collector.ts';
import { inspectReceivers } from './inspect-receivers.ts';
import { catalogue } from './modules.ts';

/** Less free space than this is a doubt, in bytes. */
const littleSpace = 1_000_000_000;
/** A clock that differs from that of the database by more than this is a doubt, in seconds. */
const mostSkewSeconds = 2;
/** Longest time for an answer of a mail server, and of a speech service, in milliseconds. */
const mailMs = 5_000;
const speechMs = 5_000;
const hourMs = 3_600_000;
/** Connections of a process beside those for requests: jobs, wake-ups, and the one that watches. */
const otherConnections = 8;

/** The migrations of the configured database for a command. @throws StartupError */
export async function openMigrations({ database, dataDir }: Config, log: Logger, replicaUrl: string | null = null) {
  const connection = await openDatabase({ ...database, replicaUrl, dataDir, log });
  const orm = await openOrm(connection, catalogue.entities, log);
  return {
    connection,
    /** The names of those that a start would execute; of a new database all. */
    pending: () => pendingMigrations(orm, connection),
    run: () => migrate(orm, connection, { log }),
    close: () => connection.close(),
  };
}

/** Looks at everything outside of the process that a server with this configuration needs. Nothing is left behind. */
export async function inspect(config: Config, log: Logger): Promise<Finding[]> {
  return [
    await inspectFolder(config),
    ...(await inspectDatabase(config, log)),
    await inspectMail(config),
    await inspectSpeech(config, log),
    await inspectFiles(config),
    ...(await inspectBackups(config)),
    ...(await inspectCollector(config)),
  ];
}

async function inspectFolder({ dataDir }: Config): Promise<Finding> {
  const subject = 'data folder';
  if (dataDir.startsWith('memory:'))
    return { subject, state: 'doubt', finding: 'DATA_DIR is memory: nothing outlives a stop.' };
  const folder = path.resolve(dataDir);
  const file = path.join(folder, `doctor-${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(file, '');
    await rm(file);
    const free = await freeBytes(folder);
    const space = `${(free / 1e9).toFixed(1)} GB are free in ${folder}`;
    if (free >= littleSpace) return { subject, state: 'ok', finding: `${space}.` };
    return { subject, state: 'doubt', finding: `${space}: make room, or set DATA_DIR to another folder.` };
  } catch (error) {
    const finding = `${folder} cannot be written (${wordsOf(error)}): let the user of this process write there, or set DATA_DIR to another folder.`;
    return { subject, state: 'fault', finding };
  }
}

async function inspectDatabase(config: Config, log: Logger): Promise<Finding[]> {
  const subject = 'database';
  // What does not answer is found, and not waited for.
  const database = { ...config.database, waitSeconds: 0 };
  const opened = await openMigrations({ ...config, database }, log, config.replicaUrl).catch((error: unknown) => error);
  if (opened instanceof FolderInUseError) {
    return [{ subject, state: 'ok', finding: 'A server that runs uses the embedded database.' }];
  }
  if (opened instanceof Error || !isOpened(opened)) return [{ subject, state: 'fault', finding: wordsOf(opened) }];
  try {
    const tables = await inspectTables(opened);
    const server = config.database.url === null ? [] : await inspectServer(opened, config);
    // Tables that migrations have yet to change may be ones that this version cannot read.
    const receivers = tables.state === 'ok' ? [await inspectReceivers(opened.connection, config)] : [];
    return [tables, ...server, ...inspectReplica(opened.connection), ...receivers];
  } catch (error) {
    return [{ subject, state: 'fault', finding: wordsOf(error) }];
  } finally {
    await opened.close();
  }
}

type Opened = Awaited<ReturnType<typeof openMigrations>>;

function isOpened(value: unknown): value is Opened {
  return typeof value === 'object' && value !== null && 'pending' in value;
}

async function inspectTables({ pending }: Opened): Promise<Finding> {
  const count = (await pending()).length;
  if (count === 0) return { subject: 'database', state: 'ok', finding: 'It answers, and its tables are up to date.' };
  const finding = `It answers. ${count} ${count === 1 ? 'migration is' : 'migrations are'} to come: a start executes them, or deckcast migrate.`;
  return { subject: 'database', state: 'doubt', finding };
}

async function inspectServer({ connection: { kysely, can } }: Opened, config: Config): Promise<Finding[]> {
  const { rows } = await sql<{ user: string; database: string; mayCreate: boolean; now: number; places: number }>`
    select current_user as user, current_database() as database, extract(epoch from clock_timestamp())::float8 as now,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as places,
      has_database_privilege(current_database(), 'CREATE') and has_schema_privilege('public', 'CREATE') as "mayCreate"`.execute(
    kysely,
  );
  const [found] = rows;
  if (found === undefined) throw new Error('The server answers nothing');
  const { user, database, mayCreate, now, places } = found;
  const skew = Math.abs(Date.now() / 1_000 - now);
  return [
    mayCreate
      ? { subject: 'rights', state: 'ok', finding: `${user} may create what migrations need.` }
      : {
          subject: 'rights',
          state: 'fault',
          finding: `${user} may not create tables and schemas: run GRANT CREATE ON DATABASE "${database}" TO "${user}" and GRANT CREATE ON SCHEMA public TO "${user}" as the owner.`,
        },
    skew <= mostSkewSeconds
      ? { subject: 'clock', state: 'ok', finding: 'It agrees with the clock of the database.' }
      : {
          subject: 'clock',
          state: 'doubt',
          finding: `It differs from the clock of the database by ${skew.toFixed(0)} s: set both by NTP.`,
        },
    can.notifications
      ? { subject: 'wake-ups', state: 'ok', finding: 'The database carries them between processes.' }
      : {
          subject: 'wake-ups',
          state: 'doubt',
          finding:
            'The database carries no notifications, so processes poll: set NATS_URL, or name the server itself in DATABASE_URL.',
        },
    inspectConnections(config, places),
  ];
}

/** Nothing where there is none. */
function inspectReplica({ replica }: Opened['connection']): Finding[] {
  if (replica === null) return [];
  const subject = 'replica';
  const problem = replica.problem();
  if (problem !== null) return [{ subject, state: 'doubt', finding: `${problem} All reads go to the primary.` }];
  const lag = replica.lagSeconds?.toFixed(1);
  return [{ subject, state: 'ok', finding: `It is read, and lags behind by ${lag} s at most.` }];
}

/** @param places how many connections the server has for its users */
function inspectConnections(
  { database: { poolSize, directUrl }, http: { processes } }: Config,
  places: number,
): Finding {
  const subject = 'connections';
  if (directUrl !== null) {
    return { subject, state: 'ok', finding: 'Requests go through the pooler of DATABASE_URL, all else past it.' };
  }
  const needed = processes * (poolSize + otherConnections);
  const finding = `This server opens up to ${needed} of the ${places} that the database has`;
  if (needed <= places) return { subject, state: 'ok', finding: `${finding}.` };
  return { subject, state: 'doubt', finding: `${finding}: lower DATABASE_POOL_SIZE, or raise max_connections.` };
}

async function inspectMail({ email: { smtpUrl } }: Config): Promise<Finding> {
  const subject = 'mail';
  if (smtpUrl === null) {
    return {
      subject,
      state: 'doubt',
      finding: 'Mails are written as files into DATA_DIR/outbox: set SMTP_URL to send them.',
    };
  }
  const limits = { connectionTimeout: mailMs, greetingTimeout: mailMs, socketTimeout: mailMs, dnsTimeout: mailMs };
  const transport = createTransport({ url: smtpUrl, ...limits });
  try {
    await transport.verify();
    return { subject, state: 'ok', finding: 'The mail server answers and takes the credentials.' };
  } catch (error) {
    // The words of a server may repeat what it was sent.
    const { code = 'unknown' } = error as { code?: string };
    const finding = `The mail server at ${new URL(smtpUrl).host} does not take mails (${code}): correct SMTP_URL, or look at that server.`;
    return { subject, state: 'fault', finding };
  } finally {
    transport.close();
  }
}

async function inspectSpeech({ speech }: Config, log: Logger): Promise<Finding> {
  const subject = 'speech';
  const { speaker, provider, reason } = chooseSpeaker(speech, log);
  await speaker?.close();
  if (provider !== 'elevenlabs') {
    const isMissed = speaker === null && speech.provider !== 'none';
    return { subject, state: isMissed ? 'doubt' : 'ok', finding: reason };
  }
  const { url, voice, apiKey } = speech.elevenLabs;
  const { host } = new URL(url);
  try {
    // It speaks nothing, which would cost.
    const answer = await fetch(`${url.replace(/\/+$/, '')}/v1/voices/${encodeURIComponent(voice)}`, {
      headers: { 'xi-api-key': apiKey ?? '' },
      signal: AbortSignal.timeout(speechMs),
    });
    await answer.body?.cancel();
    if (answer.ok) return { subject, state: 'ok', finding: `${reason} It takes the key, and knows the voice.` };
    const finding = `${host} answered ${answer.status}: check that ELEVENLABS_API_KEY may read voices, and that there is a voice ${voice} (ELEVENLABS_VOICE).`;
    return { subject, state: 'doubt', finding };
  } catch {
    const finding = `${host} does not answer, so nothing is spoken: let this machine connect there, or set SPEECH to espeak.`;
    return { subject, state: 'fault', finding };
  }
}

async function inspectFiles({ audioS3 }: Config): Promise<Finding> {
  const subject = 'audio and images';
  if (audioS3 === null) return { subject, state: 'ok', finding: 'They are kept in DATA_DIR.' };
  const files = new S3Files(audioS3);
  const name = `doctor-${randomUUID()}`;
  try {
    await files.write(name, Buffer.from(name), 'text/plain');
    const isSame = (await files.read(name))?.toString() === name;
    await files.remove(name);
    if (isSame) return { subject, state: 'ok', finding: 'The bucket is written, read and cleared.' };
    return { subject, state: 'fault', finding: 'The bucket does not return what it was given: look at AUDIO_S3_URL.' };
  } catch (error) {
    const finding = `The bucket cannot be used (${wordsOf(error)}): check AUDIO_S3_URL, AUDIO_S3_REGION, the keys, and their rights to read, write, list and delete.`;
    return { subject, state: 'fault', finding };
  }
}

/** Nothing where no backups are scheduled: whoever makes them elsewhere knows. */
async function inspectBackups({ backup }: Config): Promise<Finding[]> {
  if (backup.everyHours === null) return [];
  const subject = 'backups';
  try {
    const newest = archiveMoment((await backupTarget(backup).names()).at(-1) ?? '');
    const hours = newest === null ? null : (Date.now() - newest.getTime()) / hourMs;
    const age = hours === null ? 'There is none yet' : `The newest is ${hours.toFixed(1)} h old`;
    // One is made within minutes after it is due.
    if (hours !== null && hours < backup.everyHours + 1) return [{ subject, state: 'ok', finding: `${age}.` }];
    const finding = `${age}, though BACKUP_EVERY_HOURS is ${backup.everyHours}: let a server with the worker role run, and look for "backup" in its log.`;
    return [{ subject, state: 'doubt', finding }];
  } catch (error) {
    return [{ subject, state: 'fault', finding: wordsOf(error) }];
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof StartupError) return error.message;
  const { code, message } = error as { code?: unknown; message?: unknown };
  return typeof code === 'string' ? code : String(message);
}
