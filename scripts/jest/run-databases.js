import pg from 'pg';

/**
 * How the databases begin that the workers of one run make on PostgreSQL.
 *
 * @param {number} pid the process that runs the workers
 */
export const databasesOfRun = (pid) => `deckcast_test_${pid}_`;

/** Removes what the workers of this process have kept for further files. */
export async function dropDatabasesOfRun() {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  try {
    const named = 'select datname from pg_database where starts_with(datname, $1)';
    const { rows } = await client.query(named, [databasesOfRun(process.pid)]);
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  } finally {
    await client.end();
  }
}
