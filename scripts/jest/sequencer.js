import Sequencer from '@jest/test-sequencer';

/** They wait for processes and many requests, whatever their size is. */
const long = /\/test\/(?:process\/|rules\/openapi-property)/;

/**
 * Jest begins with the files that took longest lately, and in a new clone with the largest. There the long ones would
 * begin late and keep one processor busy while the other has nothing left to do.
 */
class LongFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    return sorted.toSorted((a, b) => Number(long.test(b.path)) - Number(long.test(a.path)));
  }
}

export { LongFirst as 'module.exports' };
