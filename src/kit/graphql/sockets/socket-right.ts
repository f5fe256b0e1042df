import { type Actor, type LiveRights, rightsOf } from '../../rights/index.ts';
import { AppError } from '../../core/index.ts';
import type { Gate } from '../../data/index.ts';

interface SocketRightOptions {
  readonly gate: Gate;
  readonly rights: LiveRights;
  /** Of the client. */
  readonly address: string | null;
  /** Called once, when the right ends. */
  readonly end: (error: AppError) => void;
}

/** The right under which one socket is open. Its client may replace the credential before that ends. */
export class SocketRight {
  #release: () => void;
  #isClosed = false;

  private constructor(
    private readonly options: SocketRightOptions,
    private current: Actor,
    credential: string | undefined,
  ) {
    this.#release = options.rights.hold(current, credential, options.end);
  }

  /** @throws AppError as `Gate.authenticate` does */
  static async open(options: SocketRightOptions, credential: string | undefined): Promise<SocketRight> {
    return new SocketRight(options, await options.gate.authenticate(credential, options.address), credential);
  }

  get actor(): Actor {
    return this.current;
  }

  /**
   * Goes on under another credential of the same holder with the same rights: running operations keep what they see.
   * After an error the old one stays valid.
   *
   * @throws AppError `FORBIDDEN` for another holder or other rights, and as `Gate.authenticate` does
   */
  readonly refresh = async (credential: string): Promise<Actor> => {
    const { gate, rights, address, end } = this.options;
    const actor = await gate.authenticate(credential, address);
    requireSame(this.current, actor);
    if (this.#isClosed) return actor;
    const release = rights.hold(actor, credential, end);
    this.#release();
    this.#release = release;
    this.current = actor;
    return actor;
  };

  close(): void {
    this.#isClosed = true;
    this.#release();
  }
}

function requireSame(current: Actor, next: Actor): void {
  if (next.kind !== current.kind || next.key !== current.key) {
    throw new AppError('credential_differs', 'The new credential is of another holder: open another socket with it.');
  }
  if (rightsOf(next) === rightsOf(current)) return;
  throw new AppError(
    'credential_differs',
    'The new credential has other scopes or decks: open another socket with it.',
  );
}
