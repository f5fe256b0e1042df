import { deserialize } from 'node:v8';
import { type RawBuilder, sql } from 'kysely';
import type { Vault } from '../../rights/index.ts';
import { giveWay } from '../../core/index.ts';
import { inTransaction, type RequestScope } from '../scope.ts';
import { erasedRequest } from './keyed-request.ts';

/** Requests that are looked through at a time. */
const batchSize = 20;

interface Stored {
  readonly key: string;
  readonly request: string;
  readonly results: readonly string[];
}

/**
 * Erases the stored results of requests that mention something. Their names stay, so that a request that is sent again
 * is refused instead of being executed a second time.
 *
 * @param mentions whether a result, as JSON, does
 */
export async function eraseResults(
  newScope: () => RequestScope,
  vault: Vault,
  mentions: (text: string) => boolean,
): Promise<void> {
  let behind: RawBuilder<unknown> = sql`true`;
  for (;;) {
    const { rows } = await sql<Stored>`select key, request, results from idempotency_key where ${behind}
      order by key limit ${batchSize}`.execute(newScope().em.getKysely<unknown>());
    const last = rows.at(-1);
    if (last === undefined) return;
    const found: string[] = [];
    for (const row of rows) {
      await giveWay();
      if (row.results.some((result) => mentions(textOf(vault, row, result)))) found.push(row.key);
    }
    await erase(newScope(), found);
    behind = sql`key > ${last.key}`;
  }
}

/** Nothing for a result that no key opens: nobody can read it. */
function textOf(vault: Vault, { request }: Stored, sealed: string): string {
  try {
    return JSON.stringify(deserialize(Buffer.from(vault.open(sealed, request), 'base64'))) ?? '';
  } catch {
    return '';
  }
}

async function erase(scope: RequestScope, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await inTransaction(scope, async ({ em }) => {
    await sql`update idempotency_key set request = ${erasedRequest}, results = '[]'
      where key = any(${[...keys]}::text[])`.execute(em.getKysely<unknown>());
  });
}
