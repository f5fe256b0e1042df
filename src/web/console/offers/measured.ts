import type { PriceInputsInput } from '../api/schema.graphql.ts';

/** Sample measurements as they are typed. */
export interface Measured {
  readonly roofSquares: number | string | undefined;
  readonly systemSizeKw: number | string | undefined;
}

/** A roof and a system of usual size. */
export const sample: Measured = { roofSquares: 24.5, systemSizeKw: 7.2 };

/** The measurements that are numbers. */
export function priceInputsOf({ roofSquares, systemSizeKw }: Measured): PriceInputsInput {
  return {
    roofSquares: typeof roofSquares === 'number' ? roofSquares : null,
    systemSizeKw: typeof systemSizeKw === 'number' ? systemSizeKw : null,
  };
}
