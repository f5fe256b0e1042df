/** Every scope that a key may have. `admin` contains all others, and each `write` contains its `read`. */
export const knownScopes = [
  'decks:read',
  'decks:write',
  'presentations:read',
  'presentations:write',
  'contracts:read',
  'contracts:write',
  'notifications:read',
  'notifications:write',
  'secrets:read',
  'events:read',
  'events:publish',
  'audit:read',
  'admin',
] as const;
