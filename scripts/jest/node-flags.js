/**
 * Flags of Node.js for the workers of Jest, which take those of the process that starts them. Code of tests runs a few times:
 * to optimise it costs more than that gains. A heap that may be large from the start is collected less often.
 */
export const nodeFlags = ['--no-turbofan', '--initial-heap-size=900'];
