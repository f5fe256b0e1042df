import { sql } from 'kysely';

/**
 * Begins a statement that PostgreSQL plans at each use, because its best plan depends on how full its tables are. A plan
 * that is kept from when they were nearly empty reads them whole: to look for due deliveries took 40 ms in place of 2.
 */
export const planAnew = sql`/* plan anew */`;
