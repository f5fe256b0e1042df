import type { SqlEntityManager } from '@mikro-orm/sql';
import { SigningSecret } from './signing-secret.entity.ts';

/**
 * The secrets that signatures are made with: those of `SECRET_KEY`, or the one that the database has had since it was
 * made. Every process has the same.
 */
export async function readSigningSecrets(keys: readonly Buffer[], em: SqlEntityManager): Promise<readonly Buffer[]> {
  if (keys.length > 0) return keys;
  const { secret } = await em.fork().findOneOrFail(SigningSecret, 1);
  return [Buffer.from(secret, 'hex')];
}
