import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { FileStorage } from './file-storage.ts';

/** Where the bucket is and how requests to it are signed. */
export interface S3Options {
  /** URL of the bucket, with a path if wanted: `https://s3.eu-central-1.amazonaws.com/my-bucket/decks`. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Time-out of one request, in milliseconds. */
const timeoutMs = 30_000;

/** Stores files in S3-compatible storage, which writes objects atomically. */
export class S3Files implements FileStorage {
  readonly #client: AwsClient;
  readonly #base: string;

  constructor({ url, ...access }: S3Options) {
    this.#client = new AwsClient({ ...access, service: 's3', retries: 2 });
    this.#base = url.replace(/\/+$/, '');
  }

  async read(name: string): Promise<Buffer | null> {
    const answer = await this.#ask('GET', name);
    return answer === null ? null : Buffer.from(await answer.arrayBuffer());
  }

  async size(name: string): Promise<number | null> {
    const answer = await this.#ask('HEAD', name);
    return answer === null ? null : Number(answer.headers.get('content-length'));
  }

  async write(name: string, bytes: Buffer, contentType: string): Promise<void> {
    const answer = await this.#ask('PUT', name, bytes, contentType);
    if (answer === null) throw new Error('There is no such bucket.');
    await answer.body?.cancel();
  }

  async remove(name: string): Promise<void> {
    const answer = await this.#ask('DELETE', name);
    await answer?.body?.cancel();
  }

  /** Sends a request whose signature covers the body, so that it cannot be changed on the way. Null for 404. */
  async #ask(method: string, name: string, body?: Buffer, contentType?: string): Promise<Response | null> {
    const sent = body === undefined ? {} : { body: new Uint8Array(body) };
    const answer = await this.#client.fetch(`${this.#base}/${name}`, {
      method,
      ...sent,
      headers: {
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (answer.ok) return answer;
    await answer.body?.cancel();
    if (answer.status === 404) return null;
    throw new Error(`The storage answered ${method} with ${answer.status}.`);
  }
}
