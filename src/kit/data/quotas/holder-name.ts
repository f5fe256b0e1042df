import { createHash } from 'node:crypto';

/** Names of holders that are longer are counted by their digest: those of tokens may be of any length. */
const longestName = 100;

/** The name under which a holder is counted. @param key the name in stored rows: the id of a key, or that of a token */
export function holderName(key: string): string {
  return key.length > longestName ? createHash('sha256').update(key).digest('hex') : key;
}
