import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { AwsClient } from 'aws4fetch';
import { inCall } from '../../kit/core/index.ts';
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

/** The operations of S3 that are used, and the methods of their requests. */
const methods = {
  GetObject: 'GET',
  HeadObject: 'HEAD',
  PutObject: 'PUT',
  DeleteObject: 'DELETE',
  ListObjectsV2: 'GET',
} as const;
type Operation = keyof typeof methods;

/** What a request carries. */
interface Sent {
  readonly body?: Uint8Array<ArrayBuffer> | Blob;
  /** SHA-256 of the body. */
  readonly hash: string;
  readonly contentType?: string | undefined;
  readonly signal: AbortSignal;
}

/** Reads an answer to its end. */
type Read<Result> = (answer: Response) => Result | Promise<Result>;

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

  read(name: string): Promise<Buffer | null> {
    return this.#ask('GetObject', name, async (answer) => Buffer.from(await answer.arrayBuffer()));
  }

  size(name: string): Promise<number | null> {
    return this.#ask('HeadObject', name, ({ headers }) => Number(headers.get('content-length')));
  }

  async write(name: string, bytes: Buffer, contentType: string): Promise<void> {
    const body = new Uint8Array(bytes);
    const hash = createHash('sha256').update(bytes).digest('hex');
    await this.#put(name, { body, hash, contentType, signal: AbortSignal.timeout(timeoutMs) });
  }

  /** Writes what is in a file, which may be larger than the memory: up to 5 GB. */
  async writeFile(name: string, file: string, contentType: string, signal: AbortSignal): Promise<void> {
    const hash = createHash('sha256');
    for await (const part of createReadStream(file)) hash.update(part as Buffer);
    await this.#put(name, { body: await openAsBlob(file), hash: hash.digest('hex'), contentType, signal });
  }

  async remove(name: string): Promise<void> {
    await this.#ask('DeleteObject', name, discard);
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
    const page = await this.#send('ListObjectsV2', `${root}/?${query.toString()}`, withoutBody(), (answer) =>
      answer.text(),
    );
    return page?.includes('<ListBucketResult') === true ? page : null;
  }

  async #put(name: string, sent: Sent): Promise<void> {
    const isWritten = await this.#send('PutObject', `${this.#base}/${name}`, sent, async (answer) => {
      await discard(answer);
      return true;
    });
    if (isWritten === null) throw new Error('There is no such bucket.');
  }

  #ask<Result>(operation: Operation, name: string, read: Read<Result>): Promise<Result | null> {
    return this.#send(operation, `${this.#base}/${name}`, withoutBody(), read);
  }

  /** Sends a request whose signature covers the body, so that it cannot be changed on the way. Null for 404. */
  #send<Result>(operation: Operation, url: string, sent: Sent, read: Read<Result>): Promise<Result | null> {
    const method = methods[operation];
    const { body, hash, contentType, signal } = sent;
    return inCall({ name: `S3 ${operation}`, method, url }, async (answered) => {
      const answer = await this.#client.fetch(url, {
        method,
        ...(body === undefined ? {} : { body }),
        headers: {
          ...(contentType === undefined ? {} : { 'content-type': contentType }),
          'x-amz-content-sha256': hash,
        },
        signal,
      });
      const isAbsent = answer.status === 404;
      answered(answer.status, !answer.ok && !isAbsent);
      if (answer.ok) return read(answer);
      await discard(answer);
      if (isAbsent) return null;
      throw new Error(`The storage answered ${method} with ${answer.status}.`);
    });
  }
}

function withoutBody(): Sent {
  return { hash: emptyHash, signal: AbortSignal.timeout(timeoutMs) };
}

async function discard({ body }: Response): Promise<void> {
  await body?.cancel();
}

function unescaped(text: string): string {
  const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => characters[name] ?? '');
}
