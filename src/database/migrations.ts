import type { Constructor, MigrationObject } from '@mikro-orm/core';
import type { Migration } from '@mikro-orm/migrations';
import { Migration20261120125804_initial } from './migrations/Migration20261120125804_initial.ts';
import { Migration20261120135421_filter_probe_progress } from './migrations/Migration20261120135421_filter_probe_progress.ts';
import { Migration20261120145547_presentation_speech } from './migrations/Migration20261120145547_presentation_speech.ts';
import { Migration20261120151606_contract } from './migrations/Migration20261120151606_contract.ts';
import { Migration20261120152205_idempotency_key } from './migrations/Migration20261120152205_idempotency_key.ts';
import { Migration20261121152500_deliver_jobs } from './migrations/Migration20261121152500_deliver_jobs.ts';
import { Migration20261122014755_delivery_queue } from './migrations/Migration20261122014755_delivery_queue.ts';
import { Migration20261122020948_log_sizes } from './migrations/Migration20261122020948_log_sizes.ts';

/** All migrations, oldest first. One that has shipped is never edited. */
export const migrations: readonly (MigrationObject | Constructor<Migration>)[] = [
  Migration20261120125804_initial,
  Migration20261120135421_filter_probe_progress,
  Migration20261120145547_presentation_speech,
  Migration20261120151606_contract,
  Migration20261120152205_idempotency_key,
  Migration20261121152500_deliver_jobs,
  Migration20261122014755_delivery_queue,
  Migration20261122020948_log_sizes,
];
