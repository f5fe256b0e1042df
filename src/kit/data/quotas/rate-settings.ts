import type { EnvironmentReader } from '../../core/index.ts';

/** How much clients may request in a minute; 0 sets no limit. */
export type RateSettings = ReturnType<typeof readRates>;

export function readRates(read: EnvironmentReader) {
  return {
    /** In points: a request costs one, a GraphQL operation one for each 1,000 objects of its price. */
    perKey: read.integer('RATE_PER_KEY', 6_000, 0, 100_000_000),
    perAddress: read.integer('RATE_PER_ADDRESS', 12_000, 0, 100_000_000),
    wrongKeys: read.integer('RATE_WRONG_KEYS', 20, 0, 1_000_000),
  };
}
