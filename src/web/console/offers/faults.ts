import type { CombinedError } from '@urql/core';
import { faultAt } from '../api/problems.ts';

/**
 * What is wrong at a place of an offer, such as `/good/tax/percent`. A field that is still blank is not wrong yet.
 *
 * @param previewed the same place in what is previewed, which lacks unfinished rows
 */
export type FaultOf = (place: string, value?: unknown, previewed?: string) => string | undefined;

/** Finds faults in the refusals of the preview and of the last try to save. */
export function faultsIn(preview: CombinedError | undefined, saved: CombinedError | undefined): FaultOf {
  return (place, value, previewed = place) => {
    const isBlank = value === undefined || value === null || value === '';
    return (
      faultAt(saved, `/productData${place}`) ?? (isBlank ? undefined : faultAt(preview, `/productData${previewed}`))
    );
  };
}
