import type { Logger } from 'pino';
import { type AppError, RepeatedFaults } from '../core/index.ts';

const outages = new WeakMap<Logger, RepeatedFaults>();

/**
 * Logs work that failed by a fault of ours or of the environment. During an outage everything fails for the same reason:
 * that is logged once, and then counted.
 *
 * @param fields what names the work, such as the id of a request
 */
export function logFailure(log: Logger, refused: AppError, fields: object, sentence: string): void {
  const described = { ...fields, error: refused.cause ?? refused };
  if (refused.code !== 'UNAVAILABLE') {
    log.error(described, sentence);
    return;
  }
  const repeated = outages.get(log) ?? new RepeatedFaults(log);
  outages.set(log, repeated);
  repeated.note(refused.reason, described, sentence);
}
