import { AppError, type RateSettings } from '../../core/index.ts';
import { addressGroup } from './address-group.ts';
import { holderName } from './holder-name.ts';
import { Rate, type Standing } from './rate.ts';
import type { SharedCounts } from './shared-counts.ts';

/** How long points count, in seconds. */
const windowSeconds = 60;
/** Objects of a GraphQL operation that cost a point. */
const objectsPerPoint = 1_000;

/** What a GraphQL operation costs, by its price in objects: an ordinary one as much as a REST request. */
export function pointsOf(objects: number): number {
  return Math.max(Math.ceil(objects / objectsPerPoint), 1);
}

/** What requests, operations and items are charged to. */
type Payer = 'key' | 'address';

/** The rates of keys and of addresses: what each may request in a minute, over all processes. */
export class Rates {
  readonly #rates: Readonly<Record<Payer, Rate | null>>;

  /** @param onRefused is called at each refusal */
  constructor(
    counts: SharedCounts,
    { perKey, perAddress }: RateSettings,
    private readonly onRefused: () => void,
  ) {
    const rate = (name: Payer, points: number): Rate | null =>
      points === 0 ? null : new Rate(counts, { name, points, seconds: windowSeconds });
    this.#rates = { key: rate('key', perKey), address: rate('address', perAddress) };
  }

  /** What one request or operation is charged to: nothing, until somebody is added. */
  account(): Account {
    return new Account(this.#rates, this.onRefused);
  }
}

interface Line {
  readonly payer: Payer;
  readonly rate: Rate;
  readonly subject: string;
  standing: Standing | null;
}

/** The bill of one request or operation. */
export class Account {
  readonly #lines: Line[] = [];

  constructor(
    private readonly rates: Readonly<Record<Payer, Rate | null>>,
    private readonly onRefused: () => void,
  ) {}

  /** @throws AppError `TOO_MANY_REQUESTS` when the address has no such points left */
  async addAddress(address: string | null, points: number): Promise<void> {
    await this.#add('address', addressGroup(address), points);
  }

  /** @param key null for a caller without one @throws AppError `TOO_MANY_REQUESTS` when the key has no such points left */
  async addKey(key: string | null, points: number): Promise<void> {
    if (key !== null) await this.#add('key', holderName(key), points);
  }

  /** Charges all that were added. @throws AppError `TOO_MANY_REQUESTS` with the time of renewal */
  async charge(points: number): Promise<void> {
    if (points > 0) for (const line of this.#lines) await this.#charge(line, points);
  }

  /**
   * Charges what was used already beyond its price. It refuses nothing: where fewer points are left, it takes these, so
   * that the next request is refused.
   */
  async chargeUsed(points: number): Promise<void> {
    if (points <= 0) return;
    for (const { rate, subject } of this.#lines) {
      const { isOver, remaining } = await rate.charge(subject, points);
      if (isOver && remaining > 0) await rate.charge(subject, remaining);
    }
  }

  /** The headers of draft-ietf-httpapi-ratelimit-headers, and when to come back after a refusal. */
  get headers(): Record<string, string> {
    const known = this.#lines.filter((line): line is Line & { standing: Standing } => line.standing !== null);
    if (known.length === 0) return {};
    const standings = known.map(({ payer, standing: { remaining, resetSeconds } }) => {
      return `"${payer}";r=${remaining};t=${resetSeconds}`;
    });
    const policies = known.map(({ payer, rate: { allowance } }) => {
      return `"${payer}";q=${allowance.points};w=${allowance.seconds}`;
    });
    const waits = known.filter(({ standing }) => standing.isOver).map(({ standing }) => standing.resetSeconds);
    return {
      RateLimit: standings.join(', '),
      'RateLimit-Policy': policies.join(', '),
      ...(waits.length === 0 ? {} : { 'Retry-After': String(Math.max(...waits)) }),
    };
  }

  async #add(payer: Payer, subject: string, points: number): Promise<void> {
    const rate = this.rates[payer];
    if (rate === null) return;
    const line: Line = { payer, rate, subject, standing: null };
    this.#lines.push(line);
    if (points > 0) await this.#charge(line, points);
  }

  async #charge(line: Line, points: number): Promise<void> {
    const { rate, payer, subject } = line;
    line.standing = await rate.charge(subject, points);
    if (!line.standing.isOver) return;
    this.onRefused();
    const { resetSeconds } = line.standing;
    const detail = `One ${payer} may use ${rate.allowance.points} points a minute, and this needs ${points} of which there are fewer left: wait ${resetSeconds} s.`;
    throw new AppError('rate_limited', detail, [], { members: { retryAfterSeconds: resetSeconds } });
  }
}
