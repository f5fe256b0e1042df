import type { TestApp } from '../../../helpers/test-app.ts';

/** All that a key may hold which is limited to decks. */
export const limitedScopes = [
  'decks:write',
  'presentations:write',
  'contracts:write',
  'notifications:write',
  'secrets:read',
  'events:read',
  'events:publish',
];

/** Makes a key that is limited to decks. @returns what its holder sends as Authorization */
export async function limitedKey({ rest }: TestApp, decks: readonly string[], scopes = limitedScopes): Promise<string> {
  const { status, body } = await rest.post<{ token: string }>('/api/keys', { name: 'Limited', scopes, deckIds: decks });
  if (status !== 201) throw new Error(`POST /api/keys answered ${status}: ${JSON.stringify(body)}`);
  return `Bearer ${body.token}`;
}
