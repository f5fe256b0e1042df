import { isJsonObject } from '../../kit/core/index.ts';
import { type Ask, BackupError, countTables, newerMigration } from '../../kit/data/index.ts';
import { cursorOf, type Position } from '../../kit/live/index.ts';
import type { ChainHead } from '../../trust/audit/chain.ts';

/** Raised when archives change so that older versions cannot read them. */
const format = 1;

/** What the database was at the moment of a backup: a restore is held to it. */
export interface Facts {
  /** The migrations that had made its tables. */
  readonly migrations: readonly string[];
  /** How many rows each table had. */
  readonly tables: Readonly<Record<string, number>>;
  /** The cursor of the last event; null before the first. */
  readonly cursor: string | null;
  /** The end of the chain of the audit log; null before its first entry. */
  readonly auditEnd: ChainHead | null;
}

/** What an archive says of itself. */
export interface ArchiveManifest extends Facts {
  readonly format: typeof format;
  /** The version of Deckcast that made it. */
  readonly deckcast: string;
  readonly createdAt: string;
  readonly engine: 'pglite' | 'postgresql';
  readonly engineVersion: string;
  /** How many files of each kind it holds. */
  readonly files: Readonly<Record<'audio' | 'images', number>>;
}

/** Reads what a restore is held to. The tables may be those of an older version. */
export async function readFacts(ask: Ask): Promise<Facts> {
  const [first] = await ask<{ isMade: boolean; hasPositions: boolean; hasChain: boolean }>(`select
    to_regclass('mikro_orm_migrations') is not null as "isMade",
    to_regclass('event_position') is not null as "hasPositions",
    to_regclass('audit_link') is not null as "hasChain"`);
  if (first?.isMade !== true)
    throw new BackupError('The database has no tables of Deckcast: there is nothing to back up.');
  const migrations = await ask<{ name: string }>('select name from mikro_orm_migrations order by id');
  const [last] = first.hasPositions
    ? await ask<Position>(
        'select position::text, epoch, event_id as id from event_position order by event_position.position desc limit 1',
      )
    : [];
  const [end] = first.hasChain
    ? await ask<ChainHead>('select number::float8, hash from audit_link order by audit_link.number desc limit 1')
    : [];
  return {
    migrations: migrations.map(({ name }) => name),
    tables: await countTables(ask),
    cursor: last === undefined ? null : cursorOf(last),
    auditEnd: end ?? null,
  };
}

export function manifestOf(parts: Omit<ArchiveManifest, 'format'>): ArchiveManifest {
  return { format, ...parts };
}

/** The manifest of an archive whose checksums are right. @throws BackupError where this version cannot restore it */
export function readArchiveManifest(value: unknown): ArchiveManifest {
  if (!isJsonObject(value) || typeof value['format'] !== 'number') {
    throw new BackupError('The manifest of the archive is none of deckcast backup.');
  }
  const by = `The archive was made by Deckcast ${String(value['deckcast'])}, which is newer than this one`;
  if (value['format'] > format) throw new BackupError(`${by}: restore it with that version.`);
  const manifest = value as unknown as ArchiveManifest;
  const newer = newerMigration(manifest.migrations);
  if (newer !== null) throw new BackupError(`${by} (${newer}): restore it with that version.`);
  return manifest;
}
