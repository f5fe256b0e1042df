import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Signs texts for one purpose, so that a signature for one is none for another. */
export class Signer {
  readonly #keys: readonly Buffer[];

  /**
   * @param secrets of several the first one signs and all verify, which is how a secret is replaced
   * @param purpose names what is signed; never reused for anything else
   */
  constructor(secrets: readonly Buffer[], purpose: string) {
    this.#keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', `deckcast ${purpose}`, 32)));
  }

  /** HMAC-SHA-256 in base64url. */
  sign(text: string): string {
    const [first] = this.#keys;
    if (first === undefined) throw new Error('There is no secret to sign with');
    return hmac(first, text).toString('base64url');
  }

  /** Compares in constant time. */
  verifies(text: string, signature: string): boolean {
    const given = Buffer.from(signature, 'base64url');
    return this.#keys.some((key) => {
      const right = hmac(key, text);
      return given.length === right.length && timingSafeEqual(given, right);
    });
  }
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
