import type { Constructor, MigrationObject } from '@mikro-orm/core';
import type { Migration } from '@mikro-orm/migrations';
import { Migration20261120125804_initial } from './migrations/Migration20261120125804_initial.ts';

/** All migrations, oldest first. One that has shipped is never edited. */
export const migrations: readonly (MigrationObject | Constructor<Migration>)[] = [Migration20261120125804_initial];
