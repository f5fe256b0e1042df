import { describe, test } from '@jest/globals';
import { isPortable } from './portable-database.ts';
import { testDatabaseUrl } from './test-database.ts';

const isPostgres = testDatabaseUrl !== undefined;

/** For what PGlite, which is one session of one process, cannot show. */
export const testOnPostgres = isPostgres ? test : test.skip;

/** The same for a block of tests. */
export const describeOnPostgres = isPostgres ? describe : describe.skip;

/** For what needs NOTIFY. */
export const describeOnNotify = isPostgres && !isPortable ? describe : describe.skip;

/** For processes with a data folder of their own: on PostgreSQL they would do the same work again. */
export const describeOnEmbedded = isPostgres ? describe.skip : describe;

/** For what PostgreSQL does by itself. */
export const testOnEmbedded = isPostgres ? test.skip : test;
