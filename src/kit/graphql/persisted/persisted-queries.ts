import { InMemoryLRUCache } from '@apollo/utils.keyvaluecache';
import { GraphQLError } from 'graphql';
import { digestOf } from '../../rights/index.ts';
import { invalidField } from '../../core/index.ts';
import { type DocumentRequest, persistedQueryOf } from './document-request.ts';

/** Characters of all texts together, and how many there are at most: short ones take more memory than their text. */
const [capacity, mostTexts] = [4_000_000, 10_000];

/**
 * The texts of automatic persisted queries, by their digests: a client sends a text once, and its digest from then on. What
 * was used longest ago goes first. Apollo keeps them here over HTTP, and `textOf` does the same for sockets.
 */
export class PersistedQueries {
  readonly #texts = new InMemoryLRUCache<string>({ maxSize: capacity, max: mostTexts });

  /** @param key ends with the digest; Apollo puts a prefix before it */
  get(key: string): Promise<string | undefined> {
    return this.#texts.get(digestIn(key));
  }

  async set(key: string, text: string): Promise<void> {
    await this.#texts.set(digestIn(key), text);
  }

  delete(key: string): Promise<boolean> {
    return this.#texts.delete(digestIn(key));
  }

  /** Forgets all texts: their literals may hold what was erased. Bound, to be called at a wake-up. */
  readonly clear = (): void => this.#texts.clear();
}

function digestIn(key: string): string {
  return key.slice(-64);
}

/** The text of a request of a socket, and what makes it a persisted query once it is known to be valid. */
interface Found {
  readonly text: string;
  readonly register: () => Promise<void>;
}

/**
 * Reads the text of a request as Apollo does over HTTP.
 *
 * @returns an error for a digest without a text: the client then sends both
 * @throws AppError `INVALID_INPUT` for a digest of another text
 */
export async function queryTextOf(queries: PersistedQueries, asked: DocumentRequest): Promise<Found | GraphQLError> {
  const text = typeof asked.query === 'string' ? asked.query : '';
  const persisted = persistedQueryOf(asked);
  if (persisted === undefined) return { text, register: async () => {} };
  const { version, hash } = persisted;
  if (version !== 1) throw invalidField('/extensions/persistedQuery/version', 'enum', 'The version must be 1.');
  if (text === '') {
    const known = await queries.get(hash);
    return known === undefined ? notFound() : { text: known, register: async () => {} };
  }
  if (digestOf(text) !== hash) {
    const detail = 'sha256Hash must be the SHA-256 of query, in lower-case hexadecimal digits.';
    throw invalidField('/extensions/persistedQuery/sha256Hash', 'format', detail);
  }
  return { text, register: () => queries.set(hash, text) };
}

/** Clients know it by its message or by its code. */
function notFound(): GraphQLError {
  return new GraphQLError('PersistedQueryNotFound', { extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } });
}
