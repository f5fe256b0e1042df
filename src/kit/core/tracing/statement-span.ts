import { currentSpan } from './span.ts';

/** The word that begins a statement, and the table that it names first: nothing stands before it that may be a value. */
const beginning =
  /^\s*(?:\/\*[^*]*\*\/\s*)?(?:with (?:recursive )?"?\w+"? as (?:(?:not )?materialized )?\(\s*)?(?:(insert) into|(update)|(delete) from|(select)\b[^']*?(?<!distinct )\bfrom|(\w+))(?: "?(\w+)"?)?/i;
/** Those that name a table. */
const ofTables = /^(insert|update|delete|select)$/;

/**
 * Notes a statement that has ended in the current trace. Its text stays here: MikroORM writes values into it, and with them
 * names, addresses and secrets.
 */
export function noteStatement(text: string, took: { readonly ms: number; readonly hasFailed: boolean }): void {
  const span = currentSpan();
  if (span?.isRecorded !== true) return;
  const { operation, table } = namesIn(text);
  span.note(
    table === null ? operation : `${operation} ${table}`,
    {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table === null ? {} : { 'db.collection.name': table }),
    },
    took,
  );
}

function namesIn(text: string): { readonly operation: string; readonly table: string | null } {
  const [, inserts, updates, deletes, selects, other = 'statement', table] = beginning.exec(text) ?? [];
  const operation = (inserts ?? updates ?? deletes ?? selects ?? other).toLowerCase();
  return { operation, table: (ofTables.test(operation) && table) || null };
}
