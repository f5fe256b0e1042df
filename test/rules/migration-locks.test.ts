import type { Constructor } from '@mikro-orm/core';
import type { Migration } from '@mikro-orm/migrations';
import { expect, test } from '@jest/globals';
import { migrations } from '../../src/kit/data/migrations.ts';
import { keptReleases } from '../helpers/kept-releases.ts';

/** Statements that hold up every change of a table for as long as its rows take, and what to write in their place. */
const longLocks: readonly { readonly form: RegExp; readonly instead: string }[] = [
  {
    form: /create (?:unique )?index (?!concurrently).*? on "?(\w+)"?/is,
    instead: 'let later-indexes.ts make it, while changes of the table go on',
  },
  {
    form: /alter table (?:if exists )?"?(\w+)"?.*\balter (?:column )?"?\w+"? (?:set data )?type\b/is,
    instead: 'add a column of the new type, and fill it in short transactions',
  },
  {
    form: /alter table (?:if exists )?"?(\w+)"?.*\bset not null\b/is,
    instead: 'add a check "is not null" as "not valid", and validate it in a migration of a later release',
  },
  {
    form: /alter table (?:if exists )?"?(\w+)"?.*\badd (?:column )?(?!constraint)"?\w+"? (?!.*\bdefault\b).*\bnot null\b/is,
    instead: 'give the column a default, or let it be null',
  },
  {
    form: /alter table (?:if exists )?"?(\w+)"?.*\badd (?:constraint "?\w+"? )?(?:foreign key|check)\b(?!.*\bnot valid\b)/is,
    instead: 'add the constraint as "not valid"',
  },
  {
    form: /alter table (?:if exists )?"?(\w+)"?.*\badd (?:constraint "?\w+"? )?(?:unique|primary key|exclude)\b(?!\s*using index)/is,
    instead: 'let later-indexes.ts make a unique index, and add the constraint "using index" in a later release',
  },
];

/** What the statements of a migration would hold up, of tables that exist before it. @param made the tables that do not */
function locksOf(statements: readonly string[], made: Set<string>): string[] {
  return statements.flatMap((statement) => {
    const [, table] = /create table (?:if not exists )?"?(\w+)"?/i.exec(statement) ?? [];
    if (table !== undefined) made.add(table);
    return longLocks.flatMap(({ form, instead }) => {
      const [, locked] = form.exec(statement) ?? [];
      return locked === undefined || made.has(locked) ? [] : [`${statement} Instead, ${instead}.`];
    });
  });
}

async function statementsOf(one: (typeof migrations)[number]): Promise<string[]> {
  const migration = new (one as Constructor<Migration>)(null as never, null as never);
  await migration.up();
  return migration.getQueries().map(String);
}

test('no migration since the last release locks a table for long', async () => {
  const released = new Set(keptReleases().at(-1)?.facts.migrations);
  const made = new Set<string>();
  const found: string[] = [];
  for (const one of migrations.filter(({ name }) => !released.has(name))) {
    for (const lock of locksOf(await statementsOf(one), made)) found.push(`${one.name}: ${lock}`);
  }
  expect(found).toEqual([]);
});

test.each([
  'create index "i" on "deck" ("name");',
  'create unique index i on deck (name);',
  'alter table "deck" alter column "name" type varchar(10);',
  'alter table "deck" alter column "name" set not null;',
  'alter table "deck" add "kind" text not null;',
  'alter table "deck" add column "kind" text not null, add "other" int;',
  'alter table "slide" add constraint "f" foreign key ("deck_id") references "deck" ("id");',
  'alter table "slide" add constraint "c" check ("order_index" > 0);',
  'alter table "slide" add constraint "u" unique ("slide_id");',
])('%s is refused on a table that exists, and permitted on a new one', (statement) => {
  expect(locksOf([statement], new Set())).toHaveLength(1);
  expect(locksOf([statement], new Set(['deck', 'slide']))).toEqual([]);
});

test.each([
  'create index concurrently "i" on "deck" ("name");',
  `alter table "deck" add "kind" text not null default 'a';`,
  'alter table "deck" add "kind" text null;',
  'alter table "slide" add constraint "c" check ("order_index" > 0) not valid;',
  'alter table "deck" drop column "kind";',
])('%s is permitted', (statement) => {
  expect(locksOf([statement], new Set())).toEqual([]);
});
