import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import type { RequestScope } from '../../kit/data/index.ts';
import { canonicalPhone, requireUuid } from '../../kit/input/index.ts';
import { invalidField } from '../../kit/core/index.ts';
import { visibleRows } from '../../kit/rights/index.ts';
import { Contract } from '../../contracts/contracts/contract.entity.ts';
import { Presentation } from '../../presentations/presentations/presentation.entity.ts';
import type { HomeownerSelectorInput } from './privacy.inputs.ts';

/** The rows that are about a homeowner, and the texts by which others mention them. */
export interface DataSubject {
  readonly presentationIds: readonly string[];
  readonly contractIds: readonly string[];
  /** E-mail addresses and phone numbers that no presentation of anybody else has. */
  readonly contacts: readonly string[];
  /** Whether there are more presentations than one request takes. */
  readonly hasMore: boolean;
}

/** Most presentations that one request is about. */
const mostAtOnce = 200;

/** The contact data by which homeowners are found, as JSON keeps it. Addresses differ in case without being different. */
const contactFields = {
  email: (homeowner: RawBuilder<unknown>) => sql`lower(${homeowner}->>'email')`,
  phone: (homeowner: RawBuilder<unknown>) => sql`${homeowner}->>'phone'`,
} as const;

/**
 * Finds what is about a homeowner, as far as the caller sees it. A signed contract is found without its presentation,
 * which it outlives.
 *
 * @throws AppError `INVALID_INPUT` unless exactly one member identifies the homeowner
 */
export async function findSubject({ em }: RequestScope, selector: HomeownerSelectorInput): Promise<DataSubject> {
  const given = [selector.email?.toLowerCase(), selector.phone && phoneOf(selector.phone)].filter(isText);
  return subjectWhere(em, conditionsOf(selector), given);
}

/** The same for presentations by id. */
export async function subjectOf({ em }: RequestScope, presentationIds: readonly string[]): Promise<DataSubject> {
  return subjectWhere(em, ofIds(presentationIds), []);
}

/** The same for the oldest presentations of a deck. */
export async function subjectOfDeck({ em }: RequestScope, deckId: string): Promise<DataSubject> {
  return subjectWhere(em, { ofPresentation: sql`deck_id = ${deckId}`, ofContract: sql`false` }, []);
}

async function subjectWhere(
  em: SqlEntityManager,
  { ofPresentation, ofContract }: Conditions,
  given: readonly string[],
): Promise<DataSubject> {
  const found = await readIds(
    em,
    sql`select id from ${visibleRows(em, Presentation)} where ${ofPresentation}
      order by created_at, id limit ${mostAtOnce + 1}`,
  );
  const presentationIds = found.slice(0, mostAtOnce);
  const contractIds = await readIds(
    em,
    sql`select id from ${visibleRows(em, Contract)}
      where presentation_id = any(${presentationIds}::uuid[]) or (signed_at is not null and ${ofContract})
      order by id`,
  );
  const contacts = [...given, ...(await ownContacts(em, presentationIds))];
  return { presentationIds, contractIds, contacts: [...new Set(contacts)], hasMore: found.length > mostAtOnce };
}

/** Whether nothing is about the homeowner. */
export function isEmpty({ presentationIds, contractIds }: DataSubject): boolean {
  return presentationIds.length === 0 && contractIds.length === 0;
}

type Conditions = Readonly<Record<'ofPresentation' | 'ofContract', RawBuilder<unknown>>>;

function ofIds(presentationIds: readonly string[]): Conditions {
  const ids = sql`any(${[...presentationIds]}::uuid[])`;
  return { ofPresentation: sql`id = ${ids}`, ofContract: sql`presentation_id = ${ids}` };
}

function conditionsOf(selector: HomeownerSelectorInput): Conditions {
  const { email, phone, presentationId } = selector;
  if ([email, phone, presentationId].filter(isText).length !== 1) {
    throw invalidField('', 'required', 'Name the homeowner by exactly one of email, phone and presentationId.');
  }
  if (isText(presentationId)) return ofIds([requireUuid(presentationId, 'presentationId')]);
  const [field, value] = isText(email)
    ? ([contactFields.email, sql`lower(${email})`] as const)
    : ([contactFields.phone, sql`${phoneOf(phone ?? '')}`] as const);
  return {
    ofPresentation: sql`${field(sql`homeowner`)} = ${value}`,
    ofContract: sql`${field(sql`(document->'homeowner')`)} = ${value}`,
  };
}

/** @throws AppError `INVALID_INPUT` for a number without its country */
function phoneOf(phone: string): string {
  const number = canonicalPhone(phone, '');
  if (number !== null) return number;
  throw invalidField('/phone', 'format', 'phone must have its country code, such as +1 512 555 0123.');
}

/** Contact data of presentations that no other presentation within sight has. */
async function ownContacts(em: SqlEntityManager, presentationIds: readonly string[]): Promise<string[]> {
  const mine = sql`id = any(${[...presentationIds]}::uuid[])`;
  const parts = Object.values(contactFields).map((field) => {
    const contact = field(sql`homeowner`);
    return sql`(select ${contact} as id from ${visibleRows(em, Presentation)} where ${mine} and ${contact} <> ''
      except select ${contact} from ${visibleRows(em, Presentation)} where not ${mine})`;
  });
  return readIds(em, sql.join(parts, sql` union `));
}

async function readIds(em: SqlEntityManager, query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${query}`.execute(em.getKysely<unknown>());
  return rows.map(({ id }) => id);
}

function isText(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && text !== '';
}
