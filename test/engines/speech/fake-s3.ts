import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface StoredObject {
  body: Buffer;
  contentType: string;
}

/**
 * S3 as far as Deckcast uses it: one bucket, objects by PUT, GET and HEAD, and every request signed by Signature
 * Version 4, which is computed here on its own and not by the signer under test.
 */
export class FakeS3 {
  readonly region = 'eu-central-1';
  readonly accessKeyId = 'AKIDEXAMPLE';
  readonly secretAccessKey = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
  readonly objects = new Map<string, StoredObject>();
  readonly requests: string[] = [];
  /** The status of the next answers, before they are looked at. */
  readonly faults: number[] = [];

  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const path = request.url ?? '';
      this.requests.push(`${request.method} ${path}`);
      const fault = this.faults.shift();
      if (fault !== undefined) return response.writeHead(fault).end();
      if (!this.#isSigned(request, body)) return response.writeHead(403).end('<Code>SignatureDoesNotMatch</Code>');
      if (request.method === 'PUT' && request.headers['content-length'] === undefined)
        return response.writeHead(411).end();
      if (path.startsWith('/decks/?list-type=2')) return response.writeHead(200).end(this.#list(path));
      if (!path.startsWith('/decks/')) return response.writeHead(404).end('<Code>NoSuchBucket</Code>');
      if (request.method === 'PUT') {
        this.objects.set(path, { body, contentType: request.headers['content-type'] ?? '' });
        return response.writeHead(200).end();
      }
      if (request.method === 'DELETE') {
        this.objects.delete(path);
        return response.writeHead(204).end();
      }
      const found = this.objects.get(path);
      if (found === undefined) return response.writeHead(404).end('<Code>NoSuchKey</Code>');
      response.writeHead(200, { 'content-type': found.contentType, 'content-length': found.body.length });
      return response.end(request.method === 'HEAD' ? undefined : found.body);
    });
  });

  async open(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/decks`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Names in pages of two. */
  #list(path: string): string {
    const query = new URL(path, 'http://s3').searchParams;
    const names = [...this.objects.keys()].map((key) => key.replace('/decks/', ''));
    const found = names.filter((name) => name.startsWith(query.get('prefix') ?? '')).toSorted();
    const from = Number(query.get('continuation-token') ?? 0);
    const next = from + 2 < found.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : '';
    const keys = found.slice(from, from + 2).map((name) => `<Contents><Key>${name}</Key></Contents>`);
    return `<?xml version="1.0"?><ListBucketResult>${keys.join('')}${next}</ListBucketResult>`;
  }

  #isSigned({ method, url, headers }: IncomingMessage, body: Buffer): boolean {
    const given =
      /Credential=(?<id>[^/]+)\/(?<scope>(?<day>\d{8})\/[^,]+), SignedHeaders=(?<names>[^,]+), Signature=(?<signature>\w+)/;
    const { id, scope, day, names, signature } = given.exec(headers.authorization ?? '')?.groups ?? {};
    const payloadHash = createHash('sha256').update(body).digest('hex');
    if (id !== this.accessKeyId || headers['x-amz-content-sha256'] !== payloadHash) return false;
    const signed = (names ?? '').split(';').map((name) => `${name}:${String(headers[name])}\n`);
    const [path, query = ''] = (url ?? '').split('?');
    const canonical = [method, path, query.split('&').toSorted().join('&'), signed.join(''), names, payloadHash].join(
      '\n',
    );
    const hash = createHash('sha256').update(canonical).digest('hex');
    const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash].join('\n');
    const key = [day, this.region, 's3', 'aws4_request'].reduce<string | Buffer>(
      (secret, part) => hmac(secret, part ?? ''),
      `AWS4${this.secretAccessKey}`,
    );
    return hmac(key, toSign).toString('hex') === signature;
  }
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
