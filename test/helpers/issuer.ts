import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  exportJWK,
  generateKeyPair,
  type GenerateKeyPairResult,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose';

/** Claims of a token; undefined leaves one out. */
export type Claims = { [Claim in keyof JWTPayload]: JWTPayload[Claim] | undefined };

interface KeyPair extends GenerateKeyPairResult {
  readonly kid: string;
}

/** An identity provider on this machine: serves its public keys, and signs tokens. */
export class Issuer {
  readonly issuer = 'https://id.example.com/';
  readonly audience = 'https://decks.example.com';
  /** How often its keys were read. */
  reads = 0;
  /** What it answers in place of its keys. */
  answer: { status: number; text: string } | null = null;
  #keys: KeyPair[] = [];
  #server!: Server;
  #port = 0;

  async open(): Promise<void> {
    await this.addKey();
    this.#server = createServer(async (_request, response) => {
      this.reads += 1;
      const keys = this.#keys.map(async ({ kid, publicKey }) => ({ kid, ...(await exportJWK(publicKey)) }));
      const { status, text } = this.answer ?? { status: 200, text: JSON.stringify({ keys: await Promise.all(keys) }) };
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    });
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  get env(): Record<string, string> {
    return {
      JWT_ISSUER: this.issuer,
      JWT_AUDIENCE: this.audience,
      JWT_JWKS_URL: `http://127.0.0.1:${this.#port}/keys`,
    };
  }

  /** Signs with a new key from now on. The old ones are still served. */
  async addKey(): Promise<void> {
    const pair = await generateKeyPair('ES256', { extractable: true });
    this.#keys = [{ kid: `key-${this.#keys.length}`, ...pair }, ...this.#keys];
  }

  /** @param claims beside the usual ones, or in their place */
  async sign(claims: Claims = {}, header: Partial<JWTHeaderParameters> = {}): Promise<string> {
    const [key] = this.#keys;
    if (key === undefined) throw new Error('the issuer is not open');
    const usual = { iss: this.issuer, aud: this.audience, sub: 'user-1', exp: Math.floor(Date.now() / 1_000) + 3_600 };
    return new SignJWT({ ...usual, scope: 'decks:read', ...claims } as JWTPayload)
      .setProtectedHeader({ alg: 'ES256', kid: key.kid, ...header })
      .sign(key.privateKey);
  }
}
