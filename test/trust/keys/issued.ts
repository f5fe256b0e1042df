import { sql } from 'kysely';
import type { Schemas } from '../../helpers/answers.ts';
import type { TestApp } from '../../helpers/test-app.ts';

/** A key as REST shows it. */
export type KeyAnswer = Schemas['ApiKey'];

/** A key with its value, as the answer of a creation or rotation. */
export interface Issued {
  readonly apiKey: KeyAnswer;
  readonly token: string;
}

/** Makes a key at the REST API. */
export async function issue(app: TestApp, input: object = {}): Promise<Issued> {
  const { status, body } = await app.rest.post<Issued>('/api/keys', { name: 'Office', scopes: ['admin'], ...input });
  if (status !== 201) throw new Error(`the key was not made: ${JSON.stringify(body)}`);
  return body;
}

/** The headers of a request with a key. */
export const bearer = (token: string): { authorization: string } => ({ authorization: `Bearer ${token}` });

/** The status of a read with a key, at a server. */
export async function statusWith({ base }: TestApp, token: string, path = '/api/decks'): Promise<number> {
  const response = await fetch(`${base}${path}`, { headers: bearer(token) });
  await response.arrayBuffer();
  return response.status;
}

/** Ends the life of a key now, as time does: no request tells the server of it. */
export async function expire({ database }: TestApp, { apiKey: { id } }: Issued): Promise<void> {
  await sql`update api_key set expires_at = now() - interval '1 second' where id = ${id}`.execute(
    database.connection.kysely,
  );
}
