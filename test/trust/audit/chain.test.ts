import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { pruneAudit } from '../../../src/trust/audit/prune-audit.ts';
import { verifyLines, verifyLog, type Verification } from '../../../src/trust/audit/verify.ts';
import type { ChainLine } from '../../../src/trust/audit/chain-lines.ts';
import { createDeck } from '../../helpers/factories.ts';
import { TestApp, useApp } from '../../helpers/test-app.ts';
import { testOnPostgres } from '../../helpers/on-postgres.ts';
import { useWriter } from '../../kit/data/jobs/writer.ts';
import { allChained, readLog, tamper } from './audit-log.ts';

const app = useApp();
const writer = useWriter(app);
const fine = { pendingCount: 0, fault: null };

const verify = (kept: { number: number; hash: string } | null = null): Promise<Verification> =>
  verifyLog(writer.scope().em, kept);

async function decks(count: number, at: TestApp = app): Promise<void> {
  for (let made = 0; made < count; made += 1) await createDeck(at.rest);
}

interface Link {
  readonly number: string;
  readonly id: string;
  readonly hash: string;
}

/** A link in the midst of the chain. */
async function someLink(fromEnd = 2): Promise<Link> {
  const { rows } = await sql<Link>`select number, entry_id as id, hash from audit_link
    order by number desc offset ${fromEnd} limit 1`.execute(app.database.connection.kysely);
  if (rows[0] === undefined) throw new Error('the chain is too short');
  return rows[0];
}

async function exported(after = 0): Promise<ChainLine[]> {
  const answer = await fetch(`${app.base}/api/audit.jsonl?after=${after}`);
  expect(answer.headers.get('content-type')).toContain('application/jsonl');
  const lines = (await answer.text()).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as ChainLine);
}

/** JSON with sorted keys, as anyone may write it. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join()}}`;
}

async function* streamed<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

describe('the chain', () => {
  test('is empty before the first change, and so is its export', async () => {
    expect(await verify()).toMatchObject({ fault: null, head: { number: 0 }, entries: 0 });
    expect(await (await fetch(`${app.base}/api/audit.jsonl`)).text()).toBe('');
  });

  test('has each entry once, and fits', async () => {
    await decks(5);
    const head = await allChained(app);
    const { entries } = await readLog(app, 'limit=200');
    expect(await verify()).toEqual({
      ...fine,
      head: { number: head.number, hash: head.hash },
      entries: entries.length,
    });
    expect(head.number).toBe(entries.length);
  });

  test('is exported so that anyone can check it', async () => {
    const head = await allChained(app);
    const lines = await exported();
    let before = '0'.repeat(64);
    for (const [at, line] of lines.entries()) {
      const { hash, ...content } = line;
      expect(content).toMatchObject({ number: at + 1, previousHash: before });
      expect(createHash('sha256').update(canonical(content)).digest('hex')).toBe(hash);
      before = hash;
    }
    expect(before).toBe(head.hash);
    const rest = await exported(2);
    expect(rest).toEqual(lines.slice(2));
    expect(await verifyLines(streamed(rest), { kept: head, isWhole: false })).toMatchObject({ fault: null });
    const altered = rest.map((line, at) => (at === 1 ? { ...line, address: '192.0.2.1' } : line));
    expect(await verifyLines(streamed(altered), { kept: null, isWhole: false })).toMatchObject({
      fault: expect.stringContaining(`number ${rest[1]?.number ?? ''}, was altered`),
      head: { number: rest[0]?.number },
    });
  });

  test('is refused a change by the database', async () => {
    const { kysely } = app.database.connection;
    await expect(sql`update audit_entry set address = null`.execute(kysely)).rejects.toThrow('never changed');
    await expect(sql`truncate audit_link`.execute(kysely)).rejects.toThrow('never changed');
  });

  const undone = (link: Link): Record<string, readonly [tampering: string, undoing: string, fault: string]> => ({
    'an altered entry': [
      `update audit_entry set operation = 'nothing' where id = '${link.id}'`,
      `update audit_entry set operation = 'createDeck' where id = '${link.id}'`,
      `The entry ${link.id}, number ${link.number}, was altered`,
    ],
    'a removed entry': [
      `create table kept as select * from audit_entry where id = '${link.id}'; delete from audit_entry where id = '${link.id}'`,
      `insert into audit_entry select * from kept; drop table kept`,
      `The entry ${link.id}, number ${link.number}, is missing`,
    ],
    'an entry that is removed with its place': [
      `delete from audit_link where number = ${link.number}`,
      `insert into audit_link values (${link.number}, '${link.id}', '${link.hash}')`,
      `The number ${link.number} is missing`,
    ],
    'an inserted entry': [
      `insert into audit_entry (id, actor, operation, request_id, result, objects, object_count)
        select '01900000-0000-7000-8000-00000000aaaa', actor, operation, request_id, result, objects, object_count
        from audit_entry where id = '${link.id}'`,
      `delete from audit_entry where id = '01900000-0000-7000-8000-00000000aaaa'`,
      'The entry 01900000-0000-7000-8000-00000000aaaa was inserted',
    ],
    'a hash that was computed anew': [
      `update audit_link set hash = '${'a'.repeat(64)}' where number = ${link.number}`,
      `update audit_link set hash = '${link.hash}' where number = ${link.number}`,
      `number ${link.number}, was altered`,
    ],
  });

  test.each(Object.keys(undone({ number: '', id: '', hash: '' })))(
    'does not fit with %s, which is named',
    async (kind) => {
      await allChained(app);
      const [tampering, undoing, fault] = undone(await someLink())[kind] ?? ['', '', ''];
      for (const statement of tampering.split('; ')) await tamper(app, statement);
      expect((await verify()).fault).toContain(fault);
      for (const statement of undoing.split('; ')) await tamper(app, statement);
      expect(await verify()).toMatchObject(fine);
    },
  );

  test('that is cut off at its end is detected by an end that was kept', async () => {
    await decks(2);
    const head = await allChained(app);
    const kept = { number: head.number, hash: head.hash };
    expect(await verify(kept)).toMatchObject(fine);
    const link = await someLink(0);
    await tamper(app, `delete from audit_link where number = ${link.number}`);
    await tamper(app, `delete from audit_entry where id = '${link.id}'`);
    expect([(await verify()).fault, (await verify(kept)).fault]).toEqual([
      null,
      `The number ${head.number} has not the hash that was kept.`,
    ]);
  });

  test('goes on behind what retention has removed, and fits', async () => {
    await decks(3);
    const head = await allChained(app);
    const later = (days: number) => ({ ...writer.scope(), now: () => new Date(Date.now() + days * 86_400_000) });
    expect([await pruneAudit(later(399), 400), await pruneAudit(later(10_000), 0)]).toEqual([0, 0]);
    expect(await pruneAudit(later(401), 400)).toBe(head.number);
    expect(await pruneAudit(later(401), 400)).toBe(0);
    await decks(2);
    const next = await allChained(app);
    expect(next.number).toBe(head.number + 2);
    expect(await verify({ number: head.number, hash: head.hash })).toMatchObject({ ...fine, entries: 2 });
    expect(await exported()).toMatchObject([
      { number: head.number, isRemoved: true },
      { number: head.number + 1, previousHash: head.hash },
      { number: head.number + 2 },
    ]);
  });

  testOnPostgres('has every entry once while two processes write and chain', async () => {
    const other = await new TestApp().start({}, app);
    const before = await allChained(app);
    await Promise.all([app, other].flatMap((at) => Array.from({ length: 5 }, () => decks(10, at))));
    const head = await allChained(app);
    await other.stop();
    expect(head.number).toBe(before.number + 100);
    expect(await verify()).toMatchObject(fine);
  });
});
