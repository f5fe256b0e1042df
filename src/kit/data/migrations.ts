import type { Constructor, MigrationObject } from '@mikro-orm/core';
import type { Migration } from '@mikro-orm/migrations';
import { Migration20261126174658_delivery_statistics } from './migrations/Migration20261126174658_delivery_statistics.ts';
import { Migration20261126175122_image } from './migrations/Migration20261126175122_image.ts';
import { Migration20261126175230_homeowners_in_mails } from './migrations/Migration20261126175230_homeowners_in_mails.ts';
import { Migration20261126182427_playground } from './migrations/Migration20261126182427_playground.ts';
import { Migration20261127055424_traces } from './migrations/Migration20261127055424_traces.ts';
import { Migration20261127150000_vacuum_settings } from './migrations/Migration20261127150000_vacuum_settings.ts';

/**
 * The oldest release whose databases this version migrates, and its last migration. Older databases are migrated by that
 * release first.
 */
export const oldestRelease = { version: '1.0.0-rc.1', lastMigration: 'Migration20261126144500_whole_presentations' };

/** The migrations since the oldest release, oldest first. One that has shipped is never edited. */
export const migrations: readonly (MigrationObject | Constructor<Migration>)[] = [
  Migration20261126174658_delivery_statistics,
  Migration20261126175122_image,
  Migration20261126175230_homeowners_in_mails,
  Migration20261126182427_playground,
  Migration20261127055424_traces,
  Migration20261127150000_vacuum_settings,
];
