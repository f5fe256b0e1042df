import type { Actor } from './actor.ts';
import type { Signer } from './signing-key.ts';
import { AppError } from '../core/index.ts';

/** Makes a link of an answer work without a key. Null for one that its reader is not to have. */
export type SignLink = (path: string) => string | null;

/** Links that the answers to an actor have: see `SignedLinks` and `PlayerLinks`. */
export type SignFor = (actor: Actor) => SignLink;

/**
 * Links that carry a right in themselves: to GET one path, for some minutes. For media elements and other readers that
 * can send no key.
 */
export class SignedLinks {
  readonly #windowSeconds: number;

  /**
   * @param minutes how long a link works at least; it works at most twice as long
   * @param isOpen whether authentication is off: links are then left as they are
   */
  constructor(
    private readonly signer: Signer,
    minutes: number,
    private readonly isOpen: () => boolean,
  ) {
    this.#windowSeconds = minutes * 60;
  }

  /** Signs a path that this server answers. Within one window it answers the same, so that caches know the link again. */
  readonly sign = (path: string): string => {
    const expires = this.expiry();
    if (expires === '') return path;
    return `${path}?expires=${expires}&signature=${this.signer.sign(textOf(path, expires))}`;
  };

  /** When links that are signed now expire, in seconds since 1970; empty while links are left as they are. */
  readonly expiry = (): string => {
    if (this.isOpen()) return '';
    const window = Math.floor(Date.now() / 1_000 / this.#windowSeconds);
    return String((window + 2) * this.#windowSeconds);
  };

  /**
   * The caller of a link. With a wrong signature it is one that sees nothing: whether there is a file is not disclosed.
   *
   * @throws AppError `FORBIDDEN` for a link that has worked and is too old
   */
  actorOf(path: string, query: URLSearchParams): Actor {
    const [expires, signature] = [query.get('expires') ?? '', query.get('signature') ?? ''];
    const isRight = this.signer.verifies(textOf(path, expires), signature);
    const until = new Date(isRight ? Number(expires) * 1_000 : 0);
    if (isRight && until.getTime() <= Date.now()) throw expired();
    return { kind: 'signed', key: null, scopes: new Set(), until, decks: isRight ? null : [] };
  }
}

function expired(): AppError {
  const detail = 'This link has expired: read its object again for a new one.';
  return new AppError('signed_url_expired', detail);
}

/** What is signed: nothing but this method, path and time. A path has no line breaks. */
function textOf(path: string, expires: string): string {
  return `GET\n${path}\n${expires}`;
}
