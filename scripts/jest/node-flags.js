/**
 * Flags of Node.js that make V8 collect garbage less often. By default it also marks the whole heap each time that buffers
 * grow by some 64 MB, which a few requests with large bodies do.
 */
export const rareCollectionFlags = [
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  '--external-memory-accounted-in-global-limit',
];

/**
 * Flags of Node.js for the workers of Jest, which take those of the process that starts them. Code of tests runs a few times:
 * to optimise it costs more than that gains. A heap that may be large from the start is collected less often.
 */
export const nodeFlags = ['--no-turbofan', '--initial-heap-size=900', ...rareCollectionFlags];
