import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { AppError } from '../core/index.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** The prefix of sealed values; the id of the key and the sealed bytes follow. */
const sealedPrefix = 'v1.';
/** Marks a plain text that begins like a marked one, so that nothing stored can be read in two ways. */
const plainPrefix = 'v0.';

/**
 * Encrypts stored values, so that a copy of the database is of no use without `SECRET_KEY`. Of several keys the first
 * seals and all open, which is how a key is replaced. Without any key texts are stored as they are; they stay readable
 * once there is one.
 */
export class Vault {
  readonly #keys: ReadonlyMap<string, Buffer>;
  readonly #reported = new Set<string>();

  /** @param keys 32 bytes each */
  constructor(
    keys: readonly Buffer[],
    private readonly log: Logger,
  ) {
    this.#keys = new Map(keys.map((key) => [idOf(key), key]));
  }

  /** @param owner id of the row that keeps the text: in any other row the result does not open */
  seal(text: string, owner: string): string {
    const [first] = this.#keys;
    if (first === undefined) return hasPrefix(text) ? plainPrefix + text : text;
    const [keyId, key] = first;
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${sealedPrefix}${keyId}.${sealed.toString('base64url')}`;
  }

  /** @throws AppError `UNAVAILABLE` when the key is missing, or the text was altered or belongs to another owner */
  open(stored: string, owner: string): string {
    if (stored.startsWith(plainPrefix)) return stored.slice(plainPrefix.length);
    if (!stored.startsWith(sealedPrefix)) return stored;
    const [keyId = '', sealed = ''] = stored.slice(sealedPrefix.length).split('.');
    const key = this.#keys.get(keyId);
    if (key === undefined)
      throw this.#refusal({ keyId: keyId.slice(0, 8) }, 'SECRET_KEY lacks the key of the stored secrets');
    try {
      return unseal(key, Buffer.from(sealed, 'base64url'), owner);
    } catch {
      throw this.#refusal({ owner }, 'the stored secret was altered, or sealed for another owner');
    }
  }

  /** Logs the failure once although it is thrown each time: a missing key concerns many rows. */
  #refusal(what: Readonly<Record<string, string>>, reason: string): AppError {
    const reported = JSON.stringify(what);
    if (!this.#reported.has(reported)) this.log.error(what, reason);
    this.#reported.add(reported);
    return new AppError(
      'secret_unreadable',
      'A stored secret cannot be opened: it was sealed with a key that SECRET_KEY does not hold, or altered since.',
    );
  }
}

function hasPrefix(text: string): boolean {
  return text.startsWith(sealedPrefix) || text.startsWith(plainPrefix);
}

function unseal(key: Buffer, sealed: Buffer, owner: string): string {
  const tagAt = sealed.length - tagBytes;
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(tagAt));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, tagAt)), decipher.final()]).toString('utf8');
}

/** Names a key without revealing it. */
function idOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}
