import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { imageKeyOf } from '../../authoring/images/image-url.ts';
import { verifyContracts } from '../../contracts/contracts/verify-contracts.ts';
import { audioKeyOf } from '../../engines/audio/audio-url.ts';
import { CursorExpiredError } from '../../kit/core/index.ts';
import { countTables, type DatabaseConnection, migrate, openOrm } from '../../kit/data/index.ts';
import { resolveCursor } from '../../kit/live/index.ts';
import { systemActor, withSight } from '../../kit/rights/index.ts';
import { verifyLog } from '../../trust/audit/verify.ts';
import type { Finding } from '../finding.ts';
import { catalogue } from '../modules.ts';
import type { ArchiveManifest } from './manifest.ts';

/** An archive whose checksums are right. */
export interface CheckedArchive {
  readonly manifest: ArchiveManifest;
  readonly names: ReadonlySet<string>;
}

/** Most names that a finding repeats. */
const mostNamed = 5;

/**
 * Compares a database that was made of an archive with what it was, and brings its tables up to date. Where the tables are
 * not those of the archive, nothing further is looked at.
 */
export async function prove(connection: DatabaseConnection, archive: CheckedArchive, log: Logger): Promise<Finding[]> {
  const { manifest } = archive;
  const tables = await proveTables(connection, manifest);
  if (tables.state === 'fault') return [tables];
  const orm = await openOrm(connection, catalogue.entities, log);
  await migrate(orm, connection, { log });
  const em = withSight(orm.em.fork(), systemActor);
  return [
    tables,
    await proveContracts(em),
    await proveChain(em, manifest),
    await proveCursor(em, manifest),
    await proveFiles(em, archive),
  ];
}

async function proveTables({ kysely }: DatabaseConnection, { tables }: ArchiveManifest): Promise<Finding> {
  const subject = 'tables';
  const found = await countTables(async <Row extends object>(statement: string) => {
    const { rows } = await sql.raw<Row>(statement).execute(kysely);
    return rows;
  });
  const names = [...new Set([...Object.keys(tables), ...Object.keys(found)])];
  const different = names.filter((name) => tables[name] !== found[name]);
  if (different.length > 0) {
    const each = different
      .slice(0, mostNamed)
      .map((name) => `${name} has ${found[name] ?? 'no'} rows, not ${tables[name] ?? 'any'}`);
    return { subject, state: 'fault', finding: `They are not those of the archive: ${each.join('; ')}.` };
  }
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  return { subject, state: 'ok', finding: `All ${names.length} have the rows that they had, ${rows} together.` };
}

async function proveContracts(em: SqlEntityManager): Promise<Finding> {
  const subject = 'signed contracts';
  const { count, altered } = await verifyContracts(em);
  if (altered.length > 0) {
    const finding = `The document of ${altered.length} is not what was signed: ${altered.slice(0, mostNamed).join(', ')}.`;
    return { subject, state: 'fault', finding };
  }
  return { subject, state: 'ok', finding: `The hash of each document is the one that was signed, of ${count}.` };
}

async function proveChain(em: SqlEntityManager, { auditEnd }: ArchiveManifest): Promise<Finding> {
  const subject = 'audit log';
  const { entries, fault } = await verifyLog(em, auditEnd);
  if (fault !== null) return { subject, state: 'fault', finding: fault };
  return { subject, state: 'ok', finding: `Its chain of ${entries} entries fits, up to the end that it had.` };
}

async function proveCursor(em: SqlEntityManager, { cursor }: ArchiveManifest): Promise<Finding> {
  const subject = 'cursors';
  if (cursor === null) return { subject, state: 'ok', finding: 'The log had no events.' };
  try {
    await resolveCursor(em, cursor);
    return { subject, state: 'ok', finding: 'Readers go on behind the last event that it had.' };
  } catch (error) {
    if (!(error instanceof CursorExpiredError)) throw error;
    return {
      subject,
      state: 'fault',
      finding: `The last event that it had is missing: its cursor ${cursor} is refused.`,
    };
  }
}

async function proveFiles(em: SqlEntityManager, { names, manifest: { files } }: CheckedArchive): Promise<Finding> {
  const subject = 'audio and images';
  const { rows } = await sql<{ url: string }>`select url from image
    union select audio_url from presentation_slide where audio_url is not null
    union select audio_url from presentation_faq where audio_url is not null`.execute(em.getKysely<unknown>());
  const named = rows.flatMap(({ url }) => memberOf(url) ?? []);
  const missing = named.filter((name) => !names.has(name));
  if (missing.length === 0) {
    const finding = `All ${named.length} that rows name are there, of ${files.audio + files.images} files.`;
    return { subject, state: 'ok', finding };
  }
  // Not a fault of the archive: who had lost a file before the backup has lost it after the restore.
  const finding = `${missing.length} that rows name are not in the archive: ${missing.slice(0, mostNamed).join(', ')}.`;
  return { subject, state: 'doubt', finding };
}

/** The member with the file of a link; null for links to other places. */
function memberOf(url: string): string | null {
  const [audio, image] = [audioKeyOf(url), imageKeyOf(url)];
  if (audio !== null) return `audio/${audio}.mp3`;
  return image === null ? null : `images/${image}.webp`;
}
