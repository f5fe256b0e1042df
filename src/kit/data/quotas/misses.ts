import { AppError } from '../../core/index.ts';
import { addressGroup } from './address-group.ts';
import { Rate, type Standing } from './rate.ts';
import type { SharedCounts } from './shared-counts.ts';

/** How long misses count, in seconds. */
const windowSeconds = 60;

/** What is guessed, and how often one address may be wrong. */
export interface MissLimit {
  /** Names the counts, such as `wrong-key`. */
  readonly name: string;
  /** Misses of one address in a minute; 0 sets no limit. */
  readonly perMinute: number;
  /** What there was too much of, for people: `wrong credentials`. */
  readonly what: string;
}

/** Throttles addresses that guess secrets: keys, or links. All processes count together. */
export class Misses {
  /** Each miss is counted at once: points that a process holds in reserve would be further guesses. */
  readonly #rate: Rate | null;

  constructor(
    counts: SharedCounts,
    private readonly limit: MissLimit,
  ) {
    const { name, perMinute: points } = limit;
    this.#rate = points === 0 ? null : new Rate(counts, { name, points, seconds: windowSeconds }, 1);
  }

  /** The refusal of an address that has missed too often, as far as this process knows; null for any other. */
  refusal(address: string | null): AppError | null {
    const standing = this.#rate?.spent(addressGroup(address)) ?? null;
    return standing === null ? null : this.#tooMany(standing);
  }

  /** Counts a miss. @throws AppError `TOO_MANY_REQUESTS` when it is one too many */
  async count(address: string | null): Promise<void> {
    const standing = await this.#rate?.charge(addressGroup(address), 1);
    if (standing?.isOver === true) throw this.#tooMany(standing);
  }

  #tooMany({ resetSeconds }: Standing): AppError {
    const { perMinute, what } = this.limit;
    const detail = `One address may send ${perMinute} ${what} a minute: wait ${resetSeconds} s.`;
    return new AppError('too_many_wrong_credentials', detail, [], { members: { retryAfterSeconds: resetSeconds } });
  }
}
