import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
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

const emptyHash = createHash('sha256').digest('hex');

/** What a request carries. */
interface Sent {
  readonly body?: Uint8Array<ArrayBuffer> | Blob;
  /** SHA-256 of the body. */
  readonly hash: string;
  readonly contentType?: string | undefined;
  readonly signal: AbortSignal;
}

/** Where names are listed: the URL of a bucket, and how the names begin. */
interface Listed {
  readonly root: string;
  readonly prefix: string;
}

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

  /** Writes what is in a file, which may be larger than the memory: up to 5 GB. */
  async writeFile(name: string, file: string, contentType: string, signal: AbortSignal): Promise<void> {
    const hash = createHash('sha256');
    for await (const part of createReadStream(file)) hash.update(part as Buffer);
    const sent = { body: await openAsBlob(file), hash: hash.digest('hex') };
    const answer = await this.#send('PUT', `${this.#base}/${name}`, { ...sent, contentType, signal });
    if (answer === null) throw new Error('There is no such bucket.');
    await answer.body?.cancel();
  }

  async remove(name: string): Promise<void> {
    const answer = await this.#ask('DELETE', name);
    await answer?.body?.cancel();
  }

  async *list(): AsyncGenerator<string> {
    const place = await this.#whereToList();
    for (let { page } = place; ;) {
      for (const [, name = ''] of page.matchAll(/<Key>([^<]*)<\/Key>/g))
        yield unescaped(name).slice(place.prefix.length);
      const token = /<NextContinuationToken>([^<]*)</.exec(page)?.[1];
      if (token === undefined) return;
      const next = await this.#listed(place, unescaped(token));
      if (next === null) throw new Error('There is no such bucket.');
      page = next;
    }
  }

  /** The bucket is the first part of the path, or the host names it: only the storage knows. */
  async #whereToList(): Promise<Listed & { page: string }> {
    const { origin, pathname } = new URL(this.#base);
    const parts = pathname.split('/').filter((part) => part !== '');
    for (const count of parts.length === 0 ? [0] : [1, 0]) {
      const prefix = parts.slice(count).map((part) => `${part}/`);
      const place = { root: [origin, ...parts.slice(0, count)].join('/'), prefix: prefix.join('') };
      const page = await this.#listed(place, null);
      if (page !== null) return { ...place, page };
    }
    throw new Error('There is no such bucket.');
  }

  /** A page of a list; null where there is no bucket. */
  async #listed({ root, prefix }: Listed, token: string | null): Promise<string | null> {
    const query = new URLSearchParams({ 'list-type': '2', prefix });
    if (token !== null) query.set('continuation-token', token);
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await this.#send('GET', `${root}/?${query.toString()}`, { hash: emptyHash, signal });
    const page = await answer?.text();
    return page?.includes('<ListBucketResult') === true ? page : null;
  }

  #ask(method: string, name: string, body?: Buffer, contentType?: string): Promise<Response | null> {
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const signal = AbortSignal.timeout(timeoutMs);
    const sent = body === undefined ? {} : { body: new Uint8Array(body) };
    return this.#send(method, `${this.#base}/${name}`, { ...sent, hash, contentType, signal });
  }

  /** Sends a request whose signature covers the body, so that it cannot be changed on the way. Null for 404. */
  async #send(method: string, url: string, { body, hash, contentType, signal }: Sent): Promise<Response | null> {
    const answer = await this.#client.fetch(url, {
      method,
      ...(body === undefined ? {} : { body }),
      headers: {
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
        'x-amz-content-sha256': hash,
      },
      signal,
    });
    if (answer.ok) return answer;
    await answer.body?.cancel();
    if (answer.status === 404) return null;
    throw new Error(`The storage answered ${method} with ${answer.status}.`);
  }
}

function unescaped(text: string): string {
  const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => characters[name] ?? '');
}
