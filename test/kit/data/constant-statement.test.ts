import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { constantStatement } from '../../../src/kit/data/constant-statement.ts';
import { Slide } from '../../../src/authoring/slides/slide.entity.ts';
import { newRow } from '../../../src/kit/data/row-changes.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useWriter } from './jobs/writer.ts';

const app = useApp({ ROLES: 'web' });
const writer = useWriter(app);

test('a constant statement takes its values by their names, one of them twice and equal ones apart', async () => {
  const { em } = writer.scope();
  await sql`create table noted (a text, b text, c text)`.execute(em.getKysely<unknown>());
  const note = constantStatement(
    ({ a, b }: { a: string; b: string }) => sql`insert into noted values (${b}::text, ${a}::text, ${b}::text)`,
  );
  await note(em, { a: 'same', b: 'same' });
  await note(em, { b: 'two', a: 'one' });
  const { rows } = await sql`select * from noted`.execute(em.getKysely<unknown>());
  expect(rows).toEqual([
    { a: 'same', b: 'same', c: 'same' },
    { a: 'two', b: 'one', c: 'two' },
  ]);
});

test('a constant statement refuses a value that is none of its own', async () => {
  const { em } = writer.scope();
  const wrong = constantStatement(({ a }: { a: number }) => sql`select ${a}::int + ${1}::int`);
  await expect(wrong(em, { a: 1 })).rejects.toThrow('a value of another');
});

test('a new row has the initial values of its entity, and no accessors', () => {
  const row = newRow(Slide);
  expect(row).toMatchObject({ version: 1, bullets: [], id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  const kinds = Object.values(Object.getOwnPropertyDescriptors(row)).map(({ get }) => get);
  expect(kinds).toEqual(kinds.map(() => undefined));
  expect(Object.keys({ ...row })).toEqual(Object.keys(Object.assign(new Slide(), {})));
});
